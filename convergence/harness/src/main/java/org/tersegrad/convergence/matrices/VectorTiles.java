package org.tersegrad.convergence.matrices;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Tiles of a product of matrices: four rows of two or four vectors, which stay in registers while all of the inner dimension
 * passes by. The columns of the right matrix are packed: row k at {@code PANEL * k}. Four rows of the left one are packed too,
 * column k at {@code 4 * k}, or in place.
 *
 * <p>Habits of C2 shape it. A vector that crosses a call is an object, so nothing here is done by a helper method. And C2
 * shares the address of all accesses to an array if each adds a constant to the same sum, so at least one {@code WIDTH} is
 * added to every index of the packed columns and at least 1 to every index of the packed rows, and the indices given are as much
 * too low.
 */
final class VectorTiles {
    private static final int BITS =
            Integer.getInteger("tersegrad.vectorBits", FloatVector.SPECIES_PREFERRED.vectorBitSize());

    /** At most 256 bits before JDK 25, as in the library: its C2 boxes where a process has vectors of two shapes. */
    static final VectorSpecies<Float> FLOATS = VectorSpecies.of(float.class, shape());

    /** Floats in one vector: 4, 8 or 16. */
    static final int WIDTH = FLOATS.length();

    /** Whether sixteen sums fit the registers: machines with vectors of 512 bits have 32, whatever the size in use. */
    static final boolean TALL = BITS > 256;

    private static final int W2 = 2 * WIDTH;
    private static final int W3 = 3 * WIDTH;
    private static final int W4 = 4 * WIDTH;
    private static final int PANEL = VectorMatrices.PANEL;
    private static final int HEIGHT = VectorMatrices.HEIGHT;

    private VectorTiles() {}

    private static VectorShape shape() {
        int widest = Runtime.version().feature() < 25 ? 256 : 512;
        return VectorShape.forBitSize(Math.max(128, Math.min(widest, BITS)));
    }

