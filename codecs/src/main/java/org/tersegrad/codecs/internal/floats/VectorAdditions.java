package org.tersegrad.codecs.internal.floats;

import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import org.tersegrad.codecs.internal.Kernels;

/**
 * Additions to the residual, and on the way the largest key or the sum of magnitudes: sums that are written here are not in
 * the cache afterwards, since processors send long runs of stores past it, so to look at them again would cost a pass.
 */
public final class VectorAdditions implements AdditionKernels {
    private static final ScalarAdditions SCALAR = new ScalarAdditions();
    private static final int LANES = Kernels.LANES;
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);

    @Override
    public void addScaled(float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            addScaledRows(values, offset + done, block, weight, target, targetOffset + done);
        }
        SCALAR.addScaled(values, offset + whole, count - whole, weight, target, targetOffset + whole);
    }

    @Override
    public void multiply(float[] values, int offset, int count, float factor, float[] products, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            multiplyRows(values, offset + done, block, factor, products, to + done);
        }
        SCALAR.multiply(values, offset + whole, count - whole, factor, products, to + whole);
    }

    @Override
    public void multiplyAbove(
            float[] values, int offset, int count, float least, float factor, float[] products, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            multiplyRowsAbove(values, offset + done, block, least, factor, products, to + done);
        }
        SCALAR.multiplyAbove(values, offset + whole, count - whole, least, factor, products, to + whole);
    }

    @Override
    public int addToResidual(
            float[] residual,
            int offset,
            int count,
            float positive,
            float negative,
            float factor,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset) {
        // To subtract −0.0 would make 0.0 of −0.0.
        int bits = Float.floatToRawIntBits(positive) | Float.floatToRawIntBits(negative);
        boolean plain = factor == 1f && bits == 0;
        int largest = 0;
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            int from = offset + done;
            int with = gradientOffset + done;
            int to = sumOffset + done;
            int key = plain
                    ? add(residual, from, block, gradient, with, sum, to)
                    : add(residual, from, block, positive, negative, factor, gradient, with, sum, to);
            largest = Math.max(largest, key);
        }
        int key = SCALAR.addToResidual(
                residual,
                offset + whole,
                count - whole,
                positive,
                negative,
                factor,
                gradient,
                gradientOffset + whole,
                sum,
                sumOffset + whole);
        return Math.max(largest, key);
    }

    @Override
    public void addToResidualAndSum(
            float[] residual,
            int offset,
            int count,
            float magnitude,
            float[] gradient,
            int gradientOffset,
            float[] sum,
            int sumOffset,
            float[] lanes) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            int from = offset + done;
            int with = gradientOffset + done;
            int to = sumOffset + done;
            if (LENGTH == 4) {
                for (int run = 0; run < block; run += ReductionKernels.RUN) {
                    int rows = Math.min(ReductionKernels.RUN, block - run);
                    for (int lane = 0; lane < LANES; lane += 2 * LENGTH) {
                        addAndSumTwo(
                                residual,
                                from + run,
                                rows,
                                magnitude,
                                gradient,
                                with + run,
                                sum,
                                to + run,
                                lanes,
                                lane);
                    }
                }
            } else {
                for (int lane = 0; lane < LANES; lane += LENGTH) {
                    addAndSumOne(residual, from, block, magnitude, gradient, with, sum, to, lanes, lane);
                }
            }
        }
        SCALAR.addToResidualAndSum(
                residual,
                offset + whole,
                count - whole,
                magnitude,
                gradient,
                gradientOffset + whole,
                sum,
                sumOffset + whole,
                lanes);
    }

    /** Adds without anything to subtract. */
    private static int add(
            float[] residual, int offset, int count, float[] gradient, int gradientOffset, float[] sum, int to) {
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
    private static int add(
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
        assert offset >= 0 && offset + count <= residual.length
                : String.format("residual %d to %d of %d", offset, offset + count, residual.length);
        assert gradientOffset >= 0 && gradientOffset + count <= gradient.length
                : String.format("gradient %d to %d of %d", gradientOffset, gradientOffset + count, gradient.length);
        assert to >= 0 && to + count <= sum.length : String.format("sum %d to %d of %d", to, to + count, sum.length);
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
    private static void addAndSumTwo(
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
        assert count <= ReductionKernels.RUN && count % LANES == 0 : count + " floats, not whole rows of a run";
        assert offset >= 0 && offset + count <= residual.length
                : "rows to " + (offset + count) + " of " + residual.length;
        assert to >= 0 && to + count <= sum.length : "rows to " + (to + count) + " of " + sum.length;
        IntVector magnitudes = IntVector.broadcast(INTS, Float.floatToRawIntBits(magnitude));
        FloatVector a = FloatVector.zero(FLOATS);
        FloatVector b = a;
        for (int i = lane; i < count; i += LANES) {
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
    private static void addAndSumOne(
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
        for (int run = 0; run < count; run += ReductionKernels.RUN) {
            int end = Math.min(run + ReductionKernels.RUN, count);
            int first = run + lane;
            FloatVector x = FloatVector.fromArray(FLOATS, residual, offset + first);
            x = x.sub(x.reinterpretAsInts().and(SIGN).or(magnitudes).reinterpretAsFloats())
                    .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + first));
            x.intoArray(sum, to + first);
            FloatVector a = x.abs();
            for (int i = first + Kernels.LANES; i < end; i += LANES) {
                x = FloatVector.fromArray(FLOATS, residual, offset + i);
                x = x.sub(x.reinterpretAsInts().and(SIGN).or(magnitudes).reinterpretAsFloats())
                        .add(FloatVector.fromArray(FLOATS, gradient, gradientOffset + i));
                x.intoArray(sum, to + i);
                a = x.abs().add(a);
            }
            a.add(FloatVector.fromArray(FLOATS, lanes, lane)).intoArray(lanes, lane);
        }
    }

    private static void multiplyRows(float[] values, int offset, int count, float factor, float[] products, int to) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector.fromArray(FLOATS, values, offset + i).mul(factors).intoArray(products, to + i);
        }
    }

    private static void multiplyRowsAbove(
            float[] values, int offset, int count, float least, float factor, float[] products, int to) {
        FloatVector leasts = FloatVector.broadcast(FLOATS, least);
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector.fromArray(FLOATS, values, offset + i)
                    .sub(leasts)
                    .mul(factors)
                    .intoArray(products, to + i);
        }
    }

    private static void addScaledRows(
            float[] values, int offset, int count, float weight, float[] target, int targetOffset) {
        FloatVector weights = FloatVector.broadcast(FLOATS, weight);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector.fromArray(FLOATS, values, offset + i)
                    .mul(weights)
                    .add(FloatVector.fromArray(FLOATS, target, targetOffset + i))
                    .intoArray(target, targetOffset + i);
        }
    }
}
