package org.tersegrad.convergence.training;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;

/** Random orders, always the same for the same seed. */
final class Shuffle {
    private Shuffle() {}

    /**
     * Puts numbers into a random order (R. Fisher, F. Yates, 1938).
     *
     * @param numbers modified
     */
    static void shuffle(int[] numbers, Seed seed) {
        for (int left = numbers.length; left > 1; left--) {
            long word = Integer.toUnsignedLong(CounterRandom.word(seed.value(), left));
            int chosen = (int) (word * left >>> 32);
            int swap = numbers[left - 1];
            numbers[left - 1] = numbers[chosen];
            numbers[chosen] = swap;
        }
    }

    /** 0 to {@code count - 1} in a random order. */
    static int[] order(int count, Seed seed) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        shuffle(numbers, seed);
        return numbers;
    }
}
