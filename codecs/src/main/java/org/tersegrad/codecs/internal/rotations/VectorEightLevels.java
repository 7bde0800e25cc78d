package org.tersegrad.codecs.internal.rotations;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;

/**
 * Levels with seven thresholds: three steps of a binary search instead of seven comparisons.
 *
 * <pre>
 *   upper    all ones if key > t4
 *   middle   all ones if key > (upper ? t6 : t2)
 *   lower    all ones if key > (upper ? (middle ? t7 : t5) : (middle ? t3 : t1))
 *   sum      one of eight by the same three
 * </pre>
 *
 * <p>{@code mask ? b : a} is {@code a ^ (mask & (a ^ b))}: one instruction with AVX-512, and {@code a ^ b} is a constant at first.
 * Two leaves, since C2 of JDK 17 boxes the vectors of one.
 */
final class VectorEightLevels {
    private static final int ROW = Kernels.LANES;
    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    private static final IntVector UNITS = IntVector.broadcast(INTS, (1 << RotationKernels.LEVEL_SHIFT) - 1);

    private VectorEightLevels() {}

    /** @param count whole rows */
    static void toLevels(
            float[] values, int offset, int count, int[] thresholds, int[] rises, int[] fields, int to, float[] lanes) {
        if (count == 0) {
            return;
        }
        search(values, offset, count, thresholds, rises, fields, to);
        for (int lane = 0; lane < ROW; lane += LENGTH) {
            split(values, offset + lane, count, fields, to + lane, lanes, lane);
        }
    }

    /** The sums of rises into the fields. */
    private static void search(
            float[] values, int offset, int count, int[] thresholds, int[] rises, int[] fields, int to) {
        IntVector t1 = IntVector.broadcast(INTS, thresholds[1]);
        IntVector t2 = IntVector.broadcast(INTS, thresholds[2]);
        IntVector t3 = IntVector.broadcast(INTS, thresholds[3]);
        IntVector t4 = IntVector.broadcast(INTS, thresholds[4]);
        IntVector t1or5 = IntVector.broadcast(INTS, thresholds[1] ^ thresholds[5]);
        IntVector t2or6 = IntVector.broadcast(INTS, thresholds[2] ^ thresholds[6]);
        IntVector t3or7 = IntVector.broadcast(INTS, thresholds[3] ^ thresholds[7]);
        int second = rises[0] + rises[1];
        int third = second + rises[2];
        int fourth = third + rises[3];
        int fifth = fourth + rises[4];
        int sixth = fifth + rises[5];
        int seventh = sixth + rises[6];
        IntVector s0 = IntVector.broadcast(INTS, rises[0]);
        IntVector s1 = IntVector.broadcast(INTS, second);
        IntVector s2 = IntVector.broadcast(INTS, third);
        IntVector s3 = IntVector.broadcast(INTS, fourth);
        IntVector s0or4 = IntVector.broadcast(INTS, rises[0] ^ fifth);
        IntVector s1or5 = IntVector.broadcast(INTS, second ^ sixth);
        IntVector s2or6 = IntVector.broadcast(INTS, third ^ seventh);
        IntVector s3or7 = IntVector.broadcast(INTS, fourth ^ (seventh + rises[7]));
        for (int i = 0; i < count; i += LENGTH) {
            IntVector key = FloatVector.fromArray(FLOATS, values, offset + i)
                    .reinterpretAsInts()
                    .and(MAGNITUDE);
            IntVector upper = t4.sub(key).lanewise(ASHR, 31);
            IntVector middle = t2or6.and(upper).lanewise(XOR, t2).sub(key).lanewise(ASHR, 31);
            IntVector a = t1or5.and(upper).lanewise(XOR, t1);
            IntVector b = t3or7.and(upper).lanewise(XOR, t3);
            IntVector lower =
                    b.lanewise(XOR, a).and(middle).lanewise(XOR, a).sub(key).lanewise(ASHR, 31);
            a = s0or4.and(upper).lanewise(XOR, s0);
            b = s2or6.and(upper).lanewise(XOR, s2);
            IntVector even = b.lanewise(XOR, a).and(middle).lanewise(XOR, a);
            a = s1or5.and(upper).lanewise(XOR, s1);
            b = s3or7.and(upper).lanewise(XOR, s3);
            IntVector odd = b.lanewise(XOR, a).and(middle).lanewise(XOR, a);
            odd.lanewise(XOR, even).and(lower).lanewise(XOR, even).intoArray(fields, to + i);
        }
    }

    /** {@code LENGTH} lanes of whole rows: sums become levels and signs, and what they stand for is added up. */
    private static void split(float[] values, int offset, int count, int[] fields, int to, float[] lanes, int lane) {
        assert count % ROW == 0 : count + " floats, not whole rows";
        assert offset >= 0 && offset + count - ROW + LENGTH <= values.length
                : String.format("floats %d to %d of %d", offset, offset + count - ROW + LENGTH, values.length);
        assert to >= 0 && to + count - ROW + LENGTH <= fields.length
                : String.format("fields %d to %d of %d", to, to + count - ROW + LENGTH, fields.length);
        FloatVector products = FloatVector.fromArray(FLOATS, lanes, lane);
        FloatVector squares = FloatVector.fromArray(FLOATS, lanes, ROW + lane);
        for (int i = 0; i < count; i += ROW) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, offset + i).reinterpretAsInts();
            IntVector sum = IntVector.fromArray(INTS, fields, to + i);
            bits.lanewise(LSHR, 31)
                    .lanewise(LSHL, 3)
                    .add(sum.lanewise(LSHR, RotationKernels.LEVEL_SHIFT))
                    .intoArray(fields, to + i);
            FloatVector magnitude = sum.and(UNITS)
                    .add(RoundingKernels.MAGIC_BITS)
                    .reinterpretAsFloats()
                    .sub(RoundingKernels.MAGIC);
            products = bits.and(MAGNITUDE).reinterpretAsFloats().mul(magnitude).add(products);
            squares = magnitude.mul(magnitude).add(squares);
        }
        products.intoArray(lanes, lane);
        squares.intoArray(lanes, ROW + lane);
    }
}
