package org.tersegrad.codecs.internal.smallfloats;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.MAX;
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
 * Small floats with vectors. Both cases of a magnitude, subnormal and not, are computed, and one of them is selected by the sign of a
 * difference: masks are slow on some CPUs. No subnormal float is multiplied, which would be slow too.
 */
public final class VectorSmallFloats implements SmallFloatKernels {
    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector EXPONENT = IntVector.broadcast(INTS, 0x7f800000);
    private static final int ROW = Kernels.LANES;
    private static final IntVector ONE = IntVector.broadcast(INTS, 1);
    private static final IntVector MAGIC_BITS = IntVector.broadcast(INTS, RoundingKernels.MAGIC_BITS);
    private static final FloatVector MAGIC = FloatVector.broadcast(FLOATS, RoundingKernels.MAGIC);
    private static final FloatVector WHOLE = FloatVector.broadcast(FLOATS, 1f);
    private static final FloatVector RANDOM_UNIT = FloatVector.broadcast(FLOATS, 0x1p-24f);

    @Override
    public void largestKeys(float[] values, int offset, int count, int block, int[] keys) {
        int whole = count & -block;
        if (block == ROW) {
            largestOfRows(values, offset, whole, keys);
        } else {
            largestOfBlocks(values, offset, whole, block, keys);
        }
        if (whole < count) {
            keys[whole / block] = ScalarSmallFloats.largestKey(values, offset + whole, count - whole);
        }
    }

    /** Blocks of sixteen, without a loop in the loop, which took as long as all else. */
    private static void largestOfRows(float[] values, int offset, int count, int[] keys) {
        for (int from = 0, b = 0; from < count; from += ROW, b++) {
            int at = offset + from;
            IntVector largest = FloatVector.fromArray(FLOATS, values, at)
                    .reinterpretAsInts()
                    .and(MAGNITUDE);
            if (LENGTH < ROW) {
                largest = FloatVector.fromArray(FLOATS, values, at + ROW / 2)
                        .reinterpretAsInts()
                        .and(MAGNITUDE)
                        .max(largest);
            }
            if (LENGTH < ROW / 2) {
                IntVector other = FloatVector.fromArray(FLOATS, values, at + LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE);
                largest = FloatVector.fromArray(FLOATS, values, at + ROW / 2 + LENGTH)
                        .reinterpretAsInts()
                        .and(MAGNITUDE)
                        .max(other)
                        .max(largest);
            }
            keys[b] = largest.reduceLanes(MAX);
        }
    }

    private static void largestOfBlocks(float[] values, int offset, int count, int block, int[] keys) {
        for (int from = 0, b = 0; from < count; from += block, b++) {
            IntVector largest = FloatVector.fromArray(FLOATS, values, offset + from)
                    .reinterpretAsInts()
                    .and(MAGNITUDE);
            for (int i = from + LENGTH; i < from + block; i += LENGTH) {
                largest = FloatVector.fromArray(FLOATS, values, offset + i)
                        .reinterpretAsInts()
                        .and(MAGNITUDE)
                        .max(largest);
            }
            keys[b] = largest.reduceLanes(MAX);
        }
    }

    @Override
    public void toNearest(
            float[] values, int offset, int count, float[] divisors, int block, SmallFloat format, int[] fields) {
        int whole = wholeRows(count);
        nearestRows(values, offset, whole, divisors, block, format, fields);
        ScalarSmallFloats.nearestFrom(whole, values, offset, count, divisors, block, format, fields);
    }

    /**
     * The sum with 2^shift times a magnitude's power of two rounds the magnitude, halves to even: its last bit is worth as much as the
     * last one of the fraction. A subnormal one counts as the smallest that is not. The codes below that power of two are added on the
     * way, so that it is the even code that is even.
     */
    private static void nearestRows(
            float[] values, int offset, int count, float[] divisors, int block, SmallFloat format, int[] fields) {
        assert Integer.bitCount(block) == 1 && block % LENGTH == 0 : "a block of " + block;
        assert count <= fields.length && offset + count <= values.length : count + " of " + fields.length;
        assert (count + block - 1) / block <= divisors.length : divisors.length + " divisors";
        int blockShift = Integer.numberOfTrailingZeros(block);
        int shift = format.shift;
        int sign = format.width() - 1;
        IntVector largest = IntVector.broadcast(INTS, Float.floatToRawIntBits(format.largest()));
        IntVector smallestNormal = IntVector.broadcast(INTS, format.smallestNormal);
        IntVector timesShift = IntVector.broadcast(INTS, shift << 23);
        for (int i = 0; i < count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector key = bits.and(MAGNITUDE)
                    .reinterpretAsFloats()
                    .div(FloatVector.broadcast(FLOATS, divisors[i >>> blockShift]))
                    .reinterpretAsInts()
                    .min(largest);
            IntVector power = key.and(EXPONENT).max(smallestNormal);
            IntVector codes = power.sub(smallestNormal).lanewise(LSHR, shift);
            IntVector large = power.add(timesShift);
            key.reinterpretAsFloats()
                    .add(large.add(codes).reinterpretAsFloats())
                    .reinterpretAsInts()
                    .sub(large)
                    .or(bits.lanewise(LSHR, 31).lanewise(LSHL, sign))
                    .intoArray(fields, i);
        }
    }

