package org.tersegrad.codecs.internal.rotations;

import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorShuffle;

/**
 * Turns squares of as many rows as a vector has lanes into their transposes: for strides 8, 4, 2 and 1 below that, of two rows a stride
 * apart the lanes of one with that bit change places with the lanes of the other without it. Two strides at a time, on four rows.
 */
final class VectorTransposition {
    private static final int EDGE = CosineKernels.EDGE;
    private static final VectorShuffle<Integer> SWAP_1 = VectorShuffle.fromArray(INTS, swap(1), 0);
    private static final VectorShuffle<Integer> SWAP_2 = VectorShuffle.fromArray(INTS, swap(2), 0);
    private static final VectorShuffle<Integer> SWAP_4 = VectorShuffle.fromArray(INTS, swap(4), 0);
    private static final VectorShuffle<Integer> SWAP_8 = VectorShuffle.fromArray(INTS, swap(8), 0);
    private static final IntVector UPPER_1 = IntVector.fromArray(INTS, upper(1), 0);
    private static final IntVector UPPER_2 = IntVector.fromArray(INTS, upper(2), 0);
    private static final IntVector UPPER_4 = IntVector.fromArray(INTS, upper(4), 0);
    private static final IntVector UPPER_8 = IntVector.fromArray(INTS, upper(8), 0);

    private VectorTransposition() {}

    private static int[] swap(int stride) {
        int[] lanes = new int[LENGTH];
        for (int lane = 0; lane < LENGTH; lane++) {
            lanes[lane] = (lane ^ stride) % LENGTH;
        }
        return lanes;
    }

    /** Ones in lanes with the bit of a stride. */
    private static int[] upper(int stride) {
        int[] lanes = new int[LENGTH];
        for (int lane = 0; lane < LENGTH; lane++) {
            lanes[lane] = (lane & stride) == 0 ? 0 : -1;
        }
        return lanes;
    }

    /**
     * Writes rows as columns, times a factor.
     *
     * @param x modified
     * @param rows not modified: the row of {@code x} for each column of {@code to}
     */
    static void transpose(float[] x, int columns, int[] rows, float factor, float[] to, int toAt) {
        if (LENGTH > 4) {
            far(x, columns, rows);
        }
        for (int row = 0; row < EDGE; row += 4) {
            int a = rows[row] * columns;
            int b = rows[row + 1] * columns;
            int c = rows[row + 2] * columns;
            int d = rows[row + 3] * columns;
            near(x, a, b, c, d, columns, factor, to, toAt + (row & -LENGTH) + row % LENGTH * EDGE);
        }
    }

    /** Strides 4 and 8, in place. */
    static void far(float[] x, int columns, int[] rows) {
        for (int row = 0; row < EDGE; row++) {
            int a = rows[row] * columns;
            if (LENGTH == 8 && row % 8 < 4) {
                four(x, a, rows[row + 4] * columns, columns);
            } else if (LENGTH == 16 && row % 16 < 4) {
                int b = rows[row + 4] * columns;
                int c = rows[row + 8] * columns;
                int d = rows[row + 12] * columns;
                eight(x, a, b, c, d, columns);
            }
        }
    }

    private static void four(float[] x, int first, int second, int columns) {
        for (int column = 0; column < columns; column += LENGTH) {
            IntVector a = FloatVector.fromArray(FLOATS, x, first + column).reinterpretAsInts();
            IntVector b = FloatVector.fromArray(FLOATS, x, second + column).reinterpretAsInts();
            IntVector t = b.rearrange(SWAP_4).lanewise(XOR, a).and(UPPER_4);
            a.lanewise(XOR, t).reinterpretAsFloats().intoArray(x, first + column);
            t.rearrange(SWAP_4).lanewise(XOR, b).reinterpretAsFloats().intoArray(x, second + column);
        }
    }

