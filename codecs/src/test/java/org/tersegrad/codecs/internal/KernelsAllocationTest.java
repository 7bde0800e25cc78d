package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.Allocation;

/**
 * A vector that crosses a call which C2 did not inline is an object, and the kernel many times slower: it would show
 * here.
 */
class KernelsAllocationTest {
    @Test
    void nothingIsAllocatedInSteadyState() {
        int groups = 20;
        Kernels kernels = ActiveKernels.KERNELS;
        int[] ints = new int[groups * Kernels.GROUP];
        float[] floats = new float[ints.length];
        byte[] bytes = new byte[4 * ints.length];
        int[] summary = new int[5];
        List<Runnable> calls = new ArrayList<>(List.of(
                () -> kernels.randomWords(1, 2, 3, ints, 0, ints.length),
                () -> kernels.gaps(ints, 1, ints.length - 1, 5, summary),
                () -> kernels.packSigns(floats, 0, groups, bytes, 0),
                () -> kernels.unpackSigns(bytes, 0, groups, 1f, floats, 0),
                () -> kernels.packTrits(ints, 0, groups, bytes, 0),
                () -> kernels.unpackTrits(bytes, 0, groups, ints, 0)));
        float[] gradient = FloatKernelsTest.floats(ints.length, 1);
        int[] indices = new int[ints.length + FloatKernels.COLLECT_ROOM];
        for (float least : new float[] {0f, 1f, 1e6f, Float.MAX_VALUE}) {
            int key = Float.floatToRawIntBits(least);
            calls.add(() -> kernels.floats().collect(gradient, 0, gradient.length, key, 0, indices, 0));
        }
        FloatKernels rounding = ActiveKernels.FLOATS;
        int[] words = new int[groups * Kernels.ROUNDING_WORDS];
        float[] lanes = new float[Kernels.LANES];
        calls.add(() -> kernels.roundingWords(1, 2, 3, groups, words));
        calls.add(() -> kernels.packSignsAndSum(gradient, 0, groups, bytes, 0, lanes));
        calls.add(() -> rounding.largestKey(gradient, 0, gradient.length));
        calls.add(() -> rounding.sumMagnitudes(gradient, 0, gradient.length, lanes));
        calls.add(() -> rounding.sumSquares(gradient, 0, gradient.length, 1f, lanes));
        calls.add(() -> rounding.sumPositive(gradient, 0, gradient.length, 1f, lanes));
        calls.add(() -> rounding.addScaled(gradient, 0, gradient.length, 0.5f, floats, 0));
        calls.add(() -> rounding.roundAtRandom(gradient, 0, ints.length, 1e-9f, 15, words, 0, 7, ints, 0));
        calls.add(() -> rounding.upperHalves(gradient, 0, ints.length, bytes, 0));
        calls.add(() -> rounding.roundToNearest(gradient, 0, ints.length, 1e-9f, 7, ints, 0));
        for (float factor = 0; factor <= 1; factor++) {
            float f = factor;
            calls.add(() -> rounding.addToOwed(gradient, 0, floats.length, 1f, -1f, f, gradient, 0, floats, 0));
            calls.add(() -> rounding.addToOwed(gradient, 0, floats.length, 0f, 0f, f, gradient, 0, floats, 0));
        }
        calls.add(() -> rounding.addToOwedAndSum(gradient, 0, floats.length, 1f, gradient, 0, floats, 0, lanes));
        calls.add(() -> rounding.subtractLevels(ints, 0, ints.length, 7, 0.5f, gradient, 0, floats, 0));
        calls.add(() -> rounding.fromLevels(ints, 0, ints.length, 7, 0.5f, floats, 0));
        for (int width = 2; width <= 8; width *= 2) {
            int bits = width;
            calls.add(() -> rounding.packAtRandom(gradient, 0, groups, 1e-9f, 15, words, 0, 7, bits, bytes, 0));
            calls.add(() -> rounding.packNearest(gradient, 0, groups, 1e-9f, 7, bits, bytes, 0));
        }
        for (int i = 1; i <= 32; i++) {
            int width = i;
            calls.add(() -> kernels.pack(ints, 0, groups, width, bytes, 0));
            calls.add(() -> kernels.unpack(bytes, 0, groups, width, ints, 0));
        }
        FloatKernels matrices = ActiveKernels.FLOATS;
        float[] left = new float[9 * 70];
        float[] right = new float[9 * 130];
        float[] scratch = new float[FloatKernels.scratch(9, 130)];
        for (int i = 1; i <= 9; i++) {
            int rank = i;
            calls.add(() -> matrices.multiply(floats, 0, 70, 130, rank, right, 0, left, 0, scratch));
            calls.add(() -> matrices.multiplyTransposed(floats, 0, 70, 130, rank, left, 0, right, 0, scratch));
            calls.add(() -> matrices.addProduct(floats, 0, 70, 130, rank, 1f, left, 0, right, 0, scratch));
        }
        float[] room = new float[FloatKernels.PRODUCT_SCRATCH];
        for (int columns : new int[] {16, 33, 70}) {
            calls.add(() -> matrices.addMatrixProduct(
                    31, 60, columns, gradient, 0, 60, 1, gradient, 0, columns, 1, floats, 0, room));
            calls.add(() -> matrices.addMatrixProduct(
                    31, 60, columns, gradient, 0, 1, 31, gradient, 0, 1, 60, floats, 0, room));
        }
        byte[] planes = new byte[8 * 1024];
        calls.add(() -> kernels.addEightVotes(bytes, 0, 1024, planes, 1024, 0, 1024, 2048, 3072, 6144));
        calls.add(() -> kernels.addTwoCarries(planes, 1024, 0, 1024, 6144, 2048, 3072));
        for (int i = 0; i < 500; i++) {
            calls.forEach(Runnable::run); // in turn, so that the compiler has seen every width
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(Allocation.least(calls.get(i)))
                    .as("bytes allocated by call %d", i)
                    .isZero();
        }
    }
}
