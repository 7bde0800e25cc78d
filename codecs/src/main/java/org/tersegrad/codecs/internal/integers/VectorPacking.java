package org.tersegrad.codecs.internal.integers;

import static jdk.incubator.vector.VectorOperators.LSHR;
import static org.tersegrad.codecs.internal.VectorLanes.BYTES;
import static org.tersegrad.codecs.internal.VectorLanes.BYTE_LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import org.tersegrad.codecs.internal.Kernels;

/**
 * Fixed-width fields, word by word of the sixteen lanes:
 *
 * <pre>
 *   for each of the width words of a lane
 *       or in the slots that end inside the word
 *       the slot that reaches the word's end: its low part completes the word, its high part begins the next
 * </pre>
 *
 * <p>A slot is moved to its bit by a multiplication and added: multiply-add is one instruction where shift and or are
 * two, and pays for the check that every value fits. At 128 bits the four vectors of a row advance together, which buys
 * a third of the time over one after the other. No branch stands around a vector value: where two paths meet with
 * different vectors, C2 boxes them and the kernel is ten times slower.
 *
 * <p>The JDK's methods are called directly: past C2's limit it still inlines those, but not our own around them.
 */
public final class VectorPacking implements PackingKernels {
    private static final int TWO = 2 * LENGTH;
    private static final int THREE = 3 * LENGTH;

    @Override
    public int pack(int[] values, int offset, int groups, int width, byte[] out, int outOffset) {
        int or = 0;
        for (int group = 0; group < groups; group++) {
            or |= packGroup(
                    values, offset + group * Kernels.GROUP, width, out, outOffset + group * width * Kernels.ROW_BYTES);
        }
        return or;
    }

