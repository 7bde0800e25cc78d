package org.tersegrad.codecs;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Writes what {@link Rans} writes, as its note says it: with divisions, one symbol after the other, each decision by a search. */
final class NaiveRans {
    private static final int TOTAL = 4096;

    private NaiveRans() {}

    static byte[] write(int[] symbols, int alphabet) {
        int[] frequencies = frequencies(symbols, alphabet);
        int[] first = new int[alphabet + 1];
        for (int s = 0; s < alphabet; s++) {
            first[s + 1] = first[s] + frequencies[s];
        }
        long[] states = {1 << 15, 1 << 15, 1 << 15, 1 << 15};
        Deque<Integer> words = new ArrayDeque<>();
        for (int i = symbols.length - 1; i >= 0; i--) {
            int s = symbols[i];
            long state = states[i % 4];
            if (state >= (long) frequencies[s] << 19) {
                words.push((int) (state & 0xffff));
                state >>>= 16;
            }
            states[i % 4] = state / frequencies[s] * TOTAL + first[s] + state % frequencies[s];
        }
        byte[] bytes = new byte[4 * alphabet + 16 + 2 * words.size()];
        BitWriter writer = new BitWriter().wrap(bytes, 0, bytes.length);
        EliasGamma gamma = new EliasGamma();
        for (int frequency : frequencies) {
            gamma.write(frequency + 1, writer);
        }
        int at = writer.finish();
        for (long state : states) {
            at = put(bytes, at, (int) state, 4);
        }
        for (int word : words) {
            at = put(bytes, at, word, 2);
        }
        return Arrays.copyOf(bytes, at);
    }

    private static int put(byte[] bytes, int at, int value, int length) {
        for (int i = 0; i < length; i++) {
            bytes[at + i] = (byte) (value >>> (8 * i));
        }
        return at + length;
    }

    /** Rounded down, at least 1 for a symbol that occurs; then one step at a time where it helps most or hurts least. */
    private static int[] frequencies(int[] symbols, int alphabet) {
        int[] counts = new int[alphabet];
        for (int s : symbols) {
            counts[s]++;
        }
        int[] frequencies = new int[alphabet];
        int sum = 0;
        for (int s = 0; s < alphabet; s++) {
            frequencies[s] = counts[s] == 0 ? 0 : Math.max(1, (int) ((long) counts[s] * TOTAL / symbols.length));
            sum += frequencies[s];
        }
        for (; sum < TOTAL; sum++) {
            frequencies[best(counts, frequencies, 1)]++;
        }
        for (; sum > TOTAL; sum--) {
            frequencies[best(counts, frequencies, -1)]--;
        }
        return frequencies;
    }

    /** The first symbol with the largest step * count / (2 frequency + step), as exact fractions. */
    private static int best(int[] counts, int[] frequencies, long step) {
        int best = -1;
        for (int s = 0; s < counts.length; s++) {
            if (step < 0 && frequencies[s] <= 1) {
                continue;
            }
            if (best < 0
                    || product(step * counts[s], 2L * frequencies[best] + step)
                                    .compareTo(product(step * counts[best], 2L * frequencies[s] + step))
                            > 0) {
                best = s;
            }
        }
        return best;
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }
}
