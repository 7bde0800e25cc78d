package org.tersegrad.codecs.internal;

import static org.tersegrad.codecs.internal.VectorLanes.BYTE_LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.ints;
import static org.tersegrad.codecs.internal.VectorLanes.putWords;
import static org.tersegrad.codecs.internal.VectorLanes.shr;
import static org.tersegrad.codecs.internal.VectorLanes.words;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

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
 */
final class VectorPacking {
    private static final int TWO = 2 * LENGTH;
    private static final int THREE = 3 * LENGTH;

    private VectorPacking() {}

    /** Packs {@code 4 * LENGTH} lanes of one group, {@code width} below 32, and returns the or of the values. */
    static int packFour(int[] values, int offset, int width, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(VectorLanes.INTS);
        IntVector b = a;
        IntVector c = a;
        IntVector d = a;
        IntVector or = a;
        int from = offset;
        int to = outOffset;
        int shift = 0;
        for (int word = 0; word < width; word++) {
            for (; shift + width < 32; shift += width) {
                IntVector weight = power(shift);
                IntVector nextA = ints(values, from);
                IntVector nextB = ints(values, from + LENGTH);
                IntVector nextC = ints(values, from + TWO);
                IntVector nextD = ints(values, from + THREE);
                from += Kernels.LANES;
                or = nextA.or(nextB).or(nextC.or(nextD)).or(or);
                a = nextA.mul(weight).add(a);
                b = nextB.mul(weight).add(b);
                c = nextC.mul(weight).add(c);
                d = nextD.mul(weight).add(d);
            }
            IntVector weight = power(shift);
            IntVector lastA = ints(values, from);
            IntVector lastB = ints(values, from + LENGTH);
            IntVector lastC = ints(values, from + TWO);
            IntVector lastD = ints(values, from + THREE);
            from += Kernels.LANES;
            or = lastA.or(lastB).or(lastC.or(lastD)).or(or);
            putWords(lastA.mul(weight).add(a), out, to);
            putWords(lastB.mul(weight).add(b), out, to + BYTE_LENGTH);
            putWords(lastC.mul(weight).add(c), out, to + 2 * BYTE_LENGTH);
            putWords(lastD.mul(weight).add(d), out, to + 3 * BYTE_LENGTH);
            to += Kernels.ROW_BYTES;
            int stored = 32 - shift; // a slot that ended with the word leaves nothing: its value is below 2^stored
            a = shr(lastA, stored);
            b = shr(lastB, stored);
            c = shr(lastC, stored);
            d = shr(lastD, stored);
            shift = width - stored;
        }
        return or.reduceLanes(VectorOperators.OR);
    }

    /** The same for a width that divides 32: no slot lies across two words, which saves a quarter of the time at 16. */
    static int packFourWhole(int[] values, int offset, int width, byte[] out, int outOffset) {
        IntVector or = IntVector.zero(VectorLanes.INTS);
        int from = offset;
        int to = outOffset;
        for (int word = 0; word < width; word++) {
            IntVector a = ints(values, from);
            IntVector b = ints(values, from + LENGTH);
            IntVector c = ints(values, from + TWO);
            IntVector d = ints(values, from + THREE);
            from += Kernels.LANES;
            or = a.or(b).or(c.or(d)).or(or);
            for (int shift = width; shift < 32; shift += width) {
                IntVector weight = power(shift);
                IntVector nextA = ints(values, from);
                IntVector nextB = ints(values, from + LENGTH);
                IntVector nextC = ints(values, from + TWO);
                IntVector nextD = ints(values, from + THREE);
                from += Kernels.LANES;
                or = nextA.or(nextB).or(nextC.or(nextD)).or(or);
                a = nextA.mul(weight).add(a);
                b = nextB.mul(weight).add(b);
                c = nextC.mul(weight).add(c);
                d = nextD.mul(weight).add(d);
            }
            putWords(a, out, to);
            putWords(b, out, to + BYTE_LENGTH);
            putWords(c, out, to + 2 * BYTE_LENGTH);
            putWords(d, out, to + 3 * BYTE_LENGTH);
            to += Kernels.ROW_BYTES;
        }
        return or.reduceLanes(VectorOperators.OR);
    }

