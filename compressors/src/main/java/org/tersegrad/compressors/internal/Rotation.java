package org.tersegrad.compressors.internal;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;

/**
 * Two Hadamard transforms of blocks, each after random signs: they make the coordinates of any vector nearly Gaussian.
 *
 * <pre>
 *   y = H D' (1/n) H D x            as long as x, and x = D H D' (1/n) H y
 *   blocks   65536 elements each; the rest in blocks of powers of two, the largest first. Where a block can be filled up with zeros
 *            to a power of two by 1/64 of its elements, or has less than 512, it is filled up, to 16 at least
 * </pre>
 *
 * <p>Why two: one turns a single element into n equal magnitudes.
 */
public final class Rotation {
    /** Elements of a block, and those whose signs are drawn at once. */
    private static final int RUN = 1 << 16;

    private static final int WHOLE = 512;
    private static final int LEAST = 16;

    private int[] words = {};

    /** The fields of the next block if {@code left} elements are left. */
    public static int nextBlock(int left) {
        if (left >= RUN) {
            return RUN;
        }
        int filledUp = Math.max(LEAST, Integer.highestOneBit(2 * left - 1));
        return left < WHOLE || filledUp - left <= left / 64 ? filledUp : filledUp / 2;
    }

    /** Number of blocks. */
    public static int blocks(int elements) {
        int blocks = elements / RUN;
        for (int left = elements % RUN; left > 0; left -= nextBlock(left)) {
            blocks++;
        }
        return blocks;
    }

    /** Number of coordinates of all blocks. */
    public static int fields(int elements) {
        int fields = elements - elements % RUN;
        for (int left = elements % RUN; left > 0; left -= nextBlock(left)) {
            fields += nextBlock(left);
        }
        return fields;
    }

    /** At least the coordinates of a tensor and of all smaller ones. */
    public static long mostFields(int elements) {
        return (long) elements + Math.min(RUN, elements) / 64 + WHOLE;
    }

    /** At least the blocks of a tensor and of all smaller ones. */
    public static long mostBlocks(int elements) {
        return elements / RUN + 8L;
    }

    /**
     * Rotates a block.
     *
     * @param values not modified
     * @param count its elements; the other fields are zeros
     * @param factor of all elements
     * @param first the number of its first element, the sum of the blocks before
     * @param target modified in {@code [to, to + fields)}
     */
    public void rotate(
            long seed, float[] values, int offset, int count, float factor, int first, float[] target, int to) {
        int fields = nextBlock(count);
        drawSigns(seed, first, count);
        RotationKernels.FLIP_SIGNS.at(count).flipSigns(values, offset, count, factor, words, target, to);
        Arrays.fill(target, to + count, to + fields, 0f);
        RotationKernels.HADAMARD.at(fields).hadamard(target, to, fields);
        drawSigns(CounterRandom.fork(seed, 1), first, fields);
        RotationKernels.FLIP_SIGNS.at(fields).flipSigns(target, to, fields, 1f / fields, words, target, to);
        RotationKernels.HADAMARD.at(fields).hadamard(target, to, fields);
    }

    /**
     * Rotates a block back.
     *
     * @param block modified: {@code nextBlock(count)} coordinates become {@code count} elements, times a factor
     */
    public void rotateBack(long seed, float[] block, int at, int count, float factor, int first) {
        int fields = nextBlock(count);
        RotationKernels.HADAMARD.at(fields).hadamard(block, at, fields);
        drawSigns(CounterRandom.fork(seed, 1), first, fields);
        RotationKernels.FLIP_SIGNS.at(fields).flipSigns(block, at, fields, 1f / fields, words, block, at);
        RotationKernels.HADAMARD.at(fields).hadamard(block, at, fields);
        drawSigns(seed, first, count);
        RotationKernels.FLIP_SIGNS.at(count).flipSigns(block, at, count, factor, words, block, at);
    }

    private void drawSigns(long seed, int first, int count) {
        int number = (count + Kernels.GROUP - 1) / Kernels.GROUP * Kernels.LANES;
        if (words.length < number) {
            words = new int[number];
        }
        CounterRandom.fill(seed, first / Integer.SIZE, words, 0, number);
    }
}
