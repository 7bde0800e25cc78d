package org.tersegrad.codecs.internal.rotations;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;

/**
 * Rotations with vectors. Strides of a vector or more take whole vectors, three stages at a time while these are in registers.
 * For shorter ones the partner of a lane is loaded from a place some lanes further up or down. That needs neither masks nor a
 * shuffle, which some JDKs do not compile.
 */
public final class VectorRotations implements RotationKernels {
    private static final ScalarRotations SCALAR = new ScalarRotations();
    private static final int ROW = Kernels.LANES;
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);

    private static final IntVector UNITS = IntVector.broadcast(INTS, (1 << LEVEL_SHIFT) - 1);

    /** All ones in lanes whose partner, 1, 2, 4 or 8 lanes away, is further up. */
    private static final int[] UPWARD = new int[4 * ROW];

    static {
        for (int i = 0; i < UPWARD.length; i++) {
            UPWARD[i] = ((i % ROW) & (1 << (i / ROW))) == 0 ? -1 : 0;
        }
    }

    @Override
    public void flipSigns(float[] values, int offset, int count, float factor, int[] words, float[] target, int to) {
        int whole = count - count % Kernels.GROUP;
        for (int group = 0; group < whole; group += Kernels.GROUP) {
            for (int lane = 0; lane < ROW; lane += LENGTH) {
                int word = group / Kernels.GROUP * ROW + lane;
                flipLanes(values, offset + group + lane, factor, words, word, target, to + group + lane);
            }
        }
        for (int i = whole; i < count; i++) {
            target[to + i] = ScalarRotations.flipped(values[offset + i], factor, words, i);
        }
    }

    /** {@code LENGTH} lanes of one group. */
    private static void flipLanes(
            float[] values, int offset, float factor, int[] words, int word, float[] target, int to) {
        IntVector signs = IntVector.fromArray(INTS, words, word);
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int slot = 0; slot < 32; slot++) {
            IntVector flip = signs.lanewise(LSHL, 31 - slot).and(SIGN);
            FloatVector.fromArray(FLOATS, values, offset + slot * ROW)
                    .mul(factors)
                    .reinterpretAsInts()
                    .lanewise(XOR, flip)
                    .reinterpretAsFloats()
                    .intoArray(target, to + slot * ROW);
        }
    }

    @Override
    public void hadamard(float[] values, int offset, int count, float[] scratch) {
        if (count < 4 * ROW) {
            SCALAR.hadamard(values, offset, count, scratch);
            return;
        }
        // The partners of the first and the last row may lie outside of the array.
        ScalarRotations.stages(values, offset, ROW, 1, LENGTH);
        ScalarRotations.stages(values, offset + count - ROW, ROW, 1, LENGTH);
        boolean inScratch = false;
        int upward = 0;
        for (int stride = 1; stride < LENGTH; stride *= 2) {
            if (inScratch) {
                inVectors(scratch, 0, count, stride, upward, values, offset);
            } else {
                inVectors(values, offset, count, stride, upward, scratch, 0);
            }
            inScratch = !inScratch;
            upward += ROW;
        }
        if (inScratch) {
            System.arraycopy(values, offset, scratch, 0, ROW);
            System.arraycopy(values, offset + count - ROW, scratch, count - ROW, ROW);
            betweenVectors(scratch, 0, count, values, offset);
        } else {
            betweenVectors(values, offset, count, values, offset);
        }
    }

    /**
     * A stage whose pairs are in one vector each, for all rows but the first and the last. It goes to another array: a load that
     * overlaps with a store just before it waits until that is in the cache.
     */
    private static void inVectors(
            float[] values, int offset, int count, int stride, int upward, float[] target, int to) {
        IntVector up = IntVector.fromArray(INTS, UPWARD, upward);
        IntVector down = up.not();
        IntVector minus = down.and(SIGN);
        for (int i = ROW; i < count - ROW; i += LENGTH) {
            IntVector own = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector above =
                    FloatVector.fromArray(FLOATS, values, offset + i + stride).reinterpretAsInts();
            IntVector below =
                    FloatVector.fromArray(FLOATS, values, offset + i - stride).reinterpretAsInts();
            FloatVector partner = above.and(up).or(below.and(down)).reinterpretAsFloats();
            own.lanewise(XOR, minus).reinterpretAsFloats().add(partner).intoArray(target, to + i);
        }
    }

    /** The stages with strides of a vector and more; the first ones may come from another array. */
    private static void betweenVectors(float[] first, int firstAt, int count, float[] values, int offset) {
        float[] source = first;
        int at = firstAt;
        int stride = LENGTH;
        for (; 8 * stride <= count; stride *= 8) {
            for (int i = 0; i < count; i += 8 * stride) {
                threeStages(source, at + i, stride, values, offset + i);
            }
            source = values;
            at = offset;
        }
        for (; stride < count; stride *= 2) {
            for (int i = 0; i < count; i += 2 * stride) {
                oneStage(source, at + i, stride, values, offset + i);
            }
            source = values;
            at = offset;
        }
    }

    private static void oneStage(float[] source, int at, int stride, float[] target, int to) {
        for (int i = 0; i < stride; i += LENGTH) {
            FloatVector a = FloatVector.fromArray(FLOATS, source, at + i);
            FloatVector b = FloatVector.fromArray(FLOATS, source, at + i + stride);
            a.add(b).intoArray(target, to + i);
            a.sub(b).intoArray(target, to + i + stride);
        }
    }

    /** Stages of a stride, twice and four times as much, on eight vectors. */
    private static void threeStages(float[] source, int at, int stride, float[] target, int to) {
        for (int i = 0; i < stride; i += LENGTH) {
            FloatVector a = FloatVector.fromArray(FLOATS, source, at + i);
            FloatVector b = FloatVector.fromArray(FLOATS, source, at + i + stride);
            FloatVector c = FloatVector.fromArray(FLOATS, source, at + i + 2 * stride);
            FloatVector d = FloatVector.fromArray(FLOATS, source, at + i + 3 * stride);
            FloatVector e = FloatVector.fromArray(FLOATS, source, at + i + 4 * stride);
            FloatVector f = FloatVector.fromArray(FLOATS, source, at + i + 5 * stride);
            FloatVector g = FloatVector.fromArray(FLOATS, source, at + i + 6 * stride);
            FloatVector h = FloatVector.fromArray(FLOATS, source, at + i + 7 * stride);
            FloatVector ab = a.add(b);
            FloatVector cd = c.add(d);
            FloatVector ef = e.add(f);
            FloatVector gh = g.add(h);
            b = a.sub(b);
            d = c.sub(d);
            f = e.sub(f);
            h = g.sub(h);
            a = ab.add(cd);
            c = ab.sub(cd);
            e = ef.add(gh);
            g = ef.sub(gh);
            FloatVector bd = b.add(d);
            d = b.sub(d);
            FloatVector fh = f.add(h);
            h = f.sub(h);
            a.add(e).intoArray(target, to + i);
            bd.add(fh).intoArray(target, to + i + stride);
            c.add(g).intoArray(target, to + i + 2 * stride);
            d.add(h).intoArray(target, to + i + 3 * stride);
            a.sub(e).intoArray(target, to + i + 4 * stride);
            bd.sub(fh).intoArray(target, to + i + 5 * stride);
            c.sub(g).intoArray(target, to + i + 6 * stride);
            d.sub(h).intoArray(target, to + i + 7 * stride);
        }
    }

    @Override
    public void toLevels(
            float[] values, int offset, int count, int[] thresholds, int[] rises, int[] fields, int to, float[] lanes) {
        int whole = wholeRows(count);
        for (int lane = 0; lane < ROW && whole > 0; lane += LENGTH) {
            if (thresholds.length == 8) {
                levelsOfEight(values, offset + lane, whole, thresholds, rises, fields, to + lane, lanes, lane);
            } else {
                levelsOfLanes(values, offset + lane, whole, thresholds, rises, fields, to + lane, lanes, lane);
            }
        }
        SCALAR.toLevels(values, offset + whole, count - whole, thresholds, rises, fields, to + whole, lanes);
    }

    /** {@code LENGTH} lanes of whole rows, with seven thresholds that stay in registers. */
    private static void levelsOfEight(
            float[] values,
            int offset,
            int count,
            int[] thresholds,
            int[] rises,
            int[] fields,
            int to,
            float[] lanes,
            int lane) {
        FloatVector products = FloatVector.fromArray(FLOATS, lanes, lane);
        FloatVector squares = FloatVector.fromArray(FLOATS, lanes, ROW + lane);
        for (int i = 0; i < count; i += ROW) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector key = bits.and(MAGNITUDE);
            IntVector minus = key.neg();
            IntVector a = minus.add(thresholds[1]).lanewise(ASHR, 31).and(rises[1]);
            IntVector b = minus.add(thresholds[2]).lanewise(ASHR, 31).and(rises[2]);
            IntVector c = minus.add(thresholds[3]).lanewise(ASHR, 31).and(rises[3]);
            IntVector d = minus.add(thresholds[4]).lanewise(ASHR, 31).and(rises[4]);
            IntVector e = minus.add(thresholds[5]).lanewise(ASHR, 31).and(rises[5]);
            IntVector f = minus.add(thresholds[6]).lanewise(ASHR, 31).and(rises[6]);
            IntVector g = minus.add(thresholds[7]).lanewise(ASHR, 31).and(rises[7]);
            IntVector sum = a.add(b).add(c.add(d)).add(e.add(f).add(g)).add(rises[0]);
            bits.lanewise(LSHR, 31)
                    .lanewise(LSHL, 3)
                    .add(sum.lanewise(LSHR, LEVEL_SHIFT))
                    .intoArray(fields, to + i);
            FloatVector magnitude = sum.and(UNITS)
                    .add(RoundingKernels.MAGIC_BITS)
                    .reinterpretAsFloats()
                    .sub(RoundingKernels.MAGIC);
            products = key.reinterpretAsFloats().mul(magnitude).add(products);
            squares = magnitude.mul(magnitude).add(squares);
        }
        products.intoArray(lanes, lane);
        squares.intoArray(lanes, ROW + lane);
    }

    /** {@code LENGTH} lanes of whole rows. */
    private static void levelsOfLanes(
            float[] values,
            int offset,
            int count,
            int[] thresholds,
            int[] rises,
            int[] fields,
            int to,
            float[] lanes,
            int lane) {
        int last = count - ROW + LENGTH;
        assert count % ROW == 0 : count + " floats, not whole rows";
        assert offset >= 0 && offset + last <= values.length : "rows to " + (offset + last) + " of " + values.length;
        assert to >= 0 && to + last <= fields.length : "fields to " + (to + last) + " of " + fields.length;
        assert lanes.length >= 2 * ROW : lanes.length + " lanes";
        FloatVector products = FloatVector.fromArray(FLOATS, lanes, lane);
        FloatVector squares = FloatVector.fromArray(FLOATS, lanes, ROW + lane);
        int levels = thresholds.length;
        for (int i = 0; i < count; i += ROW) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector key = bits.and(MAGNITUDE);
            IntVector minus = key.neg();
            IntVector sum = IntVector.broadcast(INTS, rises[0]);
            for (int k = 1; k < levels; k++) {
                sum = minus.add(thresholds[k]).lanewise(ASHR, 31).and(rises[k]).add(sum);
            }
            sum.lanewise(LSHR, LEVEL_SHIFT)
                    .add(bits.lanewise(LSHR, 31).mul(levels))
                    .intoArray(fields, to + i);
            FloatVector magnitude = sum.and(UNITS)
                    .add(RoundingKernels.MAGIC_BITS)
                    .reinterpretAsFloats()
                    .sub(RoundingKernels.MAGIC);
            products = key.reinterpretAsFloats().mul(magnitude).add(products);
            squares = magnitude.mul(magnitude).add(squares);
        }
        products.intoArray(lanes, lane);
        squares.intoArray(lanes, ROW + lane);
    }
}
