package org.tersegrad.codecs;

import java.util.Objects;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.integers.ScalarRandom;

/**
 * Randomness without a stream: the word at a position is a pure function of the seed and the position.
 *
 * <p>Any element can be drawn in any order, lane or thread and gives the same bits, so a compressor's bytes depend on
 * nothing but its seed. Seeds of a run, its workers, tensors and steps are forked from one another with {@link #fork}.
 *
 * <pre>
 *   (key0, key1) = halves of mix64(seed + 0x9e3779b97f4a7c15)
 *   x = position + key0
 *   x = (x ^ x >>> 16) * 0x7feb352d
 *   x = (x ^ x >>> 15 ^ key1) * 0x846ca68b
 *   word = x ^ x >>> 16
 * </pre>
 *
 * <p>It is made for rounding and sampling, not for secrets. For one seed the 2<sup>32</sup> positions give every word
 * exactly once: among a million words none is equal where true randomness would give about a hundred equal pairs.
 * Rounding and sampling do not see that; do not use the words as identifiers drawn at random.
 */
public final class CounterRandom {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private CounterRandom() {}

    /** The random word at {@code position}. */
    public static int word(long seed, int position) {
        long keys = mix64(seed + GOLDEN);
        return ScalarRandom.randomWord((int) keys, (int) (keys >>> 32), position);
    }

    /**
     * The random words at {@code count} consecutive positions.
     *
     * @param firstPosition the position of {@code target[offset]}; positions wrap around at 2<sup>32</sup>
     * @param target modified in {@code [offset, offset + count)}
     */
    public static void fill(long seed, int firstPosition, int[] target, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, target.length);
        long keys = mix64(seed + GOLDEN);
        RandomKernels.RANDOM_WORDS
                .at(count)
                .randomWords((int) keys, (int) (keys >>> 32), firstPosition, target, offset, count);
    }

    /** A seed of its own for child {@code index}: of a worker, a tensor, a step. */
    public static long fork(long seed, long index) {
        return mix64(mix64(seed + GOLDEN) + (index + 1) * GOLDEN);
    }

    /** The finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014): a bijection of the 64-bit integers. */
    private static long mix64(long value) {
        long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /**
     * Independent Gaussian numbers with mean 0 and standard deviation 1: what a gradient roughly looks like. The same floats
     * for the same seed, on any machine.
     *
     * <p>Two uniform numbers make a Gaussian one: a random angle, and a radius of the right distribution (G. Box, M. Muller,
     * 1958).
     */
    public static float[] gaussians(int count, long seed) {
        long radii = fork(seed, 0);
        long angles = fork(seed, 1);
        float[] gaussians = new float[count];
        for (int i = 0; i < count; i++) {
            double radius = StrictMath.sqrt(-2 * StrictMath.log(uniform(radii, i)));
            gaussians[i] = (float) (radius * StrictMath.cos(2 * Math.PI * uniform(angles, i)));
        }
        return gaussians;
    }

    /** Above 0, so that it has a logarithm, and at most 1. */
    private static double uniform(long seed, int position) {
        return (Integer.toUnsignedLong(word(seed, position)) + 1) * 0x1p-32;
    }
}
