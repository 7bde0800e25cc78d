package org.tersegrad.codecs.internal.halves;

import static jdk.incubator.vector.VectorOperators.I2S;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.S2I;
import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.NotCheckedForAndroid;
import org.tersegrad.codecs.internal.VectorLanes;

/**
 * Floats and finite 16-bit floats as bytes, whole rows of them. From JDK 21 on {@code Float} converts binary16, and C2 makes an
 * instruction of a vector of such calls. Before, normal and subnormal ones take the same way: the exponent of a subnormal one counts
 * as 2^-14, and an integer in units of the last bit is in the low bits of a float 2^13 times that power of two, whose last bit is
 * worth as much.
 *
 * <p>The casts are for C2 of JDK 17, which boxes the result of a conversion to another shape if it does not know its class.
 */
@NotCheckedForAndroid("loaded with the vector kernels only")
final class VectorHalfBytes {
    /** Two bytes for each lane of a vector of ints. */
    private static final VectorShape HALF_SHAPE = VectorShape.forBitSize(INTS.vectorBitSize() / 2);

    private static final VectorSpecies<Short> SHORTS = VectorSpecies.of(short.class, HALF_SHAPE);
    private static final VectorSpecies<Byte> BYTES = VectorSpecies.of(byte.class, HALF_SHAPE);

    /** Difference between the exponent field of a binary16 and that of the float 2^13 times as large, in position. */
    private static final int REBIAS_AND_13 = ScalarHalves.REBIAS + (13 << 23);

    private static final IntVector KEY = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector HALF_SIGN = IntVector.broadcast(INTS, 0x8000);
    /** The key of 2^16, which takes the same way to an infinity. */
    private static final IntVector TOO_LARGE = IntVector.broadcast(INTS, 0x47800000);

