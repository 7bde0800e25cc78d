package org.tersegrad.reducers;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;

/**
 * Integers for secure aggregation: a third party adds the codes of all workers modulo 2<sup>k</sup>, under masks that cancel in the sum, and
 * only the sum is decoded.
 *
 * <pre>
 *   step = limit / L;   K = x / step, rounded at random to one of its two neighbours, cut to [−L, L];   code = K mod 2^k
 *   mean = step / n (sum of all codes mod 2^k, read as signed)
 * </pre>
 *
 * <p>The mean is unbiased if no element is beyond the limit, and the sum is exact if {@code 2 n L + 1} values fit into k bits, which
 * is checked before the first step. The masks are the caller's, as is the protocol that agrees on them.
 *
 * <pre>{@code
 * ModularCodes codes = new ModularCodes(127, 15, 12, shape, seed.ofWorker(rank, 15));
 * int[] sum = new int[shape.size()];
 * codes.encode(gradient, 0.05f, 0, sum); // step 0; add this worker's masks, send, receive the sum of all
 * codes.mean(sum, 15, 0.05f, gradient);
 * }</pre>
 */
public final class ModularCodes {
    private static final int MOST_BITS = 32;
    private static final int RANDOM_BITS = 24;

    private final int levels;
    private final int workers;
    private final int bits;
    private final int size;
    private final Seed seed;

    /**
     * Codes of one tensor.
     *
     * @param levels L, the largest code
     * @param workers whose codes are added
     * @param bits k, the width of codes and sums; at most 32
     * @param seed of this worker; workers round independently if theirs differ
     * @throws IllegalArgumentException if sums do not fit into the bits; the message says how many they need
     */
    public ModularCodes(int levels, int workers, int bits, Shape shape, Seed seed) {
        if (levels < 1 || workers < 1) {
            throw new IllegalArgumentException("levels and workers: at least 1, not " + levels + " and " + workers);
        }
        long values = 2L * workers * levels + 1;
        int needed = Long.SIZE - Long.numberOfLeadingZeros(values - 1);
        if (bits < needed || bits > MOST_BITS) {
            throw new IllegalArgumentException("the sum of " + workers + " workers' codes up to " + levels + " takes "
                    + needed + " to " + MOST_BITS + " bits, not " + bits);
        }
        this.levels = levels;
        this.workers = workers;
        this.bits = bits;
        this.seed = seed;
        size = shape.size();
    }

    /**
     * Encodes a gradient.
     *
     * @param gradient not modified
     * @param limit the same for all workers, above 0; elements beyond it are cut
     * @param step the number of the step, of which no two of one worker are equal
     * @param codes modified: of each element, in {@code [0, 2^k)}; of 32 bits, as an unsigned int
     * @throws IllegalArgumentException if an element is not finite, or a length is not that of the shape
     */
    public void encode(FloatSlice gradient, float limit, long step, int[] codes) {
        gradient.requireLength(size);
        requireCodes(codes);
        double inverse = levels / (double) requireLimit(limit);
        Finite.largestKey(gradient.array(), gradient.offset(), size);
        long words = seed.fork(step).value();
        for (int i = 0; i < size; i++) {
            double level = gradient.array()[gradient.offset() + i] * inverse;
            double down = Math.floor(level);
            double share = (CounterRandom.word(words, i) >>> (Integer.SIZE - RANDOM_BITS)) * 0x1p-24;
            double rounded = share < level - down ? down + 1 : down;
            codes[i] = (int) Math.max(-levels, Math.min(rounded, levels)) & mask();
        }
    }

    /**
     * Decodes the sum of all workers' codes.
     *
     * @param sums not modified: modulo 2^k; higher bits do not count
     * @param present the workers in the sum; a missing one leaves its partners' masks in it
     * @param mean modified
     * @throws IllegalArgumentException if a worker is missing, or a length is not that of the shape
     */
    public void mean(int[] sums, int present, float limit, FloatSlice mean) {
        requireCodes(sums);
        mean.requireLength(size);
        if (present != workers) {
            throw new IllegalArgumentException("the sum has the codes of " + present + " workers, not of all " + workers
                    + ": masks do not cancel");
        }
        double step = requireLimit(limit) / (double) levels / workers;
        int unused = Integer.SIZE - bits;
        for (int i = 0; i < size; i++) {
            mean.array()[mean.offset() + i] = (float) ((sums[i] << unused >> unused) * step);
        }
    }

    private int mask() {
        return -1 >>> (Integer.SIZE - bits);
    }

    private void requireCodes(int[] codes) {
        if (codes.length != size) {
            throw new IllegalArgumentException(codes.length + " codes for " + size + " elements");
        }
    }

    private static float requireLimit(float limit) {
        if (!(limit > 0 && limit < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a limit of elements is above 0 and finite, not " + limit);
        }
        return limit;
    }
}
