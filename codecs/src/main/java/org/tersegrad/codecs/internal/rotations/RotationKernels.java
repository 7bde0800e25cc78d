package org.tersegrad.codecs.internal.rotations;

import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.Kernels;

/**
 * A randomized Hadamard transform, the levels of what comes out of it, and the parts of a cosine transform. Additions, subtractions and products happen to each
 * element in one order, whatever the width of a vector, so every CPU gets the same bits.
 */
public interface RotationKernels {
    Kernel<RotationKernels> FLIP_SIGNS = Kernel.of(
            new ScalarRotations(), (k, b) -> k.flipSigns(b.floats, 0, Kernels.GROUP, 0.75f, b.words, b.results, 0));
    Kernel<RotationKernels> HADAMARD = Kernel.of(new ScalarRotations(), (k, b) -> {
        System.arraycopy(b.floats, 0, b.results, 0, b.floats.length);
        k.hadamard(b.results, 0, 2 * Kernels.GROUP);
        k.hadamard(b.results, 0, Kernels.GROUP / 2);
    });
    Kernel<RotationKernels> TO_LEVELS = Kernel.of(new ScalarRotations(), (k, b) -> {
        k.toLevels(b.floats, 0, b.count, b.thresholds[0], b.rises[0], b.ints, 0, b.lanes);
        k.toLevels(b.floats, 0, b.count, b.thresholds[1], b.rises[1], b.ints, Kernels.GROUP, b.lanes);
    });
    Kernel<RotationKernels> ADD_PRODUCT = Kernel.of(new ScalarRotations(), (k, b) -> {
        System.arraycopy(b.scattered, 0, b.results, 0, b.scattered.length);
        k.addProduct(b.floats, 3, 16, 12, b.floats, 1, 64, b.results, 0);
    });

    /** The largest transform in the L1 cache: 16 KB of floats. */
    int BLOCK = 4096;

    /**
     * Multiplies elements by a factor and by random signs. Element {@code i} of a group of 512 becomes negative if bit
     * {@code i / 16} of the group's word {@code i % 16} is set.
     *
     * @param values not modified, unless it is {@code target}
     * @param count any
     * @param words not modified: sixteen for each group, also for one that is not full
     * @param target modified in {@code [to, to + count)}; may be {@code values} at the same place
     */
    void flipSigns(float[] values, int offset, int count, float factor, int[] words, float[] target, int to);

    /**
     * The Hadamard transform in place, not normalized: twice gives {@code count} times the values. For each stride 1, 2, 4, ...
     * {@code count / 2} in this order, each pair a stride apart becomes its sum and its difference.
     *
     * @param values modified in {@code [offset, offset + count)}
     * @param count a power of two
     */
    void hadamard(float[] values, int offset, int count);

    /** Bit position of a level's number in a rise; the bits below hold the level's value. */
    int LEVEL_SHIFT = 24;

    /**
     * Turns elements into levels, each a sign and a number of thresholds below a magnitude. A level stands for the lower
     * {@link #LEVEL_SHIFT} bits of a sum: {@code rises[0]}, and {@code rises[k]} for each threshold k below the magnitude. The upper
     * bits of a rise are 1, but 0 in the first, so that those of the sum are the level. No level stands for
     * 2^22 or more.
     *
     * @param values not modified
     * @param count any
     * @param thresholds not modified: keys of magnitudes that do not fall, from 1 on; that at 0 is not used
     * @param rises not modified: as many
     * @param fields modified: the level, plus {@code thresholds.length} if the sign bit is set
     * @param lanes modified: {@code lanes[i % 16]} takes in the product of element i's magnitude and what its level stands for,
     *     {@code lanes[16 + i % 16]} the square of the latter, from first to last
     */
    void toLevels(
            float[] values, int offset, int count, int[] thresholds, int[] rises, int[] fields, int to, float[] lanes);

    /**
     * Adds a product of small matrices. To an element of {@code out} its terms are added one after the other, from the first to
     * the last:
     *
     * <pre>
     *   out[r][c] = (out[r][c] + left[0][r] right[0][c]) + left[1][r] right[1][c] + ...
     * </pre>
     *
     * @param left not modified: for each term a factor for each row
     * @param right not modified: for each term a row of {@code columns} floats
     * @param out modified: {@code rows} rows of {@code columns} floats
     */
    void addProduct(
            float[] left,
            int leftAt,
            int rows,
            int terms,
            float[] right,
            int rightAt,
            int columns,
            float[] out,
            int outAt);
}