    private static final IntVector EXPONENT = IntVector.broadcast(INTS, 0x7f800000);
    private static final IntVector SMALLEST_NORMAL = IntVector.broadcast(INTS, ScalarHalves.SMALLEST_NORMAL);
    private static final IntVector TIMES_2_13 = IntVector.broadcast(INTS, 13 << 23);
    /** An exponent of 2^-14 adds nothing to a binary16, every further one 2^10. */
    private static final IntVector LEAST_EXPONENT = IntVector.broadcast(INTS, ScalarHalves.SMALLEST_NORMAL >>> 13);

    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, 0x7fff);
    private static final IntVector HALF_EXPONENT = IntVector.broadcast(INTS, 0x7c00);
    private static final IntVector LEADING_ONE = IntVector.broadcast(INTS, 0x400);
    private static final IntVector REBIAS = IntVector.broadcast(INTS, REBIAS_AND_13);

    /** Whether C2 knows conversions. */
    private static final boolean CONVERTS = Runtime.version().feature() >= 21;

    private static final MethodHandle TO_FP16 = conversion("floatToFloat16", short.class, float.class);

    private static final MethodHandle FROM_FP16 = conversion("float16ToFloat", float.class, short.class);

    private VectorHalfBytes() {}

    private static MethodHandle conversion(String name, Class<?> to, Class<?> from) {
        MethodType type = MethodType.methodType(to, from);
        try {
            return CONVERTS ? MethodHandles.lookup().findStatic(Float.class, name, type) : MethodHandles.empty(type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    static void packFp16(float[] values, int from, int count, byte[] out, int to) {
        if (!CONVERTS) {
            packFp16BySums(values, from, count, out, to);
            return;
        }
        try {
            for (int i = 0; i < count; i++) {
                LittleEndian.putShort(out, to + 2 * i, (short) TO_FP16.invokeExact(values[from + i]));
            }
        } catch (Throwable e) {
            throw new AssertionError("a conversion throws nothing", e);
        }
    }

    static void unpackFp16(byte[] in, int from, int count, float[] values, int to) {
        if (!CONVERTS) {
            unpackFp16BySums(in, from, count, values, to);
            return;
        }
        try {
            for (int i = 0; i < count; i++) {
                values[to + i] = (float) FROM_FP16.invokeExact((short) LittleEndian.getShort(in, from + 2 * i));
            }
        } catch (Throwable e) {
            throw new AssertionError("a conversion throws nothing", e);
        }
    }

    /** The sum with 2^13 times its power of two rounds a magnitude, halves to even. */
    private static void packFp16BySums(float[] values, int from, int count, byte[] out, int to) {
        assert count % Kernels.LANES == 0 : count + " floats, not whole rows";
        assert from >= 0 && from + count <= values.length
                : String.format("floats %d to %d of %d", from, from + count, values.length);
        assert to >= 0 && to + 2 * count <= out.length
                : String.format("bytes %d to %d of %d", to, to + 2 * count, out.length);
        for (int i = 0; i < count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, from + i).reinterpretAsInts();
            IntVector key = bits.and(KEY).min(TOO_LARGE);
            IntVector exponent = key.and(EXPONENT).max(SMALLEST_NORMAL);
            IntVector large = exponent.add(TIMES_2_13);
            IntVector sum =
                    key.reinterpretAsFloats().add(large.reinterpretAsFloats()).reinterpretAsInts();
            IntVector half = sum.sub(large)
                    .add(exponent.lanewise(LSHR, 13))
                    .sub(LEAST_EXPONENT)
                    .or(bits.lanewise(LSHR, 16).and(HALF_SIGN));
            ((ShortVector) half.convertShape(I2S, SHORTS, 0))
                    .reinterpretAsBytes()
                    .intoArray(out, to + 2 * i);
        }
    }

    private static void unpackFp16BySums(byte[] in, int from, int count, float[] values, int to) {
        assert count % Kernels.LANES == 0 : count + " floats, not whole rows";
        assert count <= BLOCK : count + " floats, more than a block";
        assert from >= 0 && from + 2 * count <= in.length
                : String.format("bytes %d to %d of %d", from, from + 2 * count, in.length);
        assert to >= 0 && to + count <= values.length
                : String.format("floats %d to %d of %d", to, to + count, values.length);
        for (int i = 0; i < count; i += LENGTH) {
            ShortVector halves = ByteVector.fromArray(BYTES, in, from + 2 * i).reinterpretAsShorts();
            IntVector half = (IntVector) halves.convertShape(S2I, INTS, 0);
            IntVector magnitude = half.and(MAGNITUDE);
            IntVector exponent = magnitude.and(HALF_EXPONENT).max(LEADING_ONE);
            IntVector large = exponent.lanewise(LSHL, 13).add(REBIAS);
            IntVector sum = magnitude.sub(exponent).add(LEADING_ONE).add(large);
            sum.reinterpretAsFloats()
                    .sub(large.reinterpretAsFloats())
                    .reinterpretAsInts()
                    .or(half.and(SIGN))
                    .reinterpretAsFloats()
                    .intoArray(values, to + i);
        }
    }

    static void unpackBf16(byte[] in, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i += LENGTH) {
            ShortVector halves = ByteVector.fromArray(BYTES, in, from + 2 * i).reinterpretAsShorts();
            ((IntVector) halves.convertShape(S2I, INTS, 0))
                    .lanewise(LSHL, 16)
                    .reinterpretAsFloats()
                    .intoArray(values, to + i);
        }
    }

    static void packFloats(float[] values, int from, int count, byte[] out, int to) {
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector.fromArray(FLOATS, values, from + i).reinterpretAsBytes().intoArray(out, to + 4 * i);
        }
    }

    static void unpackFloats(byte[] in, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i += LENGTH) {
            ByteVector.fromArray(VectorLanes.BYTES, in, from + 4 * i)
                    .reinterpretAsFloats()
                    .intoArray(values, to + i);
        }
    }
}
