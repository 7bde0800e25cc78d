package org.tersegrad.codecs.internal.rotations;

import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Sums of cosines with vectors. Eight sums of a vector stay in registers while all terms are added: those of four rows and of the four that
 * have the same products but for a sign. Strides are constants, so that C2 checks indices once for all terms.
 */
final class VectorCosineSums {
    /** Rows of the upper half in a tile. */
    static final int ROWS = 4;

    private static final int EDGE = CosineKernels.EDGE;

    private VectorCosineSums() {}

    /** One tile; its elements of the first row and of the last are at {@code upper} and {@code lower}. */
    static void sum(
            float[] factors,
            int row,
            int[] signs,
            float[] rows,
            int column,
            int terms,
            int columns,
            float[] to,
            int upper,
            int lower) {
        FloatVector a = FloatVector.zero(FLOATS);
        FloatVector b = FloatVector.zero(FLOATS);
        FloatVector c = FloatVector.zero(FLOATS);
        FloatVector d = FloatVector.zero(FLOATS);
        FloatVector e = FloatVector.zero(FLOATS);
        FloatVector f = FloatVector.zero(FLOATS);
        FloatVector g = FloatVector.zero(FLOATS);
        FloatVector h = FloatVector.zero(FLOATS);
        for (int term = 0; term < terms; term++) {
            IntVector sign = IntVector.broadcast(INTS, signs[term] & Integer.MIN_VALUE);
            FloatVector x = FloatVector.fromArray(FLOATS, rows, term * EDGE + column);
            FloatVector p = x.mul(FloatVector.broadcast(FLOATS, factors[term * (EDGE / 2) + row]));
            a = p.add(a);
            e = p.reinterpretAsInts().lanewise(XOR, sign).reinterpretAsFloats().add(e);
            p = x.mul(FloatVector.broadcast(FLOATS, factors[term * (EDGE / 2) + row + 1]));
            b = p.add(b);
            f = p.reinterpretAsInts().lanewise(XOR, sign).reinterpretAsFloats().add(f);
            p = x.mul(FloatVector.broadcast(FLOATS, factors[term * (EDGE / 2) + row + 2]));
            c = p.add(c);
            g = p.reinterpretAsInts().lanewise(XOR, sign).reinterpretAsFloats().add(g);
            p = x.mul(FloatVector.broadcast(FLOATS, factors[term * (EDGE / 2) + row + 3]));
            d = p.add(d);
            h = p.reinterpretAsInts().lanewise(XOR, sign).reinterpretAsFloats().add(h);
        }
        a.intoArray(to, upper);
        b.intoArray(to, upper + columns);
        c.intoArray(to, upper + 2 * columns);
        d.intoArray(to, upper + 3 * columns);
        e.intoArray(to, lower);
        f.intoArray(to, lower - columns);
        g.intoArray(to, lower - 2 * columns);
        h.intoArray(to, lower - 3 * columns);
    }
}
