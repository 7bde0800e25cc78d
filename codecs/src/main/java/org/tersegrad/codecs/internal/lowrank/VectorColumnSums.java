package org.tersegrad.codecs.internal.lowrank;

import static org.tersegrad.codecs.internal.lowrank.VectorLowRank.FLOATS;
import static org.tersegrad.codecs.internal.lowrank.VectorLowRank.WIDTH;

import jdk.incubator.vector.FloatVector;

/**
 * Three rows of a matrix, each times a number of its own, added to four, two or one packed vectors. A sum that is read and
 * written takes up three products, and twelve factors stay in registers. Four rows would be too much for C2.
 *
 * <p>See {@link VectorLowRank} for the indices, and for why nothing here is done by a helper method.
 */
final class VectorColumnSums {
    private static final int W2 = 2 * WIDTH;
    private static final int W3 = 3 * WIDTH;
    private static final int W4 = 4 * WIDTH;

    private VectorColumnSums() {}

    /** Row {@code i} times {@code left[factor + k * rows + i]} is added to vector k, rows first to last. */
    static void toFour(
            float[] matrix,
            int row,
            int columns,
            int count,
            float[] left,
            int factor,
            int rows,
            float[] packed,
            int from) {
        FloatVector a0 = FloatVector.broadcast(FLOATS, left[factor]);
        FloatVector a1 = FloatVector.broadcast(FLOATS, left[factor + 1]);
        FloatVector a2 = FloatVector.broadcast(FLOATS, left[factor + 2]);
        FloatVector b0 = FloatVector.broadcast(FLOATS, left[factor + rows]);
        FloatVector b1 = FloatVector.broadcast(FLOATS, left[factor + rows + 1]);
        FloatVector b2 = FloatVector.broadcast(FLOATS, left[factor + rows + 2]);
        FloatVector c0 = FloatVector.broadcast(FLOATS, left[factor + 2 * rows]);
        FloatVector c1 = FloatVector.broadcast(FLOATS, left[factor + 2 * rows + 1]);
        FloatVector c2 = FloatVector.broadcast(FLOATS, left[factor + 2 * rows + 2]);
        FloatVector d0 = FloatVector.broadcast(FLOATS, left[factor + 3 * rows]);
        FloatVector d1 = FloatVector.broadcast(FLOATS, left[factor + 3 * rows + 1]);
        FloatVector d2 = FloatVector.broadcast(FLOATS, left[factor + 3 * rows + 2]);
        int row1 = row + columns;
        int row2 = row1 + columns;
        for (int column = 0; column < count; column += WIDTH) {
            int i = 4 * column;
            FloatVector x = FloatVector.fromArray(FLOATS, matrix, row + column + WIDTH);
            FloatVector y = FloatVector.fromArray(FLOATS, matrix, row1 + column + WIDTH);
            FloatVector z = FloatVector.fromArray(FLOATS, matrix, row2 + column + WIDTH);
            FloatVector sum = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            z.mul(a2).add(y.mul(a1).add(x.mul(a0).add(sum))).intoArray(packed, from + i + WIDTH);
            sum = FloatVector.fromArray(FLOATS, packed, from + i + W2);
            z.mul(b2).add(y.mul(b1).add(x.mul(b0).add(sum))).intoArray(packed, from + i + W2);
            sum = FloatVector.fromArray(FLOATS, packed, from + i + W3);
            z.mul(c2).add(y.mul(c1).add(x.mul(c0).add(sum))).intoArray(packed, from + i + W3);
            sum = FloatVector.fromArray(FLOATS, packed, from + i + W4);
            z.mul(d2).add(y.mul(d1).add(x.mul(d0).add(sum))).intoArray(packed, from + i + W4);
        }
    }

    static void toTwo(
            float[] matrix,
            int row,
            int columns,
            int count,
            float[] left,
            int factor,
            int rows,
            float[] packed,
            int from) {
        assert count % WIDTH == 0 : count + " columns";
        FloatVector a0 = FloatVector.broadcast(FLOATS, left[factor]);
        FloatVector a1 = FloatVector.broadcast(FLOATS, left[factor + 1]);
        FloatVector a2 = FloatVector.broadcast(FLOATS, left[factor + 2]);
        FloatVector b0 = FloatVector.broadcast(FLOATS, left[factor + rows]);
        FloatVector b1 = FloatVector.broadcast(FLOATS, left[factor + rows + 1]);
        FloatVector b2 = FloatVector.broadcast(FLOATS, left[factor + rows + 2]);
        int row1 = row + columns;
        int row2 = row1 + columns;
        for (int column = 0; column < count; column += WIDTH) {
            int i = 2 * column;
            FloatVector x = FloatVector.fromArray(FLOATS, matrix, row + column + WIDTH);
            FloatVector y = FloatVector.fromArray(FLOATS, matrix, row1 + column + WIDTH);
            FloatVector z = FloatVector.fromArray(FLOATS, matrix, row2 + column + WIDTH);
            FloatVector sum = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            z.mul(a2).add(y.mul(a1).add(x.mul(a0).add(sum))).intoArray(packed, from + i + WIDTH);
            sum = FloatVector.fromArray(FLOATS, packed, from + i + W2);
            z.mul(b2).add(y.mul(b1).add(x.mul(b0).add(sum))).intoArray(packed, from + i + W2);
        }
    }

    static void toOne(
            float[] matrix, int row, int columns, int count, float[] left, int factor, float[] packed, int from) {
        FloatVector a0 = FloatVector.broadcast(FLOATS, left[factor]);
        FloatVector a1 = FloatVector.broadcast(FLOATS, left[factor + 1]);
        FloatVector a2 = FloatVector.broadcast(FLOATS, left[factor + 2]);
        int row1 = row + columns;
        int row2 = row1 + columns;
        for (int i = 0; i < count; i += WIDTH) {
            FloatVector x = FloatVector.fromArray(FLOATS, matrix, row + i + WIDTH);
            FloatVector y = FloatVector.fromArray(FLOATS, matrix, row1 + i + WIDTH);
            FloatVector z = FloatVector.fromArray(FLOATS, matrix, row2 + i + WIDTH);
            FloatVector sum = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            z.mul(a2).add(y.mul(a1).add(x.mul(a0).add(sum))).intoArray(packed, from + i + WIDTH);
        }
    }
}
