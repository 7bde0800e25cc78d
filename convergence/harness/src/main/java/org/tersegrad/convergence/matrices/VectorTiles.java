package org.tersegrad.convergence.matrices;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * A tile of a product of matrices: {@link VectorMatrices#HEIGHT} rows of sixteen columns, which stay in eight registers while
 * all of the inner dimension passes by. Sixteen columns of the right matrix are packed: row k at {@code 16 * k}.
 *
 * <p>Habits of C2 shape it. A vector that crosses a call is an object, so nothing here is done by a helper method. And C2
 * shares the address of all accesses to an array if each adds a constant to the same sum, so at least one {@code WIDTH} is
 * added to every index of the packed columns, and the index given is one {@code WIDTH} too low.
 */
final class VectorTiles {
    /** 128 or 256 bits, as the library's products have: C2 of JDK 17 boxes where a process has vectors of two shapes. */
    static final VectorSpecies<Float> FLOATS = VectorSpecies.of(float.class, shape());

    /** Floats in one vector: 4 or 8. */
    static final int WIDTH = FLOATS.length();

    private static final int W2 = 2 * WIDTH;
    private static final int W3 = 3 * WIDTH;
    private static final int W4 = 4 * WIDTH;
    private static final int PANEL = VectorMatrices.PANEL;

    private VectorTiles() {}

    private static VectorShape shape() {
        int bits = Integer.getInteger("tersegrad.vectorBits", FloatVector.SPECIES_PREFERRED.vectorBitSize());
        return bits > 128 ? VectorShape.S_256_BIT : VectorShape.S_128_BIT;
    }

    /** The tile for vectors of four. */
    static void addToTwoRows(
            float[] a, int aAt, int aRow, int inner, float[] packed, int from, float[] c, int cAt, int cRow) {
        int next = aAt + aRow;
        int to = cAt + cRow;
        FloatVector s0 = FloatVector.fromArray(FLOATS, c, cAt);
        FloatVector s1 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH);
        FloatVector s2 = FloatVector.fromArray(FLOATS, c, cAt + W2);
        FloatVector s3 = FloatVector.fromArray(FLOATS, c, cAt + W3);
        FloatVector t0 = FloatVector.fromArray(FLOATS, c, to);
        FloatVector t1 = FloatVector.fromArray(FLOATS, c, to + WIDTH);
        FloatVector t2 = FloatVector.fromArray(FLOATS, c, to + W2);
        FloatVector t3 = FloatVector.fromArray(FLOATS, c, to + W3);
        for (int k = 0; k < inner; k++) {
            int i = PANEL * k;
            FloatVector x = FloatVector.broadcast(FLOATS, a[aAt + k]);
            FloatVector y = FloatVector.broadcast(FLOATS, a[next + k]);
            FloatVector b = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            s0 = b.mul(x).add(s0);
            t0 = b.mul(y).add(t0);
            b = FloatVector.fromArray(FLOATS, packed, from + i + W2);
            s1 = b.mul(x).add(s1);
            t1 = b.mul(y).add(t1);
            b = FloatVector.fromArray(FLOATS, packed, from + i + W3);
            s2 = b.mul(x).add(s2);
            t2 = b.mul(y).add(t2);
            b = FloatVector.fromArray(FLOATS, packed, from + i + W4);
            s3 = b.mul(x).add(s3);
            t3 = b.mul(y).add(t3);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, cAt + WIDTH);
        s2.intoArray(c, cAt + W2);
        s3.intoArray(c, cAt + W3);
        t0.intoArray(c, to);
        t1.intoArray(c, to + WIDTH);
        t2.intoArray(c, to + W2);
        t3.intoArray(c, to + W3);
    }

    /** The tile for vectors of eight. */
    static void addToFourRows(
            float[] a, int aAt, int aRow, int inner, float[] packed, int from, float[] c, int cAt, int cRow) {
        int a1 = aAt + aRow;
        int a2 = a1 + aRow;
        int a3 = a2 + aRow;
        int c1 = cAt + cRow;
        int c2 = c1 + cRow;
        int c3 = c2 + cRow;
        FloatVector s0 = FloatVector.fromArray(FLOATS, c, cAt);
        FloatVector s1 = FloatVector.fromArray(FLOATS, c, c1);
        FloatVector s2 = FloatVector.fromArray(FLOATS, c, c2);
        FloatVector s3 = FloatVector.fromArray(FLOATS, c, c3);
        FloatVector t0 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH);
        FloatVector t1 = FloatVector.fromArray(FLOATS, c, c1 + WIDTH);
        FloatVector t2 = FloatVector.fromArray(FLOATS, c, c2 + WIDTH);
        FloatVector t3 = FloatVector.fromArray(FLOATS, c, c3 + WIDTH);
        for (int k = 0; k < inner; k++) {
            int i = PANEL * k;
            FloatVector b = FloatVector.fromArray(FLOATS, packed, from + i + WIDTH);
            FloatVector d = FloatVector.fromArray(FLOATS, packed, from + i + W2);
            FloatVector x = FloatVector.broadcast(FLOATS, a[aAt + k]);
            s0 = b.mul(x).add(s0);
            t0 = d.mul(x).add(t0);
            x = FloatVector.broadcast(FLOATS, a[a1 + k]);
            s1 = b.mul(x).add(s1);
            t1 = d.mul(x).add(t1);
            x = FloatVector.broadcast(FLOATS, a[a2 + k]);
            s2 = b.mul(x).add(s2);
            t2 = d.mul(x).add(t2);
            x = FloatVector.broadcast(FLOATS, a[a3 + k]);
            s3 = b.mul(x).add(s3);
            t3 = d.mul(x).add(t3);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, c1);
        s2.intoArray(c, c2);
        s3.intoArray(c, c3);
        t0.intoArray(c, cAt + WIDTH);
        t1.intoArray(c, c1 + WIDTH);
        t2.intoArray(c, c2 + WIDTH);
        t3.intoArray(c, c3 + WIDTH);
    }
}
