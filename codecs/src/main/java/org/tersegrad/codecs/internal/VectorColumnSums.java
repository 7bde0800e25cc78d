package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.FloatKernels.COLUMN_TILE;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.floats;

import jdk.incubator.vector.FloatVector;

/**
 * Four rows of a matrix, each times a number of its own, added to one, two or four packed vectors. Four rows make four
 * multiplications and additions of each sum that is read and written; their sixteen factors stay in registers.
 */
final class VectorColumnSums {
    private static final int TWO = 2 * COLUMN_TILE;
    private static final int THREE = 3 * COLUMN_TILE;

    private VectorColumnSums() {}

    /** Row {@code i} of the four times {@code left[from + k * stride + i]} is added to vector k. */
    static void toFour(
            float[] matrix,
            int offset,
            int columns,
            int count,
            float[] left,
            int from,
            int stride,
            float[] tiles,
            int tile) {
        FloatVector a0 = all(left, from);
        FloatVector a1 = all(left, from + 1);
        FloatVector a2 = all(left, from + 2);
        FloatVector a3 = all(left, from + 3);
        FloatVector b0 = all(left, from + stride);
        FloatVector b1 = all(left, from + stride + 1);
        FloatVector b2 = all(left, from + stride + 2);
        FloatVector b3 = all(left, from + stride + 3);
        FloatVector c0 = all(left, from + 2 * stride);
        FloatVector c1 = all(left, from + 2 * stride + 1);
        FloatVector c2 = all(left, from + 2 * stride + 2);
        FloatVector c3 = all(left, from + 2 * stride + 3);
        FloatVector d0 = all(left, from + 3 * stride);
        FloatVector d1 = all(left, from + 3 * stride + 1);
        FloatVector d2 = all(left, from + 3 * stride + 2);
        FloatVector d3 = all(left, from + 3 * stride + 3);
        int second = offset + columns;
        int third = second + columns;
        int fourth = third + columns;
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector w = floats(matrix, offset + i);
            FloatVector x = floats(matrix, second + i);
            FloatVector y = floats(matrix, third + i);
            FloatVector z = floats(matrix, fourth + i);
            add(w.mul(a0), x.mul(a1), y.mul(a2), z.mul(a3), tiles, tile + i);
            add(w.mul(b0), x.mul(b1), y.mul(b2), z.mul(b3), tiles, tile + i + COLUMN_TILE);
            add(w.mul(c0), x.mul(c1), y.mul(c2), z.mul(c3), tiles, tile + i + TWO);
            add(w.mul(d0), x.mul(d1), y.mul(d2), z.mul(d3), tiles, tile + i + THREE);
        }
    }

    static void toTwo(
            float[] matrix,
            int offset,
            int columns,
            int count,
            float[] left,
            int from,
            int stride,
            float[] tiles,
            int tile) {
        FloatVector a0 = all(left, from);
        FloatVector a1 = all(left, from + 1);
        FloatVector a2 = all(left, from + 2);
        FloatVector a3 = all(left, from + 3);
        FloatVector b0 = all(left, from + stride);
        FloatVector b1 = all(left, from + stride + 1);
        FloatVector b2 = all(left, from + stride + 2);
        FloatVector b3 = all(left, from + stride + 3);
        int second = offset + columns;
        int third = second + columns;
        int fourth = third + columns;
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector w = floats(matrix, offset + i);
            FloatVector x = floats(matrix, second + i);
            FloatVector y = floats(matrix, third + i);
            FloatVector z = floats(matrix, fourth + i);
            add(w.mul(a0), x.mul(a1), y.mul(a2), z.mul(a3), tiles, tile + i);
            add(w.mul(b0), x.mul(b1), y.mul(b2), z.mul(b3), tiles, tile + i + COLUMN_TILE);
        }
    }

    static void toOne(
            float[] matrix, int offset, int columns, int count, float[] left, int from, float[] tiles, int tile) {
        FloatVector a0 = all(left, from);
        FloatVector a1 = all(left, from + 1);
        FloatVector a2 = all(left, from + 2);
        FloatVector a3 = all(left, from + 3);
        int second = offset + columns;
        int third = second + columns;
        int fourth = third + columns;
        for (int i = 0; i < count; i += LENGTH) {
            add(
                    floats(matrix, offset + i).mul(a0),
                    floats(matrix, second + i).mul(a1),
                    floats(matrix, third + i).mul(a2),
                    floats(matrix, fourth + i).mul(a3),
                    tiles,
                    tile + i);
        }
    }

    /** In this order, each sum rounded: the rows come one after another. */
    private static void add(FloatVector w, FloatVector x, FloatVector y, FloatVector z, float[] tiles, int at) {
        z.add(y.add(x.add(w.add(floats(tiles, at))))).intoArray(tiles, at);
    }

    private static FloatVector all(float[] values, int index) {
        return FloatVector.broadcast(FLOATS, values[index]);
    }
}
