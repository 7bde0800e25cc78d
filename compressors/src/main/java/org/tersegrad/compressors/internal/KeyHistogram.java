package org.tersegrad.compressors.internal;

import java.util.Arrays;

/**
 * Finds the key of a given rank among many, in at most three rounds whatever they are: it counts how many fall into each
 * of 2048 equal parts of a range, goes on with the part that holds the rank, and ends where a part is a single key.
 *
 * <pre>{@code
 * histogram.start(rank, low, high);
 * do {
 *     histogram.add(keys, count); // all of them, in any number of calls
 * } while (histogram.narrow());
 * }</pre>
 */
final class KeyHistogram {
    private static final int PART_BITS = 11;
    private static final int PARTS = 1 << PART_BITS;

    private final int[] counts = new int[PARTS];
    private int low;
    /** How many keys from {@code low} on the parts cover, as an unsigned number. */
    private int span;

    private int shift;
    private int rank;

    /**
     * Begins to look for the {@code rank}-th largest among the keys of {@code low} or more.
     *
     * @param rank from 1 to the number of such keys
     * @param low not negative
     * @param high no key is larger
     */
    void start(int rank, int low, int high) {
        this.rank = rank;
        this.low = low;
        shift = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(high - low) - PART_BITS);
        span = PARTS << shift;
        Arrays.fill(counts, 0);
    }

    /** Counts {@code keys[0 .. count)}. */
    void add(int[] keys, int count) {
        int first = low;
        int width = span;
        int bits = shift;
        int[] parts = counts;
        for (int i = 0; i < count; i++) {
            int above = keys[i] - first;
            if (Integer.compareUnsigned(above, width) < 0) {
                parts[above >>> bits]++;
            }
        }
    }

    /** Goes on to the part that holds the rank; returns whether another round is needed. */
    boolean narrow() {
        int part = PARTS - 1;
        while (rank > counts[part]) {
            rank -= counts[part];
            part--;
        }
        low += part << shift;
        if (shift == 0) {
            return false;
        }
        span = 1 << shift;
        shift = Math.max(0, shift - PART_BITS);
        Arrays.fill(counts, 0);
        return true;
    }

    /** All of it for keys that are in one array. */
    int find(int[] keys, int count, int rank, int low, int high) {
        start(rank, low, high);
        do {
            add(keys, count);
        } while (narrow());
        return key();
    }

    /** The key found. */
    int key() {
        return low;
    }

    /** How many of the keys that equal the one found are among the largest: at least 1. */
    int ties() {
        return rank;
    }
}
