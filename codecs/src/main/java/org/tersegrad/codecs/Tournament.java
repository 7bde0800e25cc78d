package org.tersegrad.codecs;

import java.util.Arrays;

/**
 * The largest of a few scores that change one at a time, found in as many comparisons as a knock-out tournament has rounds. Of equal
 * scores the first one wins.
 */
final class Tournament {
    private final double[] scores;

    /** The winner below each node of a binary tree: node 1 is the root, node n has the children 2n and 2n + 1. */
    private final int[] winners;

    private final int leaves;

    /** A tournament of {@code players} players, at least one. */
    Tournament(int players) {
        leaves = players == 1 ? 1 : 2 * Integer.highestOneBit(players - 1);
        scores = new double[leaves];
        winners = new int[2 * leaves];
        Arrays.fill(scores, Double.NEGATIVE_INFINITY); // of those that only fill up the tree
        for (int i = 0; i < leaves; i++) {
            winners[leaves + i] = i;
        }
    }

    /** Sets a score that counts from the next {@link #begin} on. */
    void enter(int player, double score) {
        scores[player] = score;
    }

    /** Plays all rounds. */
    void begin() {
        for (int node = leaves - 1; node > 0; node--) {
            play(node);
        }
    }

    /** Changes a score, and plays the rounds that depend on it. */
    void update(int player, double score) {
        scores[player] = score;
        for (int node = (leaves + player) / 2; node > 0; node /= 2) {
            play(node);
        }
    }

    private void play(int node) {
        int left = winners[2 * node];
        int right = winners[2 * node + 1];
        winners[node] = scores[left] >= scores[right] ? left : right;
    }

    /** The player with the largest score. */
    int winner() {
        return winners[1];
    }
}
