package org.tersegrad.codecs.internal.halves;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.I2S;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.S2I;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.tersegrad.codecs.internal.Kernels;

/**
 * Both ways in integers alone. Cases are told apart by the sign of a difference, shifted over all bits: masks are slow on some
 * CPUs. No subnormal float is multiplied, which would be slow too.
 */
public final class VectorHalves implements HalfKernels {
    private static final ScalarHalves SCALAR = new ScalarHalves();
    /** As many lanes as a vector of ints has. */
    private static final VectorSpecies<Short> SHORTS =
            VectorSpecies.of(short.class, VectorShape.forBitSize(INTS.vectorBitSize() / 2));

    private static final IntVector MAGNITUDE = IntVector.broadcast(INTS, 0x7fff);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);
    private static final IntVector HALF_SIGN = IntVector.broadcast(INTS, 0x8000);
    private static final IntVector KEY = IntVector.broadcast(INTS, Integer.MAX_VALUE);
    private static final IntVector INFINITE = IntVector.broadcast(INTS, ScalarHalves.INFINITE);
    private static final IntVector LARGEST_FINITE = IntVector.broadcast(INTS, 0x7bff);
    private static final IntVector REBIAS = IntVector.broadcast(INTS, ScalarHalves.REBIAS);
    private static final IntVector ROUND = IntVector.broadcast(INTS, 0xfff - ScalarHalves.REBIAS);
    private static final IntVector NORMAL = IntVector.broadcast(INTS, 0x400);
    private static final IntVector NORMAL_FLOAT = IntVector.broadcast(INTS, ScalarHalves.SMALLEST_NORMAL);
    private static final IntVector HALF = IntVector.broadcast(INTS, ScalarHalves.HALF);
    private static final FloatVector HALF_FLOAT = FloatVector.broadcast(FLOATS, 0.5f);
    private static final IntVector INFINITE_HALF = IntVector.broadcast(INTS, 0x7c00);
    private static final IntVector ONE = IntVector.broadcast(INTS, 1);
    private static final IntVector ALMOST_HALF = IntVector.broadcast(INTS, 0x7fff);
    private static final IntVector NAN_BF16 = IntVector.broadcast(INTS, 0x7fc0);

    @Override
    public void fromFp16(short[] halves, int from, int count, float[] values, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            fromFp16Rows(halves, from + done, Math.min(BLOCK, whole - done), values, to + done);
        }
        SCALAR.fromFp16(halves, from + whole, count - whole, values, to + whole);
    }

    @Override
    public void toFp16(float[] values, int from, int count, short[] halves, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int rows = Math.min(BLOCK, whole - done);
            toFp16Rows(values, from + done, rows, halves, to + done);
            if (hasNan(values, from + done, rows)) {
                SCALAR.toFp16(values, from + done, rows, halves, to + done);
            }
        }
        SCALAR.toFp16(values, from + whole, count - whole, halves, to + whole);
    }

    @Override
    public void fromBf16(short[] halves, int from, int count, float[] values, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            fromBf16Rows(halves, from + done, Math.min(BLOCK, whole - done), values, to + done);
        }
        SCALAR.fromBf16(halves, from + whole, count - whole, values, to + whole);
    }

    @Override
    public void toBf16(float[] values, int from, int count, short[] halves, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            toBf16Rows(values, from + done, Math.min(BLOCK, whole - done), halves, to + done);
        }
        SCALAR.toBf16(values, from + whole, count - whole, halves, to + whole);
    }

    @Override
    public void packFp16(float[] values, int from, int count, byte[] out, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            VectorHalfBytes.packFp16(values, from + done, Math.min(BLOCK, whole - done), out, to + 2 * done);
        }
        SCALAR.packFp16(values, from + whole, count - whole, out, to + 2 * whole);
    }

    @Override
    public void unpackFp16(byte[] in, int from, int count, float[] values, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            VectorHalfBytes.unpackFp16(in, from + 2 * done, Math.min(BLOCK, whole - done), values, to + done);
        }
        SCALAR.unpackFp16(in, from + 2 * whole, count - whole, values, to + whole);
    }

    @Override
    public void unpackBf16(byte[] in, int from, int count, float[] values, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            VectorHalfBytes.unpackBf16(in, from + 2 * done, Math.min(BLOCK, whole - done), values, to + done);
        }
        SCALAR.unpackBf16(in, from + 2 * whole, count - whole, values, to + whole);
    }

    @Override
    public void packFloats(float[] values, int from, int count, byte[] out, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            VectorHalfBytes.packFloats(values, from + done, Math.min(BLOCK, whole - done), out, to + 4 * done);
        }
        SCALAR.packFloats(values, from + whole, count - whole, out, to + 4 * whole);
    }

    @Override
    public void unpackFloats(byte[] in, int from, int count, float[] values, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            VectorHalfBytes.unpackFloats(in, from + 4 * done, Math.min(BLOCK, whole - done), values, to + done);
        }
        SCALAR.unpackFloats(in, from + 4 * whole, count - whole, values, to + whole);
    }

    /** A subnormal one, put behind the point of 0.5, is that much above 0.5. */
    private static void fromFp16Rows(short[] halves, int from, int count, float[] values, int to) {
        assert count % Kernels.LANES == 0 : count + " floats, not whole rows";
        assert from >= 0 && from + count <= halves.length
                : String.format("halves %d to %d of %d", from, from + count, halves.length);
        assert to >= 0 && to + count <= values.length
                : String.format("floats %d to %d of %d", to, to + count, values.length);
        for (int i = 0; i < count; i += LENGTH) {
            IntVector half =
                    (IntVector) ShortVector.fromArray(SHORTS, halves, from + i).convertShape(S2I, INTS, 0);
            IntVector magnitude = half.and(MAGNITUDE);
            IntVector subnormal = magnitude.sub(NORMAL).lanewise(ASHR, 31);
            IntVector small = magnitude
                    .add(HALF)
                    .reinterpretAsFloats()
                    .sub(HALF_FLOAT)
                    .reinterpretAsInts()
                    .and(subnormal);
            LARGEST_FINITE
                    .sub(magnitude)
                    .lanewise(ASHR, 31)
                    .and(REBIAS)
                    .add(REBIAS)
                    .add(magnitude.lanewise(LSHL, 13))
                    .and(subnormal.not())
                    .or(small)
                    .or(half.lanewise(LSHL, 16).and(SIGN))
                    .reinterpretAsFloats()
                    .intoArray(values, to + i);
        }
    }

    /** Converts without a case for NaN, which becomes an infinity. */
    private static void toFp16Rows(float[] values, int from, int count, short[] halves, int to) {
        assert count % Kernels.LANES == 0 : count + " floats, not whole rows";
        assert from >= 0 && from + count <= values.length
                : String.format("floats %d to %d of %d", from, from + count, values.length);
        assert to >= 0 && to + count <= halves.length
                : String.format("halves %d to %d of %d", to, to + count, halves.length);
        for (int i = 0; i < count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, from + i).reinterpretAsInts();
            IntVector key = bits.and(KEY);
            IntVector subnormal = key.sub(NORMAL_FLOAT).lanewise(ASHR, 31);
            IntVector small = key.reinterpretAsFloats()
                    .add(HALF_FLOAT)
                    .reinterpretAsInts()
                    .sub(HALF);
            IntVector normal = key.lanewise(LSHR, 13)
                    .and(ONE)
                    .add(ROUND)
                    .add(key)
                    .lanewise(LSHR, 13)
                    .min(INFINITE_HALF);
            ((ShortVector) small.lanewise(XOR, normal)
                            .and(subnormal)
                            .lanewise(XOR, normal)
                            .or(bits.lanewise(LSHR, 16).and(HALF_SIGN))
                            .convertShape(I2S, SHORTS, 0))
                    .intoArray(halves, to + i);
        }
    }

    private static boolean hasNan(float[] values, int from, int count) {
        int nan = 0;
        for (int i = from; i < from + count; i++) {
            nan |= ScalarHalves.INFINITE - (Float.floatToRawIntBits(values[i]) & Integer.MAX_VALUE);
        }
        return nan < 0;
    }

    private static void fromBf16Rows(short[] halves, int from, int count, float[] values, int to) {
        for (int i = 0; i < count; i += LENGTH) {
            ((IntVector) ShortVector.fromArray(SHORTS, halves, from + i).convertShape(S2I, INTS, 0))
                    .lanewise(LSHL, 16)
                    .reinterpretAsFloats()
                    .intoArray(values, to + i);
        }
    }

    private static void toBf16Rows(float[] values, int from, int count, short[] halves, int to) {
        for (int i = 0; i < count; i += LENGTH) {
            IntVector bits = FloatVector.fromArray(FLOATS, values, from + i).reinterpretAsInts();
            IntVector nan = INFINITE.sub(bits.and(KEY)).lanewise(ASHR, 31);
            bits.lanewise(LSHR, 16)
                    .and(ONE)
                    .add(ALMOST_HALF)
                    .add(bits)
                    .lanewise(LSHR, 16)
                    .and(nan.not())
                    .or(nan.and(NAN_BF16))
                    .convertShape(I2S, SHORTS, 0)
                    .reinterpretAsShorts()
                    .intoArray(halves, to + i);
        }
    }
}
