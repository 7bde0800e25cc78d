package org.tersegrad.codecs.internal.sums;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.BYTES;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;

/**
 * The sums of four or five slots stay in registers while all messages are added; a message's word is loaded once for them.
 * Levels become floats as in {@code VectorLevels}.
 */
public final class VectorSums implements SumKernels {
    private static final int LANES = Kernels.LANES;
    private static final IntVector MAGIC_BITS = IntVector.broadcast(INTS, RoundingKernels.MAGIC_BITS);
    private static final FloatVector MAGIC_AND_ONE = FloatVector.broadcast(FLOATS, RoundingKernels.MAGIC + 1);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector LOW_BYTE = IntVector.broadcast(INTS, 0xff);

    /** Three times 2^30 / 243, rounded up: a byte times this has its first digit to the base 3 in the upper two bits. */
    private static final IntVector THREE_PARTS = IntVector.broadcast(INTS, 3 * ((1 << 30) / 243 + 1));

    private static final IntVector FRACTION = IntVector.broadcast(INTS, (1 << 30) - 1);

    @Override
    public void addLevels(
            byte[][] in,
            int[] at,
            float[] steps,
            int messages,
            int stride,
            int rows,
            int width,
            int offset,
            float weight,
            float[] target,
            int to) {
        assert width == 2 || width == 4 || width == 8 : "fields of " + width + " bits";
        assert messages <= in.length && messages <= at.length : messages + " messages";
        assert rows == 0 || messages + (rows - 1) * stride <= steps.length : steps.length + " steps";
        IntVector mask = IntVector.broadcast(INTS, (1 << width) - 1);
        FloatVector magic = FloatVector.broadcast(FLOATS, RoundingKernels.MAGIC + offset);
        FloatVector weights = FloatVector.broadcast(FLOATS, weight);
        int next = to;
        int stepsAt = 0;
        for (int row = 0; row < rows * Kernels.ROW_BYTES; row += Kernels.ROW_BYTES) {
            for (int shift = 0; shift < 32; shift += 4 * width) {
                for (int lane = 0; lane < LANES; lane += LENGTH) {
                    int i = next + lane;
                    FloatVector a = FloatVector.fromArray(FLOATS, target, i);
                    FloatVector b = FloatVector.fromArray(FLOATS, target, i + LANES);
                    FloatVector c = FloatVector.fromArray(FLOATS, target, i + 2 * LANES);
                    FloatVector d = FloatVector.fromArray(FLOATS, target, i + 3 * LANES);
                    for (int m = 0; m < messages; m++) {
                        IntVector word = ByteVector.fromArray(BYTES, in[m], at[m] + row + 4 * lane)
                                .reinterpretAsInts();
                        FloatVector step = FloatVector.broadcast(FLOATS, steps[stepsAt + m]);
                        a = word.lanewise(LSHR, shift)
                                .and(mask)
                                .or(MAGIC_BITS)
                                .reinterpretAsFloats()
                                .sub(magic)
                                .mul(step)
                                .mul(weights)
                                .add(a);
                        b = word.lanewise(LSHR, shift + width)
                                .and(mask)
                                .or(MAGIC_BITS)
                                .reinterpretAsFloats()
                                .sub(magic)
                                .mul(step)
                                .mul(weights)
                                .add(b);
                        c = word.lanewise(LSHR, shift + 2 * width)
                                .and(mask)
                                .or(MAGIC_BITS)
                                .reinterpretAsFloats()
                                .sub(magic)
                                .mul(step)
                                .mul(weights)
                                .add(c);
                        d = word.lanewise(LSHR, shift + 3 * width)
                                .and(mask)
                                .or(MAGIC_BITS)
                                .reinterpretAsFloats()
                                .sub(magic)
                                .mul(step)
                                .mul(weights)
                                .add(d);
                    }
                    a.intoArray(target, i);
                    b.intoArray(target, i + LANES);
                    c.intoArray(target, i + 2 * LANES);
                    d.intoArray(target, i + 3 * LANES);
                }
                next += 4 * LANES;
            }
            stepsAt += stride;
        }
    }

