package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Additions to the residual, and on the way the largest key or the sum of magnitudes: sums that are written here are not in
 * the cache afterwards, since processors send long runs of stores past it, so to look at them again would cost a pass.
 */
final class VectorResidual {
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);

    private VectorResidual() {}

    /** Nothing is to be subtracted. */
    static int add(float[] residual, int offset, int count, float[] gradient, int gradientOffset, float[] sum, int to) {
        IntVector largest = IntVector.zero(INTS);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector next = FloatVector.fromArray(FLOATS, residual, offset + i)
                    .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i));
            next.intoArray(sum, to + i);
            largest = next.reinterpretAsInts().and(MAGNITUDE).max(largest);
        }
        return largest.reduceLanes(VectorOperators.MAX);
    }

    /** Any values to subtract, by sign. */
    static int add(
            float[] residual,
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
        IntVector largest = IntVector.zero(INTS);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector before = FloatVector.fromArray(FLOATS, residual, offset + i);
            FloatVector sent = before.reinterpretAsInts()
                    .lanewise(VectorOperators.ASHR, 31)
                    .and(changes)
                    .lanewise(VectorOperators.XOR, positives)
                    .reinterpretAsFloats();
            FloatVector next =
                    before.sub(sent).mul(factors).add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i));
            next.intoArray(sum, to + i);
            largest = next.reinterpretAsInts().and(MAGNITUDE).max(largest);
        }
        return largest.reduceLanes(VectorOperators.MAX);
    }

    /** One magnitude to subtract, whole rows of one run, magnitudes of the sums added up, in {@code 2 * LENGTH} lanes. */
    static void addAndSumTwo(
            float[] residual,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int to,
            float[] lanes,
            int lane) {
        assert count <= FloatKernels.RUN && count % Kernels.LANES == 0 : count + " floats, not whole rows of a run";
        assert offset >= 0 && offset + count <= residual.length
                : "rows to " + (offset + count) + " of " + residual.length;
        assert to >= 0 && to + count <= sum.length : "rows to " + (to + count) + " of " + sum.length;
        IntVector magnitudes = IntVector.broadcast(INTS, Float.floatToRawIntBits(magnitude));
        FloatVector a = FloatVector.zero(FLOATS);
        FloatVector b = a;
        for (int i = lane; i < count; i += Kernels.LANES) {
            FloatVector x = FloatVector.fromArray(FLOATS, residual, offset + i);
            FloatVector y = FloatVector.fromArray(FLOATS, residual, offset + i + LENGTH);
            x = x.sub(x.reinterpretAsInts().and(SIGN).or(magnitudes).reinterpretAsFloats())
                    .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i));
            x.intoArray(sum, to + i);
            a = x.abs().add(a);
            y = y.sub(y.reinterpretAsInts().and(SIGN).or(magnitudes).reinterpretAsFloats())
                    .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i + LENGTH));
            y.intoArray(sum, to + i + LENGTH);
            b = y.abs().add(b);
        }
        FloatVector.fromArray(FLOATS, lanes, lane).add(a).intoArray(lanes, lane);
        FloatVector.fromArray(FLOATS, lanes, lane + LENGTH).add(b).intoArray(lanes, lane + LENGTH);
    }

    /** The same for {@code LENGTH} lanes of each row. */
    static void addAndSumOne(
            float[] residual,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int to,
            float[] lanes,
            int lane) {
        assert offset >= 0 && offset + count <= residual.length
                : "rows to " + (offset + count) + " of " + residual.length;
        assert to >= 0 && to + count <= sum.length : "rows to " + (to + count) + " of " + sum.length;
        assert lane >= 0 && lane + LENGTH <= lanes.length : "lanes to " + (lane + LENGTH) + " of " + lanes.length;
        IntVector magnitudes = IntVector.broadcast(INTS, Float.floatToRawIntBits(magnitude));
        for (int run = 0; run < count; run += FloatKernels.RUN) {
            int end = Math.min(run + FloatKernels.RUN, count);
            int first = run + lane;
            FloatVector x = FloatVector.fromArray(FLOATS, residual, offset + first);
            x = x.sub(x.reinterpretAsInts().and(SIGN).or(magnitudes).reinterpretAsFloats())
                    .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + first));
            x.intoArray(sum, to + first);
            FloatVector a = x.abs();
            for (int i = first + Kernels.LANES; i < end; i += Kernels.LANES) {
                x = FloatVector.fromArray(FLOATS, residual, offset + i);
                x = x.sub(x.reinterpretAsInts().and(SIGN).or(magnitudes).reinterpretAsFloats())
                        .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i));
                x.intoArray(sum, to + i);
                a = x.abs().add(a);
            }
            a.add(FloatVector.fromArray(FLOATS, lanes, lane)).intoArray(lanes, lane);
        }
    }
}