    /** Packs {@code LENGTH} lanes of one group, {@code width} below 32, and returns the or of the values. */
    static int packOne(int[] values, int offset, int width, byte[] out, int outOffset) {
        IntVector a = IntVector.zero(VectorLanes.INTS);
        IntVector or = a;
        int from = offset;
        int to = outOffset;
        int shift = 0;
        for (int word = 0; word < width; word++) {
            for (; shift + width < 32; shift += width) {
                IntVector next = ints(values, from);
                from += Kernels.LANES;
                or = next.or(or);
                a = next.mul(power(shift)).add(a);
            }
            IntVector last = ints(values, from);
            from += Kernels.LANES;
            or = last.or(or);
            putWords(last.mul(power(shift)).add(a), out, to);
            to += Kernels.ROW_BYTES;
            int stored = 32 - shift;
            a = shr(last, stored);
            shift = width - stored;
        }
        return or.reduceLanes(VectorOperators.OR);
    }

    /** Fields of 32 bits: every one fits and is a word already. */
    static void copy(int[] values, int offset, byte[] out, int outOffset) {
        for (int i = 0; i < Kernels.GROUP; i += LENGTH) {
            putWords(ints(values, offset + i), out, outOffset + 4 * i);
        }
    }

    private static IntVector power(int exponent) {
        return IntVector.broadcast(VectorLanes.INTS, 1 << exponent);
    }

    /** Unpacks {@code 4 * LENGTH} lanes of one group. */
    static void unpackFour(byte[] in, int inOffset, int width, int[] values, int offset) {
        IntVector mask = IntVector.broadcast(VectorLanes.INTS, -1 >>> (32 - width));
        int from = inOffset;
        int to = offset;
        int shift = 0;
        for (int word = 0; word < width; word++) {
            IntVector a = words(in, from);
            IntVector b = words(in, from + BYTE_LENGTH);
            IntVector c = words(in, from + 2 * BYTE_LENGTH);
            IntVector d = words(in, from + 3 * BYTE_LENGTH);
            from += Kernels.ROW_BYTES;
            for (; shift + width <= 32; shift += width) {
                shr(a, shift).and(mask).intoArray(values, to);
                shr(b, shift).and(mask).intoArray(values, to + LENGTH);
                shr(c, shift).and(mask).intoArray(values, to + TWO);
                shr(d, shift).and(mask).intoArray(values, to + THREE);
                to += Kernels.LANES;
            }
            if (shift < 32) { // one slot lies across two words
                int rest = 32 - shift;
                join(a, shift, words(in, from), rest, mask).intoArray(values, to);
                join(b, shift, words(in, from + BYTE_LENGTH), rest, mask).intoArray(values, to + LENGTH);
                join(c, shift, words(in, from + 2 * BYTE_LENGTH), rest, mask).intoArray(values, to + TWO);
                join(d, shift, words(in, from + 3 * BYTE_LENGTH), rest, mask).intoArray(values, to + THREE);
                to += Kernels.LANES;
                shift += width;
            }
            shift -= 32;
        }
    }

    /** Unpacks {@code LENGTH} lanes of one group. */
    static void unpackOne(byte[] in, int inOffset, int width, int[] values, int offset) {
        IntVector mask = IntVector.broadcast(VectorLanes.INTS, -1 >>> (32 - width));
        int from = inOffset;
        int to = offset;
        int shift = 0;
        for (int word = 0; word < width; word++) {
            IntVector a = words(in, from);
            from += Kernels.ROW_BYTES;
            for (; shift + width <= 32; shift += width) {
                shr(a, shift).and(mask).intoArray(values, to);
                to += Kernels.LANES;
            }
            if (shift < 32) {
                join(a, shift, words(in, from), 32 - shift, mask).intoArray(values, to);
                to += Kernels.LANES;
                shift += width;
            }
            shift -= 32;
        }
    }

    private static IntVector join(IntVector low, int lowShift, IntVector high, int highShift, IntVector mask) {
        return shr(low, lowShift).or(high.mul(power(highShift))).and(mask);
    }
}
