package org.tersegrad.codecs.internal.rotations;

import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;

/**
 * Products of small matrices with vectors. A tile of four rows and two vectors of columns stays in registers while all terms are added,
 * so that a turn loads two vectors and four factors for eight multiplications and additions.
 */
final class VectorProducts {
    /** Rows of a tile. */
    static final int ROWS = 4;
    /** Columns of a tile. */
    static final int COLUMNS = 2 * LENGTH;

    private VectorProducts() {}

    /** One tile; its first factor, row of {@code right} and element of {@code out} are at {@code at}, {@code from} and {@code to}. */
    static void add(
            float[] left, int at, int rows, int terms, float[] right, int from, int columns, float[] out, int to) {
        int second = to + columns;
        int third = second + columns;
        int fourth = third + columns;
        FloatVector a = FloatVector.fromArray(FLOATS, out, to);
        FloatVector b = FloatVector.fromArray(FLOATS, out, second);
        FloatVector c = FloatVector.fromArray(FLOATS, out, third);
        FloatVector d = FloatVector.fromArray(FLOATS, out, fourth);
        FloatVector e = FloatVector.fromArray(FLOATS, out, to + LENGTH);
        FloatVector f = FloatVector.fromArray(FLOATS, out, second + LENGTH);
        FloatVector g = FloatVector.fromArray(FLOATS, out, third + LENGTH);
        FloatVector h = FloatVector.fromArray(FLOATS, out, fourth + LENGTH);
        for (int term = 0; term < terms; term++) {
            int factors = at + term * rows;
            int row = from + term * columns;
            FloatVector x = FloatVector.fromArray(FLOATS, right, row);
            FloatVector y = FloatVector.fromArray(FLOATS, right, row + LENGTH);
            FloatVector factor = FloatVector.broadcast(FLOATS, left[factors]);
            a = x.mul(factor).add(a);
            e = y.mul(factor).add(e);
            factor = FloatVector.broadcast(FLOATS, left[factors + 1]);
            b = x.mul(factor).add(b);
            f = y.mul(factor).add(f);
            factor = FloatVector.broadcast(FLOATS, left[factors + 2]);
            c = x.mul(factor).add(c);
            g = y.mul(factor).add(g);
            factor = FloatVector.broadcast(FLOATS, left[factors + 3]);
            d = x.mul(factor).add(d);
            h = y.mul(factor).add(h);
        }
        a.intoArray(out, to);
        b.intoArray(out, second);
        c.intoArray(out, third);
        d.intoArray(out, fourth);
        e.intoArray(out, to + LENGTH);
        f.intoArray(out, second + LENGTH);
        g.intoArray(out, third + LENGTH);
        h.intoArray(out, fourth + LENGTH);
    }
}