    private static void eight(float[] x, int first, int second, int third, int fourth, int columns) {
        assert first + columns <= x.length : "a row to " + (first + columns) + " of " + x.length;
        assert second + columns <= x.length : "a row to " + (second + columns) + " of " + x.length;
        assert third + columns <= x.length : "a row to " + (third + columns) + " of " + x.length;
        for (int column = 0; column < columns; column += LENGTH) {
            IntVector a = FloatVector.fromArray(FLOATS, x, first + column).reinterpretAsInts();
            IntVector b = FloatVector.fromArray(FLOATS, x, second + column).reinterpretAsInts();
            IntVector c = FloatVector.fromArray(FLOATS, x, third + column).reinterpretAsInts();
            IntVector d = FloatVector.fromArray(FLOATS, x, fourth + column).reinterpretAsInts();
            IntVector t = b.rearrange(SWAP_4).lanewise(XOR, a).and(UPPER_4);
            IntVector u = d.rearrange(SWAP_4).lanewise(XOR, c).and(UPPER_4);
            a = a.lanewise(XOR, t);
            b = t.rearrange(SWAP_4).lanewise(XOR, b);
            c = c.lanewise(XOR, u);
            d = u.rearrange(SWAP_4).lanewise(XOR, d);
            t = c.rearrange(SWAP_8).lanewise(XOR, a).and(UPPER_8);
            u = d.rearrange(SWAP_8).lanewise(XOR, b).and(UPPER_8);
            a.lanewise(XOR, t).reinterpretAsFloats().intoArray(x, first + column);
            b.lanewise(XOR, u).reinterpretAsFloats().intoArray(x, second + column);
            t.rearrange(SWAP_8).lanewise(XOR, c).reinterpretAsFloats().intoArray(x, third + column);
            u.rearrange(SWAP_8).lanewise(XOR, d).reinterpretAsFloats().intoArray(x, fourth + column);
        }
    }

    /** Strides 1 and 2. The first of four rows goes to {@code at} and below that for every vector. */
    private static void near(
            float[] x, int first, int second, int third, int fourth, int columns, float factor, float[] to, int at) {
        assert first + columns <= x.length : "a row to " + (first + columns) + " of " + x.length;
        assert second + columns <= x.length : "a row to " + (second + columns) + " of " + x.length;
        assert third + columns <= x.length : "a row to " + (third + columns) + " of " + x.length;
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int column = 0; column < columns; column += LENGTH) {
            IntVector a = FloatVector.fromArray(FLOATS, x, first + column)
                    .mul(factors)
                    .reinterpretAsInts();
            IntVector b = FloatVector.fromArray(FLOATS, x, second + column)
                    .mul(factors)
                    .reinterpretAsInts();
            IntVector c = FloatVector.fromArray(FLOATS, x, third + column)
                    .mul(factors)
                    .reinterpretAsInts();
            IntVector d = FloatVector.fromArray(FLOATS, x, fourth + column)
                    .mul(factors)
                    .reinterpretAsInts();
            IntVector t = b.rearrange(SWAP_1).lanewise(XOR, a).and(UPPER_1);
            IntVector u = d.rearrange(SWAP_1).lanewise(XOR, c).and(UPPER_1);
            a = a.lanewise(XOR, t);
            b = t.rearrange(SWAP_1).lanewise(XOR, b);
            c = c.lanewise(XOR, u);
            d = u.rearrange(SWAP_1).lanewise(XOR, d);
            t = c.rearrange(SWAP_2).lanewise(XOR, a).and(UPPER_2);
            u = d.rearrange(SWAP_2).lanewise(XOR, b).and(UPPER_2);
            a.lanewise(XOR, t).reinterpretAsFloats().intoArray(to, at + column * EDGE);
            b.lanewise(XOR, u).reinterpretAsFloats().intoArray(to, at + column * EDGE + EDGE);
            t.rearrange(SWAP_2).lanewise(XOR, c).reinterpretAsFloats().intoArray(to, at + column * EDGE + 2 * EDGE);
            u.rearrange(SWAP_2).lanewise(XOR, d).reinterpretAsFloats().intoArray(to, at + column * EDGE + 3 * EDGE);
        }
    }
}