    /** Digits come out of the fraction highest first: its three-fold has one in its two upper bits. */
    @Override
    public void addTrits(byte[][] in, int[] at, float[] values, int messages, float[] target, int to) {
        assert messages <= in.length && messages <= at.length && messages <= values.length : messages + " messages";
        for (int b = 0; b < 4; b++) {
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                int i = to + 5 * b * LANES + lane;
                FloatVector s0 = FloatVector.fromArray(FLOATS, target, i);
                FloatVector s1 = FloatVector.fromArray(FLOATS, target, i + LANES);
                FloatVector s2 = FloatVector.fromArray(FLOATS, target, i + 2 * LANES);
                FloatVector s3 = FloatVector.fromArray(FLOATS, target, i + 3 * LANES);
                FloatVector s4 = FloatVector.fromArray(FLOATS, target, i + 4 * LANES);
                for (int m = 0; m < messages; m++) {
                    FloatVector value = FloatVector.broadcast(FLOATS, values[m]);
                    IntVector f = ByteVector.fromArray(BYTES, in[m], at[m] + 4 * lane)
                            .reinterpretAsInts()
                            .lanewise(LSHR, 8 * b)
                            .and(LOW_BYTE)
                            .mul(THREE_PARTS);
                    s4 = f.lanewise(LSHR, 30)
                            .or(MAGIC_BITS)
                            .reinterpretAsFloats()
                            .sub(MAGIC_AND_ONE)
                            .mul(value)
                            .add(s4);
                    f = f.and(FRACTION);
                    f = f.add(f).add(f);
                    s3 = f.lanewise(LSHR, 30)
                            .or(MAGIC_BITS)
                            .reinterpretAsFloats()
                            .sub(MAGIC_AND_ONE)
                            .mul(value)
                            .add(s3);
                    f = f.and(FRACTION);
                    f = f.add(f).add(f);
                    s2 = f.lanewise(LSHR, 30)
                            .or(MAGIC_BITS)
                            .reinterpretAsFloats()
                            .sub(MAGIC_AND_ONE)
                            .mul(value)
                            .add(s2);
                    f = f.and(FRACTION);
                    f = f.add(f).add(f);
                    s1 = f.lanewise(LSHR, 30)
                            .or(MAGIC_BITS)
                            .reinterpretAsFloats()
                            .sub(MAGIC_AND_ONE)
                            .mul(value)
                            .add(s1);
                    f = f.and(FRACTION);
                    f = f.add(f).add(f);
                    s0 = f.lanewise(LSHR, 30)
                            .or(MAGIC_BITS)
                            .reinterpretAsFloats()
                            .sub(MAGIC_AND_ONE)
                            .mul(value)
                            .add(s0);
                }
                s0.intoArray(target, i);
                s1.intoArray(target, i + LANES);
                s2.intoArray(target, i + 2 * LANES);
                s3.intoArray(target, i + 3 * LANES);
                s4.intoArray(target, i + 4 * LANES);
            }
        }
    }

    @Override
    public void addSigns(byte[][] in, int[] at, float[] values, int messages, float[] target, int to) {
        assert messages <= in.length && messages <= at.length && messages <= values.length : messages + " messages";
        for (int slot = 0; slot < 32; slot += 4) {
            int up = 31 - slot;
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                int i = to + slot * LANES + lane;
                FloatVector a = FloatVector.fromArray(FLOATS, target, i);
                FloatVector b = FloatVector.fromArray(FLOATS, target, i + LANES);
                FloatVector c = FloatVector.fromArray(FLOATS, target, i + 2 * LANES);
                FloatVector d = FloatVector.fromArray(FLOATS, target, i + 3 * LANES);
                for (int m = 0; m < messages; m++) {
                    IntVector word =
                            ByteVector.fromArray(BYTES, in[m], at[m] + 4 * lane).reinterpretAsInts();
                    IntVector value = FloatVector.broadcast(FLOATS, values[m]).reinterpretAsInts();
                    a = word.lanewise(LSHL, up)
                            .and(SIGN)
                            .lanewise(VectorOperators.XOR, value)
                            .reinterpretAsFloats()
                            .add(a);
                    b = word.lanewise(LSHL, up - 1)
                            .and(SIGN)
                            .lanewise(VectorOperators.XOR, value)
                            .reinterpretAsFloats()
                            .add(b);
                    c = word.lanewise(LSHL, up - 2)
                            .and(SIGN)
                            .lanewise(VectorOperators.XOR, value)
                            .reinterpretAsFloats()
                            .add(c);
                    d = word.lanewise(LSHL, up - 3)
                            .and(SIGN)
                            .lanewise(VectorOperators.XOR, value)
                            .reinterpretAsFloats()
                            .add(d);
                }
                a.intoArray(target, i);
                b.intoArray(target, i + LANES);
                c.intoArray(target, i + 2 * LANES);
                d.intoArray(target, i + 3 * LANES);
            }
        }
    }
}