    /** A tile for vectors of four: sixteen sums, as 32 registers allow. */
    static void addFourVectors(float[] packed, int strip, int from, int depth, float[] c, int cAt, int cRow) {
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        FloatVector s0 = FloatVector.fromArray(FLOATS, c, cAt);
        FloatVector s1 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH);
        FloatVector s2 = FloatVector.fromArray(FLOATS, c, cAt + W2);
        FloatVector s3 = FloatVector.fromArray(FLOATS, c, cAt + W3);
        FloatVector t0 = FloatVector.fromArray(FLOATS, c, c1);
        FloatVector t1 = FloatVector.fromArray(FLOATS, c, c1 + WIDTH);
        FloatVector t2 = FloatVector.fromArray(FLOATS, c, c1 + W2);
        FloatVector t3 = FloatVector.fromArray(FLOATS, c, c1 + W3);
        FloatVector u0 = FloatVector.fromArray(FLOATS, c, c2);
        FloatVector u1 = FloatVector.fromArray(FLOATS, c, c2 + WIDTH);
        FloatVector u2 = FloatVector.fromArray(FLOATS, c, c2 + W2);
        FloatVector u3 = FloatVector.fromArray(FLOATS, c, c2 + W3);
        FloatVector v0 = FloatVector.fromArray(FLOATS, c, c3);
        FloatVector v1 = FloatVector.fromArray(FLOATS, c, c3 + WIDTH);
        FloatVector v2 = FloatVector.fromArray(FLOATS, c, c3 + W2);
        FloatVector v3 = FloatVector.fromArray(FLOATS, c, c3 + W3);
        for (int k = 0; k < depth; k++) {
            int j = from + PANEL * k;
            int i = strip + HEIGHT * k;
            FloatVector x0 = FloatVector.broadcast(FLOATS, packed[i + 1]);
            FloatVector x1 = FloatVector.broadcast(FLOATS, packed[i + 2]);
            FloatVector x2 = FloatVector.broadcast(FLOATS, packed[i + 3]);
            FloatVector x3 = FloatVector.broadcast(FLOATS, packed[i + 4]);
            FloatVector b = FloatVector.fromArray(FLOATS, packed, j + WIDTH);
            s0 = b.fma(x0, s0);
            t0 = b.fma(x1, t0);
            u0 = b.fma(x2, u0);
            v0 = b.fma(x3, v0);
            b = FloatVector.fromArray(FLOATS, packed, j + W2);
            s1 = b.fma(x0, s1);
            t1 = b.fma(x1, t1);
            u1 = b.fma(x2, u1);
            v1 = b.fma(x3, v1);
            b = FloatVector.fromArray(FLOATS, packed, j + W3);
            s2 = b.fma(x0, s2);
            t2 = b.fma(x1, t2);
            u2 = b.fma(x2, u2);
            v2 = b.fma(x3, v2);
            b = FloatVector.fromArray(FLOATS, packed, j + W4);
            s3 = b.fma(x0, s3);
            t3 = b.fma(x1, t3);
            u3 = b.fma(x2, u3);
            v3 = b.fma(x3, v3);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, cAt + WIDTH);
        s2.intoArray(c, cAt + W2);
        s3.intoArray(c, cAt + W3);
        t0.intoArray(c, c1);
        t1.intoArray(c, c1 + WIDTH);
        t2.intoArray(c, c1 + W2);
        t3.intoArray(c, c1 + W3);
        u0.intoArray(c, c2);
        u1.intoArray(c, c2 + WIDTH);
        u2.intoArray(c, c2 + W2);
        u3.intoArray(c, c2 + W3);
        v0.intoArray(c, c3);
        v1.intoArray(c, c3 + WIDTH);
        v2.intoArray(c, c3 + W2);
        v3.intoArray(c, c3 + W3);
    }

    /** A tile for vectors of eight. */
    static void addTwoVectors(float[] packed, int strip, int from, int depth, float[] c, int cAt, int cRow) {
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        FloatVector s0 = FloatVector.fromArray(FLOATS, c, cAt);
        FloatVector s1 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH);
        FloatVector t0 = FloatVector.fromArray(FLOATS, c, c1);
        FloatVector t1 = FloatVector.fromArray(FLOATS, c, c1 + WIDTH);
        FloatVector u0 = FloatVector.fromArray(FLOATS, c, c2);
        FloatVector u1 = FloatVector.fromArray(FLOATS, c, c2 + WIDTH);
        FloatVector v0 = FloatVector.fromArray(FLOATS, c, c3);
        FloatVector v1 = FloatVector.fromArray(FLOATS, c, c3 + WIDTH);
        for (int k = 0; k < depth; k++) {
            int j = from + PANEL * k;
            int i = strip + HEIGHT * k;
            FloatVector b0 = FloatVector.fromArray(FLOATS, packed, j + WIDTH);
            FloatVector b1 = FloatVector.fromArray(FLOATS, packed, j + W2);
            FloatVector x = FloatVector.broadcast(FLOATS, packed[i + 1]);
            s0 = b0.fma(x, s0);
            s1 = b1.fma(x, s1);
            x = FloatVector.broadcast(FLOATS, packed[i + 2]);
            t0 = b0.fma(x, t0);
            t1 = b1.fma(x, t1);
            x = FloatVector.broadcast(FLOATS, packed[i + 3]);
            u0 = b0.fma(x, u0);
            u1 = b1.fma(x, u1);
            x = FloatVector.broadcast(FLOATS, packed[i + 4]);
            v0 = b0.fma(x, v0);
            v1 = b1.fma(x, v1);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, cAt + WIDTH);
        t0.intoArray(c, c1);
        t1.intoArray(c, c1 + WIDTH);
        u0.intoArray(c, c2);
        u1.intoArray(c, c2 + WIDTH);
        v0.intoArray(c, c3);
        v1.intoArray(c, c3 + WIDTH);
    }

    /** Two vectors of a tile, whose rows of the left matrix are not packed. */
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
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        FloatVector s0 = FloatVector.fromArray(FLOATS, c, cAt);
        FloatVector s1 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH);
        FloatVector t0 = FloatVector.fromArray(FLOATS, c, c1);
        FloatVector t1 = FloatVector.fromArray(FLOATS, c, c1 + WIDTH);
        FloatVector u0 = FloatVector.fromArray(FLOATS, c, c2);
        FloatVector u1 = FloatVector.fromArray(FLOATS, c, c2 + WIDTH);
        FloatVector v0 = FloatVector.fromArray(FLOATS, c, c3);
        FloatVector v1 = FloatVector.fromArray(FLOATS, c, c3 + WIDTH);
        for (int k = 0; k < depth; k++) {
            int j = from + PANEL * k;
            int i = k * aColumn;
            FloatVector b0 = FloatVector.fromArray(FLOATS, packed, j + WIDTH);
            FloatVector b1 = FloatVector.fromArray(FLOATS, packed, j + W2);
            FloatVector x = FloatVector.broadcast(FLOATS, a[aAt + i]);
            s0 = b0.fma(x, s0);
            s1 = b1.fma(x, s1);
            x = FloatVector.broadcast(FLOATS, a[a1 + i]);
            t0 = b0.fma(x, t0);
            t1 = b1.fma(x, t1);
            x = FloatVector.broadcast(FLOATS, a[a2 + i]);
            u0 = b0.fma(x, u0);
            u1 = b1.fma(x, u1);
            x = FloatVector.broadcast(FLOATS, a[a3 + i]);
            v0 = b0.fma(x, v0);
            v1 = b1.fma(x, v1);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, cAt + WIDTH);
        t0.intoArray(c, c1);
        t1.intoArray(c, c1 + WIDTH);
        u0.intoArray(c, c2);
        u1.intoArray(c, c2 + WIDTH);
        v0.intoArray(c, c3);
        v1.intoArray(c, c3 + WIDTH);
    }
}
