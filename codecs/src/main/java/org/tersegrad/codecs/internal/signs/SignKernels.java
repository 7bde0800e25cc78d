package org.tersegrad.codecs.internal.signs;

import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.floats.ReductionKernels;

/** Packs the signs of floats, a bit each, in groups of 512. */
public interface SignKernels {
    Kernel<SignKernels> PACK_SIGNS = Kernel.of(new ScalarSigns(), (k, b) -> k.packSigns(b.floats, 0, 1, b.packed, 0));
    Kernel<SignKernels> PACK_SIGNS_AND_SUM =
            Kernel.of(new ScalarSigns(), (k, b) -> k.packSignsAndSum(b.floats, 0, 1, b.packed, 0, b.lanes));
    Kernel<SignKernels> UNPACK_SIGNS =
            Kernel.of(new ScalarSigns(), (k, b) -> k.unpackSigns(b.bytes, 0, 1, 1.5f, b.results, 0));
    Kernel<SignKernels> SELECT_BY_SIGNS =
            Kernel.of(new ScalarSigns(), (k, b) -> k.selectBySigns(b.bytes, 0, 1, 0.5f, 0.75f, b.results, 0));

    /**
     * Packs the sign bits of {@code groups} groups of 512 floats as 1-bit fields: a one is negative, −0.0 included.
     *
     * @param values not modified
     * @param out modified: 64 bytes a group
     */
    void packSigns(float[] values, int offset, int groups, byte[] out, int outOffset);

    /**
     * {@link #packSigns}, and the sum of magnitudes while they are at hand.
     *
     * @param lanes modified: {@code lanes[i % 16] += |values[offset + i]|}, as {@link ReductionKernels#sumMagnitudes} does it
     */
    void packSignsAndSum(float[] values, int offset, int groups, byte[] out, int outOffset, float[] lanes);

    /**
     * The inverse of {@link #packSigns}: {@code magnitude} with each sign.
     *
     * @param magnitude not negative
     * @param values modified: 512 floats a group
     */
    void unpackSigns(byte[] in, int inOffset, int groups, float magnitude, float[] values, int offset);

    /**
     * One of two values for each sign.
     *
     * @param values modified: 512 floats a group, {@code negative} for a one, else {@code positive}
     */
    void selectBySigns(byte[] in, int inOffset, int groups, float positive, float negative, float[] values, int offset);
}
