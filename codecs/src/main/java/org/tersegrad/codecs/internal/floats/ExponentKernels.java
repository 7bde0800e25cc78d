package org.tersegrad.codecs.internal.floats;

import org.tersegrad.codecs.internal.Kernel;

/**
 * Takes floats apart and puts them together again. The <i>rest</i> of a float is its fraction, with the sign above it, in the lower
 * 24 bits. Every method takes any count.
 */
public interface ExponentKernels {
    Kernel<ExponentKernels> EXPONENTS =
            Kernel.of(new ScalarExponents(), (k, b) -> b.result = k.exponents(b.anyFloats, 0, b.count, b.ints));
    Kernel<ExponentKernels> RESTS =
            Kernel.of(new ScalarExponents(), (k, b) -> k.rests(b.anyFloats, 0, b.count, b.ints));
    Kernel<ExponentKernels> JOIN =
            Kernel.of(new ScalarExponents(), (k, b) -> k.join(b.fields8, b.words, b.count, b.results));
    Kernel<ExponentKernels> ADD_JOINED =
            Kernel.of(new ScalarExponents(), (k, b) -> k.addJoined(b.fields8, b.words, b.count, 0.5f, b.results, 0));

    /** The exponent of an infinity or a NaN. */
    int NON_FINITE = 255;

    /** Bits of a fraction. */
    int FRACTION_BITS = 23;

    /**
     * Finds exponents, as they are in the bits of a float.
     *
     * @param values not modified
     * @param exponents modified in {@code [0, count)}
     * @return the largest of them, 0 if there are none
     */
    int exponents(float[] values, int offset, int count, int[] exponents);

    /**
     * Finds rests.
     *
     * @param values not modified
     * @param rests modified in {@code [0, count)}
     */
    void rests(float[] values, int offset, int count, int[] rests);

    /**
     * Makes floats of exponents and rests.
     *
     * @param exponents not modified
     * @param rests not modified; higher bits than those of a rest do not count
     * @param values modified in {@code [0, count)}
     */
    void join(int[] exponents, int[] rests, int count, float[] values);

    /**
     * {@code target[i] += weight * joined[i]}, where {@link #join} gives {@code joined}.
     *
     * @param exponents not modified
     * @param rests not modified
     * @param target modified in {@code [to, to + count)}
     */
    void addJoined(int[] exponents, int[] rests, int count, float weight, float[] target, int to);
}
