package org.tersegrad.codecs.internal.floats;

import static jdk.incubator.vector.VectorOperators.I2S;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Floats to their upper halves: an addition carries into them where the lower half is above one half, or odd and equal. */
final class VectorHalves {
    /** As many lanes as a vector of ints has. */
    private static final VectorSpecies<Short> SHORTS =
            VectorSpecies.of(short.class, VectorShape.forBitSize(INTS.vectorBitSize() / 2));

    private static final IntVector ONE = IntVector.broadcast(INTS, 1);
    private static final IntVector ALMOST_HALF = IntVector.broadcast(INTS, 0x7fff);

    private VectorHalves() {}

    static void upper(float[] values, int from, int count, byte[] out, int to) {
        for (int i = 0; i < count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, from + i).reinterpretAsInts();
            IntVector half =
                    bits.lanewise(LSHR, 16).and(ONE).add(ALMOST_HALF).add(bits).lanewise(LSHR, 16);
            // The cast is for C2 of JDK 17, which else boxes what has another shape.
            ((ShortVector) half.convertShape(I2S, SHORTS, 0))
                    .reinterpretAsBytes()
                    .intoArray(out, to + 2 * i);
        }
    }
}
