package org.tersegrad.compressors.sparse;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.integers.ScalarRandom;

/**
 * A random choice of different indices that needs no memory: number {@code i} of the choice is a function of seed and
 * {@code i}, so that it costs nothing but the elements chosen, and a receiver repeats it from the seed.
 *
 * <p>The numbers below 2^bits are permuted by a Feistel network of six rounds, whose round function is the library's
 * random word. A result that is not below the universe is permuted again until it is (cycle walking), which gives a
 * permutation of the universe; the images of 0, 1, 2, ... are the choice. Small universes are permuted among at least 2^10
 * numbers: with fewer bits a round has too few functions to choose from.
 */
public final class RandomSubset {
    private static final int ROUNDS = 6;
    private static final int LEAST_BITS = 10;

    private final long[] keys = new long[ROUNDS];
    private int universe;
    private int lowBits;
    private int highBits;

    /** Another permutation of {@code 0 .. universe - 1}. */
    public void set(long seed, int newUniverse) {
        universe = newUniverse;
        int bits = Math.max(LEAST_BITS, 32 - Integer.numberOfLeadingZeros(Math.max(1, newUniverse - 1)));
        lowBits = bits / 2;
        highBits = bits - lowBits;
        for (int round = 0; round < ROUNDS; round++) {
            keys[round] = CounterRandom.fork(seed, round);
        }
    }

    /** The image of {@code i}, which is below the universe. */
    public int index(int i) {
        int x = i;
        do {
            x = permute(x);
        } while (x >= universe);
        return x;
    }

    /** In every round one half is changed by a function of the other one, which can be undone: so this is a bijection. */
    private int permute(int x) {
        int low = x & ((1 << lowBits) - 1);
        int high = x >>> lowBits;
        for (int round = 0; round < ROUNDS; round += 2) {
            high ^= word(round, low) >>> (32 - highBits);
            low ^= word(round + 1, high) >>> (32 - lowBits);
        }
        return high << lowBits | low;
    }

    private int word(int round, int half) {
        return ScalarRandom.randomWord((int) keys[round], (int) (keys[round] >>> 32), half);
    }
}
