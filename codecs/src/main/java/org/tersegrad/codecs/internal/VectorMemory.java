package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/** Additions to what is owed: three loops for one rule, because each operation left out shows in the time of a pass. */
final class VectorMemory {
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);

    private VectorMemory() {}

    /** Nothing is to be subtracted. */
    static void add(float[] owed, int offset, int count, float[] gradient, int gradientOffset, float[] sum, int to) {
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector.fromArray(FLOATS, owed, offset + i)
                    .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i))
                    .intoArray(sum, to + i);
        }
    }

    /** The same magnitude for both signs. */
    static void add(
            float[] owed,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int to) {
        IntVector magnitudes = IntVector.broadcast(INTS, Float.floatToRawIntBits(magnitude));
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector before = FloatVector.fromArray(FLOATS, owed, offset + i);
            FloatVector sent =
                    before.reinterpretAsInts().and(SIGN).or(magnitudes).reinterpretAsFloats();
            before.sub(sent)
                    .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i))
                    .intoArray(sum, to + i);
        }
    }

    /** Any values. */
    static void add(
            float[] owed,
            int offset,
            int count,
            float positive,
            float negative,
            float factor,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int to) {
        int bits = Float.floatToRawIntBits(positive);
        IntVector positives = IntVector.broadcast(INTS, bits);
        IntVector changes = IntVector.broadcast(INTS, bits ^ Float.floatToRawIntBits(negative));
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector before = FloatVector.fromArray(FLOATS, owed, offset + i);
            FloatVector sent = before.reinterpretAsInts()
                    .lanewise(VectorOperators.ASHR, 31)
                    .and(changes)
                    .lanewise(VectorOperators.XOR, positives)
                    .reinterpretAsFloats();
            before.sub(sent)
                    .mul(factors)
                    .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i))
                    .intoArray(sum, to + i);
        }
    }
}
