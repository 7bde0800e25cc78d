package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.FloatKernels.COLUMN_TILE;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of a tile times vectors of a tile, into eight lanes for each sum: two rows times two vectors, four rows times one
 * vector, or what is left, one by one. Eight lanes are two vectors at 128 bits and one at 256 or more, and four sums of
 * eight lanes hide the latency of an addition.
 */
final class VectorRowSums {
    static final int LANES = FloatKernels.DOT_LANES;

    private static final VectorSpecies<Float> FLOATS =
            VectorSpecies.of(float.class, LENGTH == 4 ? VectorShape.S_128_BIT : VectorShape.S_256_BIT);
    /** Whether eight lanes are two vectors. A constant, so C2 sees no branch. */
    private static final boolean HALVES = LENGTH == 4;

    private static final int HALF = 4;

    private VectorRowSums() {}

    /** Lanes of (row 0, vector 0), (row 0, vector 1), (row 1, vector 0), (row 1, vector 1). */
    static void twoByTwo(float[] matrix, int row, int next, int count, float[] tiles, int tile, int lanes) {
        FloatVector a = FloatVector.zero(FLOATS);
        FloatVector b = a;
        FloatVector c = a;
        FloatVector d = a;
        FloatVector e = a;
        FloatVector f = a;
        FloatVector g = a;
        FloatVector h = a;
        for (int i = 0; i < count; i += LANES) {
            FloatVector x = floats(matrix, row + i);
            FloatVector y = floats(matrix, next + i);
            FloatVector u = floats(tiles, tile + i);
            FloatVector v = floats(tiles, tile + i + COLUMN_TILE);
            a = x.mul(u).add(a);
            b = x.mul(v).add(b);
            c = y.mul(u).add(c);
            d = y.mul(v).add(d);
            if (HALVES) {
                x = floats(matrix, row + i + HALF);
                y = floats(matrix, next + i + HALF);
                u = floats(tiles, tile + i + HALF);
                v = floats(tiles, tile + i + COLUMN_TILE + HALF);
                e = x.mul(u).add(e);
                f = x.mul(v).add(f);
                g = y.mul(u).add(g);
                h = y.mul(v).add(h);
            }
        }
        put(a, e, tiles, lanes);
        put(b, f, tiles, lanes + LANES);
        put(c, g, tiles, lanes + 2 * LANES);
        put(d, h, tiles, lanes + 3 * LANES);
    }

    /** Lanes of rows 0 to 3. */
    static void fourByOne(float[] matrix, int row, int stride, int count, float[] tiles, int tile, int lanes) {
        FloatVector a = FloatVector.zero(FLOATS);
        FloatVector b = a;
        FloatVector c = a;
        FloatVector d = a;
        FloatVector e = a;
        FloatVector f = a;
        FloatVector g = a;
        FloatVector h = a;
        int second = row + stride;
        int third = second + stride;
        int fourth = third + stride;
        for (int i = 0; i < count; i += LANES) {
            FloatVector u = floats(tiles, tile + i);
            a = floats(matrix, row + i).mul(u).add(a);
            b = floats(matrix, second + i).mul(u).add(b);
            c = floats(matrix, third + i).mul(u).add(c);
            d = floats(matrix, fourth + i).mul(u).add(d);
            if (HALVES) {
                u = floats(tiles, tile + i + HALF);
                e = floats(matrix, row + i + HALF).mul(u).add(e);
                f = floats(matrix, second + i + HALF).mul(u).add(f);
                g = floats(matrix, third + i + HALF).mul(u).add(g);
                h = floats(matrix, fourth + i + HALF).mul(u).add(h);
            }
        }
        put(a, e, tiles, lanes);
        put(b, f, tiles, lanes + LANES);
        put(c, g, tiles, lanes + 2 * LANES);
        put(d, h, tiles, lanes + 3 * LANES);
    }

    static void oneByOne(float[] matrix, int row, int count, float[] tiles, int tile, int lanes) {
        FloatVector a = FloatVector.zero(FLOATS);
        FloatVector e = a;
        for (int i = 0; i < count; i += LANES) {
            a = floats(matrix, row + i).mul(floats(tiles, tile + i)).add(a);
            if (HALVES) {
                e = floats(matrix, row + i + HALF)
                        .mul(floats(tiles, tile + i + HALF))
                        .add(e);
            }
        }
        put(a, e, tiles, lanes);
    }

    private static FloatVector floats(float[] array, int index) {
        return FloatVector.fromArray(FLOATS, array, index);
    }

    private static void put(FloatVector low, FloatVector high, float[] lanes, int offset) {
        low.intoArray(lanes, offset);
        if (HALVES) {
            high.intoArray(lanes, offset + HALF);
        }
    }
}