    @Override
    public void atRandom(
            float[] values,
            int offset,
            int count,
            float[] divisors,
            int block,
            SmallFloat format,
            int[] words,
            int[] fields) {
        int whole = wholeRows(count);
        randomRows(values, offset, whole, divisors, block, format, words, fields);
        ScalarSmallFloats.randomFrom(whole, values, offset, count, divisors, block, format, words, fields);
    }

    /**
     * A subnormal magnitude of z units is rounded without converting floats to integers, which not every JDK compiles. Let n be the
     * nearest integer, d = z − n and r the random number below 1. Then z rounded at random, floor(z + r), is n + 1 if d + r is 1 or
     * more, n − 1 if it is below 0, and otherwise n. (The specification cuts z to multiples of 2^-24 first. These r has, too, so
     * that changes nothing.)
     */
    private static void randomRows(
            float[] values,
            int offset,
            int count,
            float[] divisors,
            int block,
            SmallFloat format,
            int[] words,
            int[] fields) {
        int blockShift = Integer.numberOfTrailingZeros(block);
        int shift = format.shift;
        int sign = format.width() - 1;
        IntVector rebias = IntVector.broadcast(INTS, format.rebias);
        IntVector largest = IntVector.broadcast(INTS, format.largestCode);
        IntVector smallestNormal = IntVector.broadcast(INTS, format.smallestNormal);
        FloatVector perUnit = FloatVector.broadcast(FLOATS, format.perUnit);
        for (int i = 0; i < count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector random = IntVector.fromArray(INTS, words, i);
            FloatVector magnitude = bits.and(MAGNITUDE)
                    .reinterpretAsFloats()
                    .div(FloatVector.broadcast(FLOATS, divisors[i >>> blockShift]));
            IntVector key = magnitude.reinterpretAsInts();
            IntVector normal = random.lanewise(LSHR, 32 - shift)
                    .add(key)
                    .sub(rebias)
                    .lanewise(LSHR, shift)
                    .min(largest);
            FloatVector units = magnitude.mul(perUnit);
            FloatVector nearest = units.add(MAGIC);
            FloatVector difference = units.sub(nearest.sub(MAGIC));
            FloatVector r = ((FloatVector) random.lanewise(LSHR, 8).convertShape(I2F, FLOATS, 0)).mul(RANDOM_UNIT);
            IntVector belowOne =
                    difference.sub(WHOLE.sub(r)).reinterpretAsInts().lanewise(ASHR, 31);
            IntVector belowZero = difference.add(r).reinterpretAsInts().lanewise(ASHR, 31);
            IntVector small = nearest.reinterpretAsInts()
                    .sub(MAGIC_BITS)
                    .add(ONE)
                    .add(belowOne)
                    .add(belowZero);
            IntVector below = key.sub(smallestNormal).lanewise(ASHR, 31);
            small.lanewise(XOR, normal)
                    .and(below)
                    .lanewise(XOR, normal)
                    .or(bits.lanewise(LSHR, 31).lanewise(LSHL, sign))
                    .intoArray(fields, i);
        }
    }

    @Override
    public void toFloats(int[] fields, int count, float[] scales, int block, SmallFloat format, float[] values) {
        int whole = wholeRows(count);
        floatsOfRows(fields, whole, scales, block, format, values);
        ScalarSmallFloats.floatsFrom(whole, fields, count, scales, block, format, values);
    }

    private static void floatsOfRows(
            int[] fields, int count, float[] scales, int block, SmallFloat format, float[] values) {
        assert Integer.bitCount(block) == 1 && block % LENGTH == 0 : "a block of " + block;
        assert count <= fields.length && count <= values.length : count + " of " + fields.length;
        assert (count + block - 1) / block <= scales.length : scales.length + " scales";
        int blockShift = Integer.numberOfTrailingZeros(block);
        int shift = format.shift;
        int width = format.width();
        IntVector codes = IntVector.broadcast(INTS, (1 << (width - 1)) - 1);
        IntVector normals = IntVector.broadcast(INTS, 1 << format.fraction);
        IntVector rebias = IntVector.broadcast(INTS, format.rebias);
        FloatVector unit = FloatVector.broadcast(FLOATS, format.smallest());
        for (int i = 0; i < count; i += LENGTH) {
            IntVector field = IntVector.fromArray(INTS, fields, i);
            IntVector code = field.and(codes);
            IntVector normal = code.lanewise(LSHL, shift).add(rebias);
            IntVector small = code.add(MAGIC_BITS)
                    .reinterpretAsFloats()
                    .sub(MAGIC)
                    .mul(unit)
                    .reinterpretAsInts();
            IntVector below = code.sub(normals).lanewise(ASHR, 31);
            small.lanewise(XOR, normal)
                    .and(below)
                    .lanewise(XOR, normal)
                    .lanewise(XOR, field.lanewise(LSHL, 32 - width).and(SIGN))
                    .reinterpretAsFloats()
                    .mul(FloatVector.broadcast(FLOATS, scales[i >>> blockShift]))
                    .intoArray(values, i);
        }
    }
}