    private static int packGroup(int[] values, int offset, int width, byte[] out, int outOffset) {
        int or = 0;
        if (width == 32) {
            copy(values, offset, out, outOffset);
        } else if (LENGTH == 4 && 32 % width == 0) {
            or = packFourWhole(values, offset, width, out, outOffset);
        } else if (LENGTH == 4) {
            or = packFour(values, offset, width, out, outOffset);
        } else {
            for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
                or |= packOne(values, offset + lane, width, out, outOffset + 4 * lane);
            }
        }
        return or;
    }

    @Override
    public void unpack(byte[] in, int inOffset, int groups, int width, int[] values, int offset) {
        for (int group = 0; group < groups; group++) {
            unpackGroup(
                    in, inOffset + group * width * Kernels.ROW_BYTES, width, values, offset + group * Kernels.GROUP);
        }
    }

    private static void unpackGroup(byte[] in, int inOffset, int width, int[] values, int offset) {
        if (LENGTH == 4) {
            unpackFour(in, inOffset, width, values, offset);
        } else {
            for (int lane = 0; lane < Kernels.LANES; lane += LENGTH) {
                unpackOne(in, inOffset + 4 * lane, width, values, offset + lane);
            }
        }
    }

    @Override
    public int packTrits(int[] trits, int offset, int groups, byte[] out, int outOffset) {
        int or = 0;
        for (int group = 0; group < groups; group++) {
            or |= VectorTrits.pack(
                    trits, offset + group * Kernels.TRIT_GROUP, out, outOffset + group * Kernels.ROW_BYTES);
        }
        return or;
    }

    @Override
    public void unpackTrits(byte[] in, int inOffset, int groups, int[] trits, int offset) {
        for (int group = 0; group < groups; group++) {
            VectorTrits.unpack(in, inOffset + group * Kernels.ROW_BYTES, trits, offset + group * Kernels.TRIT_GROUP);
        }
    }

    /** Packs {@code 4 * LENGTH} lanes of one group, {@code width} below 32, and returns the or of the values. */
    private static int packFour(int[] values, int offset, int width, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(INTS);
        IntVector b = a;
        IntVector c = a;
        IntVector d = a;
        IntVector or = a;
        int from = offset;
        int to = outOffset;
        int shift = 0;
        for (int word = 0; word < width; word++) {
            for (; shift + width < 32; shift += width) {
                IntVector weight = IntVector.broadcast(INTS, 1 << shift);
                IntVector nextA = IntVector.fromArray(INTS, values, from);
                IntVector nextB = IntVector.fromArray(INTS, values, from + LENGTH);
                IntVector nextC = IntVector.fromArray(INTS, values, from + TWO);
                IntVector nextD = IntVector.fromArray(INTS, values, from + THREE);
                from += Kernels.LANES;
                or = nextA.or(nextB).or(nextC.or(nextD)).or(or);
                a = nextA.mul(weight).add(a);
                b = nextB.mul(weight).add(b);
                c = nextC.mul(weight).add(c);
                d = nextD.mul(weight).add(d);
            }
            IntVector weight = IntVector.broadcast(INTS, 1 << shift);
            IntVector lastA = IntVector.fromArray(INTS, values, from);
            IntVector lastB = IntVector.fromArray(INTS, values, from + LENGTH);
            IntVector lastC = IntVector.fromArray(INTS, values, from + TWO);
            IntVector lastD = IntVector.fromArray(INTS, values, from + THREE);
            from += Kernels.LANES;
            or = lastA.or(lastB).or(lastC.or(lastD)).or(or);
            lastA.mul(weight).add(a).reinterpretAsBytes().intoArray(out, to);
            lastB.mul(weight).add(b).reinterpretAsBytes().intoArray(out, to + BYTE_LENGTH);
            lastC.mul(weight).add(c).reinterpretAsBytes().intoArray(out, to + 2 * BYTE_LENGTH);
            lastD.mul(weight).add(d).reinterpretAsBytes().intoArray(out, to + 3 * BYTE_LENGTH);
            to += Kernels.ROW_BYTES;
            int stored = 32 - shift; // a slot that ended with the word leaves nothing: its value is below 2^stored
            a = lastA.lanewise(LSHR, stored);
            b = lastB.lanewise(LSHR, stored);
            c = lastC.lanewise(LSHR, stored);
            d = lastD.lanewise(LSHR, stored);
            shift = width - stored;
        }
        return or.reduceLanes(VectorOperators.OR);
    }

    /** The same for a width that divides 32: no slot lies across two words, which saves a quarter of the time at 16. */
    private static int packFourWhole(int[] values, int offset, int width, byte[] out, int outOffset) {
        IntVector or = IntVector.zero(INTS);
        int from = offset;
        int to = outOffset;
        for (int word = 0; word < width; word++) {
            IntVector a = IntVector.fromArray(INTS, values, from);
            IntVector b = IntVector.fromArray(INTS, values, from + LENGTH);
            IntVector c = IntVector.fromArray(INTS, values, from + TWO);
            IntVector d = IntVector.fromArray(INTS, values, from + THREE);
            from += Kernels.LANES;
            or = a.or(b).or(c.or(d)).or(or);
            for (int shift = width; shift < 32; shift += width) {
                IntVector weight = IntVector.broadcast(INTS, 1 << shift);
                IntVector nextA = IntVector.fromArray(INTS, values, from);
                IntVector nextB = IntVector.fromArray(INTS, values, from + LENGTH);
                IntVector nextC = IntVector.fromArray(INTS, values, from + TWO);
                IntVector nextD = IntVector.fromArray(INTS, values, from + THREE);
                from += Kernels.LANES;
                or = nextA.or(nextB).or(nextC.or(nextD)).or(or);
                a = nextA.mul(weight).add(a);
                b = nextB.mul(weight).add(b);
                c = nextC.mul(weight).add(c);
                d = nextD.mul(weight).add(d);
            }
            a.reinterpretAsBytes().intoArray(out, to);
            b.reinterpretAsBytes().intoArray(out, to + BYTE_LENGTH);
            c.reinterpretAsBytes().intoArray(out, to + 2 * BYTE_LENGTH);
            d.reinterpretAsBytes().intoArray(out, to + 3 * BYTE_LENGTH);
            to += Kernels.ROW_BYTES;
        }
        return or.reduceLanes(VectorOperators.OR);
    }

    /** Packs {@code LENGTH} lanes of one group, {@code width} below 32, and returns the or of the values. */
    private static int packOne(int[] values, int offset, int width, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(INTS);
        IntVector or = a;
        int from = offset;
        int to = outOffset;
        int shift = 0;
        for (int word = 0; word < width; word++) {
            for (; shift + width < 32; shift += width) {
                IntVector next = IntVector.fromArray(INTS, values, from);
                from += Kernels.LANES;
                or = next.or(or);
                a = next.mul(IntVector.broadcast(INTS, 1 << shift)).add(a);
            }
            IntVector last = IntVector.fromArray(INTS, values, from);
            from += Kernels.LANES;
            or = last.or(or);
            last.mul(IntVector.broadcast(INTS, 1 << shift))
                    .add(a)
                    .reinterpretAsBytes()
                    .intoArray(out, to);
            to += Kernels.ROW_BYTES;
            int stored = 32 - shift;
            a = last.lanewise(LSHR, stored);
            shift = width - stored;
        }
        return or.reduceLanes(VectorOperators.OR);
    }

    /** Fields of 32 bits: every one fits and is a word already. */
    private static void copy(int[] values, int offset, byte[] out, int outOffset) {
        for (int i = 0; i < Kernels.GROUP; i += LENGTH) {
            IntVector.fromArray(INTS, values, offset + i).reinterpretAsBytes().intoArray(out, outOffset + 4 * i);
        }
    }

    /** Unpacks {@code 4 * LENGTH} lanes of one group. */
    private static void unpackFour(byte[] in, int inOffset, int width, int[] values, int offset) {
        IntVector mask = IntVector.broadcast(INTS, -1 >>> (32 - width));
        int from = inOffset;
        int to = offset;
        int shift = 0;
        for (int word = 0; word < width; word++) {
            IntVector a = ByteVector.fromArray(BYTES, in, from).reinterpretAsInts();
            IntVector b = ByteVector.fromArray(BYTES, in, from + BYTE_LENGTH).reinterpretAsInts();
            IntVector c =
                    ByteVector.fromArray(BYTES, in, from + 2 * BYTE_LENGTH).reinterpretAsInts();
            IntVector d =
                    ByteVector.fromArray(BYTES, in, from + 3 * BYTE_LENGTH).reinterpretAsInts();
            from += Kernels.ROW_BYTES;
            for (; shift + width <= 32; shift += width) {
                a.lanewise(LSHR, shift).and(mask).intoArray(values, to);
                b.lanewise(LSHR, shift).and(mask).intoArray(values, to + LENGTH);
                c.lanewise(LSHR, shift).and(mask).intoArray(values, to + TWO);
                d.lanewise(LSHR, shift).and(mask).intoArray(values, to + THREE);
                to += Kernels.LANES;
            }
            if (shift < 32) { // one slot lies across two words
                IntVector weight = IntVector.broadcast(INTS, 1 << (32 - shift));
                a.lanewise(LSHR, shift)
                        .or(ByteVector.fromArray(BYTES, in, from)
                                .reinterpretAsInts()
                                .mul(weight))
                        .and(mask)
                        .intoArray(values, to);
                b.lanewise(LSHR, shift)
                        .or(ByteVector.fromArray(BYTES, in, from + BYTE_LENGTH)
                                .reinterpretAsInts()
                                .mul(weight))
                        .and(mask)
                        .intoArray(values, to + LENGTH);
                c.lanewise(LSHR, shift)
                        .or(ByteVector.fromArray(BYTES, in, from + 2 * BYTE_LENGTH)
                                .reinterpretAsInts()
                                .mul(weight))
                        .and(mask)
                        .intoArray(values, to + TWO);
                d.lanewise(LSHR, shift)
                        .or(ByteVector.fromArray(BYTES, in, from + 3 * BYTE_LENGTH)
                                .reinterpretAsInts()
                                .mul(weight))
                        .and(mask)
                        .intoArray(values, to + THREE);
                to += Kernels.LANES;
                shift += width;
            }
            shift -= 32;
        }
    }

    /** Unpacks {@code LENGTH} lanes of one group. */
    private static void unpackOne(byte[] in, int inOffset, int width, int[] values, int offset) {
        IntVector mask = IntVector.broadcast(INTS, -1 >>> (32 - width));
        int from = inOffset;
        int to = offset;
        int shift = 0;
        for (int word = 0; word < width; word++) {
            IntVector a = ByteVector.fromArray(BYTES, in, from).reinterpretAsInts();
            from += Kernels.ROW_BYTES;
            for (; shift + width <= 32; shift += width) {
                a.lanewise(LSHR, shift).and(mask).intoArray(values, to);
                to += Kernels.LANES;
            }
            if (shift < 32) {
                IntVector weight = IntVector.broadcast(INTS, 1 << (32 - shift));
                a.lanewise(LSHR, shift)
                        .or(ByteVector.fromArray(BYTES, in, from)
                                .reinterpretAsInts()
                                .mul(weight))
                        .and(mask)
                        .intoArray(values, to);
                to += Kernels.LANES;
                shift += width;
            }
            shift -= 32;
        }
    }
}
