package org.tersegrad.codecs.internal.halves;

import static jdk.incubator.vector.VectorOperators.I2S;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.S2I;
import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.tersegrad.codecs.internal.Kernels;

/**
 * Finite 16-bit floats as bytes, whole rows of them. Normal and subnormal ones take the same way: the exponent of a subnormal one
 * counts as 2^-14, and an integer in units of the last bit is in the low bits of a float 2^13 times that power of two, whose last
 * bit is worth as much.
 *
 * <p>The casts are for C2 of JDK 17, which boxes the result of a conversion to another shape if it does not know its class.
 */
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
    private static final IntVector LARGEST = IntVector.broadcast(INTS, ScalarHalves.LARGEST_FP16);
    private static final IntVector EXPONENT = IntVector.broadcast(INTS, 0x7f800000);
    private static final IntVector SMALLEST_NORMAL = IntVector.broadcast(INTS, ScalarHalves.SMALLEST_NORMAL);
    private static final IntVector TIMES_2_13 = IntVector.broadcast(INTS, 13 << 23);
    /** An exponent of 2^-14 adds nothing to a binary16, every further one 2^10. */
    private static final IntVector LEAST_EXPONENT = IntVector.broadcast(INTS, ScalarHalves.SMALLEST_NORMAL >>> 13);

    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, 0x7fff);
    private static final IntVector HALF_EXPONENT = IntVector.broadcast(INTS, 0x7c00);
    private static final IntVector LEADING_ONE = IntVector.broadcast(INTS, 0x400);
    private static final IntVector REBIAS = IntVector.broadcast(INTS, REBIAS_AND_13);

    private VectorHalfBytes() {}

    /** The sum with 2^13 times its power of two rounds a magnitude, halves to even. */
    static void packFp16(float[] values, int from, int count, byte[] out, int to) {
        assert count % Kernels.LANES == 0 : count + " floats, not whole rows";
        assert from >= 0 && from + count <= values.length
                : String.format("floats %d to %d of %d", from, from + count, values.length);
        assert to >= 0 && to + 2 * count <= out.length
                : String.format("bytes %d to %d of %d", to, to + 2 * count, out.length);
        for (int i = 0; i < count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, from + i).reinterpretAsInts();
            IntVector key = bits.and(KEY).min(LARGEST);
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

    static void unpackFp16(byte[] in, int from, int count, float[] values, int to) {
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
}
