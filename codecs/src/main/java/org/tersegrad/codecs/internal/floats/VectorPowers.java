package org.tersegrad.codecs.internal.floats;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/** Floats to powers of two and back. The sum of a magnitude and 23 bits is below 2^31, so no carry reaches the sign. */
final class VectorPowers {
    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    private static final IntVector LARGEST = IntVector.broadcast(INTS, RoundingKernels.LARGEST_EXPONENT);
    private static final IntVector SIGN = IntVector.broadcast(INTS, 0x100);

    private VectorPowers() {}

    /** Whole rows. */
    static void toPowersOfTwo(float[] values, int from, int count, int[] words, int at) {
        for (int i = 0; i < count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, from + i).reinterpretAsInts();
            IntVector.fromArray(INTS, words, at + i)
                    .lanewise(LSHR, 9)
                    .add(bits.and(MAGNITUDE))
                    .lanewise(LSHR, 23)
                    .min(LARGEST)
                    .or(bits.lanewise(LSHR, 23).and(SIGN))
                    .intoArray(words, at + i);
        }
    }

    /** Whole rows. */
    static void fromPowersOfTwo(int[] fields, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i += LENGTH) {
            IntVector.fromArray(INTS, fields, from + i)
                    .lanewise(LSHL, 23)
                    .reinterpretAsFloats()
                    .intoArray(values, to + i);
        }
    }
}
