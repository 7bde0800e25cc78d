package org.tersegrad.codecs.internal.floats;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.NARROW_FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** A float in each lane; the elements after the last whole row are left to the scalar kernels. */
public final class VectorExponents implements ExponentKernels {
    private static final IntVector EXPONENT = IntVector.broadcast(INTS, ScalarExponents.EXPONENT);
    private static final IntVector FRACTION = IntVector.broadcast(INTS, ScalarExponents.FRACTION);
    private static final IntVector SIGN = IntVector.broadcast(INTS, ScalarExponents.SIGN);
    private static final VectorSpecies<Integer> NARROW_INTS = NARROW_FLOATS.withLanes(int.class);
    private static final int NARROW = NARROW_INTS.length();
    private static final int SIGN_SHIFT = ScalarExponents.SIGN_SHIFT;

    @Override
    public int exponents(float[] values, int offset, int count, int[] exponents) {
        int whole = wholeRows(count);
        int largest = 0;
        for (int done = 0; done < whole; done += BLOCK) {
            int end = Math.min(done + BLOCK, whole);
            largest = Math.max(largest, exponentsOfRows(values, offset, done, end, exponents));
        }
        for (int i = whole; i < count; i++) {
            exponents[i] = ScalarExponents.exponent(values[offset + i]);
            largest = Math.max(largest, exponents[i]);
        }
        return largest;
    }

    private static int exponentsOfRows(float[] values, int offset, int from, int end, int[] exponents) {
        IntVector largest = IntVector.zero(INTS);
        for (int i = from; i < end; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector next = bits.lanewise(LSHR, FRACTION_BITS).and(EXPONENT);
            next.intoArray(exponents, i);
            largest = next.max(largest);
        }
        return largest.reduceLanes(VectorOperators.MAX);
    }

    @Override
    public void rests(float[] values, int offset, int count, int[] rests) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            restsOfRows(values, offset, done, Math.min(done + BLOCK, whole), rests);
        }
        for (int i = whole; i < count; i++) {
            rests[i] = ScalarExponents.rest(values[offset + i]);
        }
    }

    private static void restsOfRows(float[] values, int offset, int from, int end, int[] rests) {
        for (int i = from; i < end; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector signs = bits.lanewise(LSHR, SIGN_SHIFT).and(SIGN);
            bits.and(FRACTION).or(signs).intoArray(rests, i);
        }
    }

    @Override
    public void join(int[] exponents, int[] rests, int count, float[] values) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            joinRows(exponents, rests, done, Math.min(done + BLOCK, whole), values);
        }
        for (int i = whole; i < count; i++) {
            values[i] = ScalarExponents.join(exponents[i], rests[i]);
        }
    }

    private static void joinRows(int[] exponents, int[] rests, int from, int end, float[] values) {
        for (int i = from; i < end; i += LENGTH) {
            IntVector rest = IntVector.fromArray(INTS, rests, i);
            IntVector exponent = IntVector.fromArray(INTS, exponents, i).lanewise(LSHL, FRACTION_BITS);
            rest.and(SIGN)
                    .lanewise(LSHL, SIGN_SHIFT)
                    .or(exponent)
                    .or(rest.and(FRACTION))
                    .reinterpretAsFloats()
                    .intoArray(values, i);
        }
    }

    @Override
    public void addJoined(int[] exponents, int[] rests, int count, float weight, float[] target, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            addJoinedRows(exponents, rests, done, Math.min(done + BLOCK, whole), weight, target, to);
        }
        for (int i = whole; i < count; i++) {
            target[to + i] += weight * ScalarExponents.join(exponents[i], rests[i]);
        }
    }

    /** In narrow vectors: the scalar code that decodes exponents has the time of nearly all of a step, and wide ones would slow it. */
    private static void addJoinedRows(
            int[] exponents, int[] rests, int from, int end, float weight, float[] target, int to) {
        FloatVector weights = FloatVector.broadcast(NARROW_FLOATS, weight);
        for (int i = from; i < end; i += NARROW) {
            IntVector rest = IntVector.fromArray(NARROW_INTS, rests, i);
            IntVector exponent = IntVector.fromArray(NARROW_INTS, exponents, i).lanewise(LSHL, FRACTION_BITS);
            rest.and(ScalarExponents.SIGN)
                    .lanewise(LSHL, SIGN_SHIFT)
                    .or(exponent)
                    .or(rest.and(ScalarExponents.FRACTION))
                    .reinterpretAsFloats()
                    .mul(weights)
                    .add(FloatVector.fromArray(NARROW_FLOATS, target, to + i))
                    .intoArray(target, to + i);
        }
    }
}
