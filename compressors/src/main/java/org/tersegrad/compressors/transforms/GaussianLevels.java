package org.tersegrad.compressors.transforms;

import org.tersegrad.codecs.internal.rotations.RotationKernels;

/**
 * The levels of Lloyd and Max for a standard normal variable: of all sets of 2^b numbers those to which it can be rounded with
 * the least mean squared error. They are symmetric; here are the magnitudes.
 *
 * <p>The constants come from Lloyd's iteration, which starts at (k + 1/2) 3 / 2^(b−1) and ends where nothing changes by more than
 * 1e-15: boundaries go to the midpoints between levels, each level goes to the mean between its boundaries. Then they are
 * rounded to multiples of 2^-20, which are added as integers.
 *
 * <p>S. Lloyd, <i>Least squares quantization in PCM</i>, 1957; J. Max, <i>Quantizing for minimum distortion</i>, 1960.
 */
final class GaussianLevels {
    /** The most bits of a level. */
    public static final int MOST_BITS = 4;

    /** No level is as large. */
    static final int BOUND = 4;

    /** The unit of which magnitudes are multiples. */
    static final float UNIT = 0x1p-20f;

    /** Magnitudes in units. */
    private static final int[][] MAGNITUDES = {
        {836643},
        {474774, 1583788},
        {257000, 792729, 1409191, 2256479},
        {134632, 406898, 688662, 988116, 1317254, 1696645, 2169522, 2865328}
    };

    private GaussianLevels() {}

    /** The values of fields of {@code bits} bits: magnitudes in increasing order, then the same with a minus sign. */
    public static float[] values(int bits) {
        int[] magnitudes = MAGNITUDES[bits - 1];
        float[] values = new float[2 * magnitudes.length];
        for (int k = 0; k < magnitudes.length; k++) {
            values[k] = magnitudes[k] * UNIT;
            values[magnitudes.length + k] = -values[k];
        }
        return values;
    }

    /** Levels and magnitudes as {@link RotationKernels#toLevels} adds them up, in units of 2^-20. */
    static int[] rises(int bits) {
        int[] magnitudes = MAGNITUDES[bits - 1];
        int[] rises = magnitudes.clone();
        for (int k = 1; k < rises.length; k++) {
            rises[k] = (1 << RotationKernels.LEVEL_SHIFT) + magnitudes[k] - magnitudes[k - 1];
        }
        return rises;
    }

    /** Midpoints between neighbouring magnitudes, from 1 on; at 0 stands 0. */
    public static double[] boundaries(int bits) {
        int[] magnitudes = MAGNITUDES[bits - 1];
        double[] boundaries = new double[magnitudes.length];
        for (int k = 1; k < boundaries.length; k++) {
            boundaries[k] = (magnitudes[k - 1] + magnitudes[k]) * 0x1p-21;
        }
        return boundaries;
    }
}
