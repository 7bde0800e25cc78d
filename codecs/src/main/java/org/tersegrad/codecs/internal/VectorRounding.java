package org.tersegrad.codecs.internal;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.floats;
import static org.tersegrad.codecs.internal.VectorLanes.ints;
import static org.tersegrad.codecs.internal.VectorLanes.putWords;
import static org.tersegrad.codecs.internal.VectorLanes.shl;
import static org.tersegrad.codecs.internal.VectorLanes.shr;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Floats to levels and back. There is no conversion instruction in it: a float that was added to 1.5 * 2^23 has its
 * integer in the low bits.
 *
 * <p>Packing adds the fields of a word, each shifted to its place, together with what the magic number left in them; the
 * sum of that is the same for every word and is taken away once at the end.
 */
final class VectorRounding {
    private static final FloatVector MAGIC = FloatVector.broadcast(FLOATS, FloatKernels.MAGIC);
    private static final int LANES = Kernels.LANES;

    private VectorRounding() {}

    /** {@code field} in every place of a word, overflow included. */
    static int inEveryField(int field, int width) {
        int sum = 0;
        for (int bit = 0; bit < 32; bit += width) {
            sum += field << bit;
        }
        return sum;
    }

    /** Rounds two rows of sixteen, which share a row of random words. */
    static void pair(
            float[] values,
            int from,
            float factor,
            int fraction,
            int[] words,
            int wordsAt,
            int base,
            int[] fields,
            int to) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        IntVector mask = IntVector.broadcast(INTS, (1 << fraction) - 1);
        for (int lane = 0; lane < LANES; lane += LENGTH) {
            IntVector word = ints(words, wordsAt + lane);
            even(values, from + lane, factors, fraction, word, mask).sub(base).intoArray(fields, to + lane);
            odd(values, from + LANES + lane, factors, fraction, word).sub(base).intoArray(fields, to + LANES + lane);
        }
    }

    /** Rounds and packs the slots of one word in {@code LENGTH} lanes. */
    static void packRow(
            float[] values,
            int from,
            float factor,
            int fraction,
            int[] words,
            int wordsAt,
            int base,
            int width,
            byte[] out,
            int to) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        IntVector mask = IntVector.broadcast(INTS, (1 << fraction) - 1);
        IntVector packed = IntVector.broadcast(INTS, -base);
        int x = from;
        int w = wordsAt;
        for (int bit = 0; bit < 32; bit += 2 * width) {
            IntVector word = ints(words, w);
            IntVector low = shl(even(values, x, factors, fraction, word, mask), bit);
            IntVector high = shl(odd(values, x + LANES, factors, fraction, word), bit + width);
            packed = low.add(high).add(packed);
            x += 2 * LANES;
            w += LANES;
        }
        putWords(packed, out, to);
    }

    /** Levels by the low half of the words. */
    private static IntVector even(
            float[] values, int at, FloatVector factors, int fraction, IntVector word, IntVector mask) {
        FloatVector value = floats(values, at);
        IntVector random = sign(value).lanewise(XOR, word).and(mask);
        return shr(fixed(value, factors).add(random), fraction);
    }

    /** Levels by the high half of the words. */
    private static IntVector odd(float[] values, int at, FloatVector factors, int fraction, IntVector word) {
        FloatVector value = floats(values, at);
        IntVector random = shr(sign(value).lanewise(XOR, word), 32 - fraction);
        return shr(fixed(value, factors).add(random), fraction);
    }

    private static IntVector sign(FloatVector value) {
        return value.reinterpretAsInts().lanewise(ASHR, 31);
    }

    private static IntVector fixed(FloatVector value, FloatVector factors) {
        return value.mul(factors).add(MAGIC).reinterpretAsInts();
    }

    static void nearest(float[] values, int from, int count, float factor, int base, int[] fields, int to) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int i = 0; i < count; i += LENGTH) {
            fixed(floats(values, from + i), factors).sub(base).intoArray(fields, to + i);
        }
    }

    /** Rounds and packs the slots of one word in {@code LENGTH} lanes. */
    static void packNearestRow(float[] values, int from, float factor, int base, int width, byte[] out, int to) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        IntVector packed = IntVector.broadcast(INTS, -base);
        int x = from;
        for (int bit = 0; bit < 32; bit += 2 * width) {
            IntVector low = shl(fixed(floats(values, x), factors), bit);
            IntVector high = shl(fixed(floats(values, x + LANES), factors), bit + width);
            packed = low.add(high).add(packed);
            x += 2 * LANES;
        }
        putWords(packed, out, to);
    }

    static void fromLevels(int[] fields, int from, int count, int offset, float step, float[] values, int to) {
        FloatVector steps = FloatVector.broadcast(FLOATS, step);
        FloatVector magic = FloatVector.broadcast(FLOATS, FloatKernels.MAGIC + offset);
        for (int i = 0; i < count; i += LENGTH) {
            ints(fields, from + i)
                    .add(FloatKernels.MAGIC_BITS)
                    .reinterpretAsFloats()
                    .sub(magic)
                    .mul(steps)
                    .intoArray(values, to + i);
        }
    }
}
