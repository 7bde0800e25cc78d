package org.tersegrad.convergence.matrices;

import static org.tersegrad.convergence.matrices.VectorMatrices.PANEL;
import static org.tersegrad.convergence.matrices.VectorTiles.FLOATS;
import static org.tersegrad.convergence.matrices.VectorTiles.WIDTH;

import jdk.incubator.vector.FloatVector;

/**
 * The tiles of {@link VectorTiles} with eight rows of two vectors, for machines with 32 registers: four rows have just as many sums
 * as the multiply-adds under way, and every delay of one is a delay of all.
 */
final class VectorTallTiles {
    private static final int HEIGHT = 8;

    private VectorTallTiles() {}

    /** A tile of packed rows. */
    static void add(float[] packed, int strip, int from, int depth, float[] c, int cAt, int cRow) {
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        int c4 = c3 + cRow;
        int c5 = c4 + cRow;
        int c6 = c5 + cRow;
        int c7 = c6 + cRow;
        FloatVector s0 = FloatVector.fromArray(FLOATS, c, cAt);
        FloatVector s1 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH);
        FloatVector t0 = FloatVector.fromArray(FLOATS, c, c1);
        FloatVector t1 = FloatVector.fromArray(FLOATS, c, c1 + WIDTH);
        FloatVector u0 = FloatVector.fromArray(FLOATS, c, c2);
        FloatVector u1 = FloatVector.fromArray(FLOATS, c, c2 + WIDTH);
        FloatVector v0 = FloatVector.fromArray(FLOATS, c, c3);
        FloatVector v1 = FloatVector.fromArray(FLOATS, c, c3 + WIDTH);
        FloatVector w0 = FloatVector.fromArray(FLOATS, c, c4);
        FloatVector w1 = FloatVector.fromArray(FLOATS, c, c4 + WIDTH);
        FloatVector x0 = FloatVector.fromArray(FLOATS, c, c5);
        FloatVector x1 = FloatVector.fromArray(FLOATS, c, c5 + WIDTH);
        FloatVector y0 = FloatVector.fromArray(FLOATS, c, c6);
        FloatVector y1 = FloatVector.fromArray(FLOATS, c, c6 + WIDTH);
        FloatVector z0 = FloatVector.fromArray(FLOATS, c, c7);
        FloatVector z1 = FloatVector.fromArray(FLOATS, c, c7 + WIDTH);
        for (int k = 0; k < depth; k++) {
            int j = from + PANEL * k;
            int i = strip + HEIGHT * k;
            FloatVector b0 = FloatVector.fromArray(FLOATS, packed, j + WIDTH);
            FloatVector b1 = FloatVector.fromArray(FLOATS, packed, j + 2 * WIDTH);
            FloatVector left = FloatVector.broadcast(FLOATS, packed[i + 1]);
            s0 = b0.fma(left, s0);
            s1 = b1.fma(left, s1);
            left = FloatVector.broadcast(FLOATS, packed[i + 2]);
            t0 = b0.fma(left, t0);
            t1 = b1.fma(left, t1);
            left = FloatVector.broadcast(FLOATS, packed[i + 3]);
            u0 = b0.fma(left, u0);
            u1 = b1.fma(left, u1);
            left = FloatVector.broadcast(FLOATS, packed[i + 4]);
            v0 = b0.fma(left, v0);
            v1 = b1.fma(left, v1);
            left = FloatVector.broadcast(FLOATS, packed[i + 5]);
            w0 = b0.fma(left, w0);
            w1 = b1.fma(left, w1);
            left = FloatVector.broadcast(FLOATS, packed[i + 6]);
            x0 = b0.fma(left, x0);
            x1 = b1.fma(left, x1);
            left = FloatVector.broadcast(FLOATS, packed[i + 7]);
            y0 = b0.fma(left, y0);
            y1 = b1.fma(left, y1);
            left = FloatVector.broadcast(FLOATS, packed[i + 8]);
            z0 = b0.fma(left, z0);
            z1 = b1.fma(left, z1);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, cAt + WIDTH);
        t0.intoArray(c, c1);
        t1.intoArray(c, c1 + WIDTH);
        u0.intoArray(c, c2);
        u1.intoArray(c, c2 + WIDTH);
        v0.intoArray(c, c3);
        v1.intoArray(c, c3 + WIDTH);
        w0.intoArray(c, c4);
        w1.intoArray(c, c4 + WIDTH);
        x0.intoArray(c, c5);
        x1.intoArray(c, c5 + WIDTH);
        y0.intoArray(c, c6);
        y1.intoArray(c, c6 + WIDTH);
        z0.intoArray(c, c7);
        z1.intoArray(c, c7 + WIDTH);
    }

    /** A tile whose rows of the left matrix are not packed. */
    static void addInPlace(
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            int depth,
            float[] packed,
            int from,
            float[] c,
            int cAt,
            int cRow) {
        int a1 = aAt + aRow;
        int a2 = a1 + aRow;
        int a3 = a2 + aRow;
        int a4 = a3 + aRow;
        int a5 = a4 + aRow;
        int a6 = a5 + aRow;
        int a7 = a6 + aRow;
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        int c4 = c3 + cRow;
        int c5 = c4 + cRow;
        int c6 = c5 + cRow;
        int c7 = c6 + cRow;
        FloatVector s0 = FloatVector.fromArray(FLOATS, c, cAt);
        FloatVector s1 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH);
        FloatVector t0 = FloatVector.fromArray(FLOATS, c, c1);
        FloatVector t1 = FloatVector.fromArray(FLOATS, c, c1 + WIDTH);
        FloatVector u0 = FloatVector.fromArray(FLOATS, c, c2);
        FloatVector u1 = FloatVector.fromArray(FLOATS, c, c2 + WIDTH);
        FloatVector v0 = FloatVector.fromArray(FLOATS, c, c3);
        FloatVector v1 = FloatVector.fromArray(FLOATS, c, c3 + WIDTH);
        FloatVector w0 = FloatVector.fromArray(FLOATS, c, c4);
        FloatVector w1 = FloatVector.fromArray(FLOATS, c, c4 + WIDTH);
        FloatVector x0 = FloatVector.fromArray(FLOATS, c, c5);
        FloatVector x1 = FloatVector.fromArray(FLOATS, c, c5 + WIDTH);
        FloatVector y0 = FloatVector.fromArray(FLOATS, c, c6);
        FloatVector y1 = FloatVector.fromArray(FLOATS, c, c6 + WIDTH);
        FloatVector z0 = FloatVector.fromArray(FLOATS, c, c7);
        FloatVector z1 = FloatVector.fromArray(FLOATS, c, c7 + WIDTH);
        for (int k = 0; k < depth; k++) {
            int j = from + PANEL * k;
            int i = k * aColumn;
            FloatVector b0 = FloatVector.fromArray(FLOATS, packed, j + WIDTH);
            FloatVector b1 = FloatVector.fromArray(FLOATS, packed, j + 2 * WIDTH);
            FloatVector left = FloatVector.broadcast(FLOATS, a[aAt + i]);
            s0 = b0.fma(left, s0);
            s1 = b1.fma(left, s1);
            left = FloatVector.broadcast(FLOATS, a[a1 + i]);
            t0 = b0.fma(left, t0);
            t1 = b1.fma(left, t1);
            left = FloatVector.broadcast(FLOATS, a[a2 + i]);
            u0 = b0.fma(left, u0);
            u1 = b1.fma(left, u1);
            left = FloatVector.broadcast(FLOATS, a[a3 + i]);
            v0 = b0.fma(left, v0);
            v1 = b1.fma(left, v1);
            left = FloatVector.broadcast(FLOATS, a[a4 + i]);
            w0 = b0.fma(left, w0);
            w1 = b1.fma(left, w1);
            left = FloatVector.broadcast(FLOATS, a[a5 + i]);
            x0 = b0.fma(left, x0);
            x1 = b1.fma(left, x1);
            left = FloatVector.broadcast(FLOATS, a[a6 + i]);
            y0 = b0.fma(left, y0);
            y1 = b1.fma(left, y1);
            left = FloatVector.broadcast(FLOATS, a[a7 + i]);
            z0 = b0.fma(left, z0);
            z1 = b1.fma(left, z1);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, cAt + WIDTH);
        t0.intoArray(c, c1);
        t1.intoArray(c, c1 + WIDTH);
        u0.intoArray(c, c2);
        u1.intoArray(c, c2 + WIDTH);
        v0.intoArray(c, c3);
        v1.intoArray(c, c3 + WIDTH);
        w0.intoArray(c, c4);
        w1.intoArray(c, c4 + WIDTH);
        x0.intoArray(c, c5);
        x1.intoArray(c, c5 + WIDTH);
        y0.intoArray(c, c6);
        y1.intoArray(c, c6 + WIDTH);
        z0.intoArray(c, c7);
        z1.intoArray(c, c7 + WIDTH);
    }

    /** The first vector of such a tile, where the right matrix has no more columns. */
    static void addOneInPlace(
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            int depth,
            float[] packed,
            int from,
            float[] c,
            int cAt,
            int cRow) {
        int a1 = aAt + aRow;
        int a2 = a1 + aRow;
        int a3 = a2 + aRow;
        int a4 = a3 + aRow;
        int a5 = a4 + aRow;
        int a6 = a5 + aRow;
        int a7 = a6 + aRow;
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        int c4 = c3 + cRow;
        int c5 = c4 + cRow;
        int c6 = c5 + cRow;
        int c7 = c6 + cRow;
        FloatVector s0 = FloatVector.fromArray(FLOATS, c, cAt);
        FloatVector t0 = FloatVector.fromArray(FLOATS, c, c1);
        FloatVector u0 = FloatVector.fromArray(FLOATS, c, c2);
        FloatVector v0 = FloatVector.fromArray(FLOATS, c, c3);
        FloatVector w0 = FloatVector.fromArray(FLOATS, c, c4);
        FloatVector x0 = FloatVector.fromArray(FLOATS, c, c5);
        FloatVector y0 = FloatVector.fromArray(FLOATS, c, c6);
        FloatVector z0 = FloatVector.fromArray(FLOATS, c, c7);
        for (int k = 0; k < depth; k++) {
            int j = from + PANEL * k;
            int i = k * aColumn;
            FloatVector b0 = FloatVector.fromArray(FLOATS, packed, j + WIDTH);
            FloatVector left = FloatVector.broadcast(FLOATS, a[aAt + i]);
            s0 = b0.fma(left, s0);
            left = FloatVector.broadcast(FLOATS, a[a1 + i]);
            t0 = b0.fma(left, t0);
            left = FloatVector.broadcast(FLOATS, a[a2 + i]);
            u0 = b0.fma(left, u0);
            left = FloatVector.broadcast(FLOATS, a[a3 + i]);
            v0 = b0.fma(left, v0);
            left = FloatVector.broadcast(FLOATS, a[a4 + i]);
            w0 = b0.fma(left, w0);
            left = FloatVector.broadcast(FLOATS, a[a5 + i]);
            x0 = b0.fma(left, x0);
            left = FloatVector.broadcast(FLOATS, a[a6 + i]);
            y0 = b0.fma(left, y0);
            left = FloatVector.broadcast(FLOATS, a[a7 + i]);
            z0 = b0.fma(left, z0);
        }
        s0.intoArray(c, cAt);
        t0.intoArray(c, c1);
        u0.intoArray(c, c2);
        v0.intoArray(c, c3);
        w0.intoArray(c, c4);
        x0.intoArray(c, c5);
        y0.intoArray(c, c6);
        z0.intoArray(c, c7);
    }
}
