package org.tersegrad.codecs.internal.floats;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.XOR;
import static org.tersegrad.codecs.internal.VectorLanes.BLOCK;
import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.INTS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.wholeRows;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import org.tersegrad.codecs.internal.Kernels;

/**
 * Floats to levels. There is no conversion instruction in it: a float that was added to 1.5 * 2^23 has its
 * integer in the low bits.
 *
 * <p>Packing adds the fields of a word, each shifted to its place, together with what the magic number left in them; the
 * sum of that is the same for every word and is taken away once at the end.
 *
 * <p>The JDK's methods are called directly: past C2's limit it still inlines those, but not our own around them.
 */
public final class VectorRounding implements RoundingKernels {
    private static final ScalarRounding SCALAR = new ScalarRounding();
    private static final FloatVector MAGICS = FloatVector.broadcast(FLOATS, RoundingKernels.MAGIC);
    private static final int LANES = Kernels.LANES;

    /** Bits behind the binary point. A constant, because NEON has no shift to the right by a variable. */
    static final int FRACTION = RoundingKernels.USUAL_FRACTION;

    private static final IntVector MASK = IntVector.broadcast(INTS, (1 << FRACTION) - 1);
    private static final IntVector SIGN = IntVector.broadcast(INTS, Integer.MIN_VALUE);

    /** Elements that share a row of random words. */
    private static final int PAIR = 2 * LANES;

    @Override
    public void roundAtRandom(
            float[] values,
            int from,
            int count,
            float factor,
            int fraction,
            float magic,
            int[] words,
            int first,
            int offset,
            int[] fields,
            int to) {
        int done = 0;
        if (first % PAIR == 0 && fraction == USUAL_FRACTION) {
            int base = (Float.floatToRawIntBits(magic) >>> fraction) - offset;
            int whole = count & -PAIR;
            while (done < whole) {
                int inGroup = (first + done) % Kernels.GROUP;
                int block = Math.min(Kernels.GROUP - inGroup, whole - done);
                int wordsAt = (first + done) / Kernels.GROUP * Kernels.ROUNDING_WORDS;
                int row = wordsAt + inGroup / 2;
                int dither = wordsAt + Kernels.DITHER;
                int x = from + done;
                int at = to + done;
                evenRows(values, x, block, factor, magic, words, row, dither, base, fields, at);
                oddRows(values, x + LANES, block, factor, magic, words, row, dither, base, fields, at + LANES);
                done += block;
            }
        }
        SCALAR.roundAtRandom(
                values,
                from + done,
                count - done,
                factor,
                fraction,
                magic,
                words,
                first + done,
                offset,
                fields,
                to + done);
    }

    @Override
    public void packAtRandom(
            float[] values,
            int from,
            int groups,
            float factor,
            int fraction,
            float magic,
            int[] words,
            int wordsFrom,
            int offset,
            int width,
            byte[] out,
            int to) {
        if (fraction != USUAL_FRACTION) {
            SCALAR.packAtRandom(
                    values, from, groups, factor, fraction, magic, words, wordsFrom, offset, width, out, to);
            return;
        }
        int base = inEveryField((Float.floatToRawIntBits(magic) >>> fraction) - offset, width);
        for (int group = 0; group < groups; group++) {
            int x = from + group * Kernels.GROUP;
            int w = wordsFrom + group * Kernels.ROUNDING_WORDS;
            int at = to + group * width * Kernels.ROW_BYTES;
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                packGroup(values, x + lane, factor, magic, words, w + lane, base, width, out, at + 4 * lane);
            }
        }
    }

    @Override
    public void roundToNearest(float[] values, int from, int count, float factor, int offset, int[] fields, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            nearest(values, from + done, block, factor, MAGIC_BITS - offset, fields, to + done);
        }
        SCALAR.roundToNearest(values, from + whole, count - whole, factor, offset, fields, to + whole);
    }

    @Override
    public void packNearest(
            float[] values, int from, int groups, float factor, int offset, int width, byte[] out, int to) {
        int base = inEveryField(MAGIC_BITS - offset, width);
        for (int group = 0; group < groups; group++) {
            int x = from + group * Kernels.GROUP;
            int at = to + group * width * Kernels.ROW_BYTES;
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                packNearestGroup(values, x + lane, factor, base, width, out, at + 4 * lane);
            }
        }
    }

    @Override
    public void upperHalves(float[] values, int from, int count, byte[] out, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            VectorHalves.upper(values, from + done, block, out, to + 2 * done);
        }
        SCALAR.upperHalves(values, from + whole, count - whole, out, to + 2 * whole);
    }

    @Override
    public void toPowersOfTwo(float[] values, int from, int count, int[] words, int at) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            VectorPowers.toPowersOfTwo(values, from + done, block, words, at + done);
        }
        SCALAR.toPowersOfTwo(values, from + whole, count - whole, words, at + whole);
    }

    @Override
    public void fromPowersOfTwo(int[] fields, int from, int count, float[] values, int to) {
        int whole = wholeRows(count);
        for (int done = 0; done < whole; done += BLOCK) {
            int block = Math.min(BLOCK, whole - done);
            VectorPowers.fromPowersOfTwo(fields, from + done, block, values, to + done);
        }
        SCALAR.fromPowersOfTwo(fields, from + whole, count - whole, values, to + whole);
    }

    /** {@code field} in every place of a word, overflow included. */
    private static int inEveryField(int field, int width) {
        int sum = 0;
        for (int bit = 0; bit < 32; bit += width) {
            sum += field << bit;
        }
        return sum;
    }

    /**
     * Rounds every other row of sixteen, with the low halves of words. Even and odd rows in one leaf would share loads, and were
     * more than C2 of JDK 17 compiles without boxes.
     *
     * @param count of all elements of a group that are rounded, those in between included
     * @param wordsFrom the row of words of the first row
     * @param ditherAt the dither of the group
     */
    private static void evenRows(
            float[] values,
            int from,
            int count,
            float factor,
            float magic,
            int[] words,
            int wordsFrom,
            int ditherAt,
            int base,
            int[] fields,
            int to) {
        assert count % (2 * LANES) == 0 : count + " floats, not pairs of rows";
        assert from >= 0 && from + count - LANES <= values.length
                : String.format("floats %d to %d of %d", from, from + count - LANES, values.length);
        assert to >= 0 && to + count - LANES <= fields.length
                : String.format("fields %d to %d of %d", to, to + count - LANES, fields.length);
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        FloatVector magics = FloatVector.broadcast(FLOATS, magic);
        for (int i = 0; i < count; i += 2 * LANES) {
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                IntVector word = IntVector.fromArray(INTS, words, wordsFrom + i / 2 + lane);
                IntVector dither = IntVector.fromArray(INTS, words, ditherAt + lane);
                FloatVector value = FloatVector.fromArray(FLOATS, values, from + i + lane);
                IntVector bits = value.reinterpretAsInts();
                IntVector random = bits.lanewise(ASHR, 31).lanewise(XOR, word).and(MASK);
                FloatVector signed = bits.and(SIGN).lanewise(XOR, dither).reinterpretAsFloats();
                value.mul(factors)
                        .add(signed)
                        .add(magics)
                        .reinterpretAsInts()
                        .add(random)
                        .lanewise(LSHR, FRACTION)
                        .sub(base)
                        .intoArray(fields, to + i + lane);
            }
        }
    }

    /**
     * Rounds every other row of sixteen, with the high halves of words.
     *
     * @param count of all elements of a group that are rounded, those in between included
     * @param wordsFrom the row of words of the first row
     * @param ditherAt the dither of the group
     */
    private static void oddRows(
            float[] values,
            int from,
            int count,
            float factor,
            float magic,
            int[] words,
            int wordsFrom,
            int ditherAt,
            int base,
            int[] fields,
            int to) {
        assert count % (2 * LANES) == 0 : count + " floats, not pairs of rows";
        assert from >= 0 && from + count - LANES <= values.length
                : String.format("floats %d to %d of %d", from, from + count - LANES, values.length);
        assert to >= 0 && to + count - LANES <= fields.length
                : String.format("fields %d to %d of %d", to, to + count - LANES, fields.length);
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        FloatVector magics = FloatVector.broadcast(FLOATS, magic);
        for (int i = 0; i < count; i += 2 * LANES) {
            for (int lane = 0; lane < LANES; lane += LENGTH) {
                IntVector word = IntVector.fromArray(INTS, words, wordsFrom + i / 2 + lane);
                IntVector dither = IntVector.fromArray(INTS, words, ditherAt + lane);
                FloatVector value = FloatVector.fromArray(FLOATS, values, from + i + lane);
                IntVector bits = value.reinterpretAsInts();
                IntVector random = bits.lanewise(ASHR, 31).lanewise(XOR, word).lanewise(LSHR, 32 - FRACTION);
                FloatVector signed = bits.and(SIGN).lanewise(XOR, dither).reinterpretAsFloats();
                value.mul(factors)
                        .add(signed)
                        .add(magics)
                        .reinterpretAsInts()
                        .add(random)
                        .lanewise(LSHR, FRACTION)
                        .sub(base)
                        .intoArray(fields, to + i + lane);
            }
        }
    }

    /** Rounds and packs one group in {@code LENGTH} lanes, two slots at a time. */
    private static void packGroup(
            float[] values,
            int from,
            float factor,
            float magic,
            int[] words,
            int wordsAt,
            int base,
            int width,
            byte[] out,
            int to) {
        assert 16 % width == 0 : "an odd number of fields of " + width + " bits";
        assert from >= 0 && from + Kernels.GROUP - LANES + LENGTH <= values.length : from + " of " + values.length;
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        FloatVector magics = FloatVector.broadcast(FLOATS, magic);
        IntVector start = IntVector.broadcast(INTS, -base);
        IntVector dither = IntVector.fromArray(INTS, words, wordsAt + Kernels.DITHER);
        int x = from;
        int w = wordsAt;
        for (int row = 0; row < width; row++) {
            IntVector packed = start;
            for (int bit = 0; bit < 32; bit += 2 * width) {
                IntVector word = IntVector.fromArray(INTS, words, w);
                FloatVector even = FloatVector.fromArray(FLOATS, values, x);
                FloatVector odd = FloatVector.fromArray(FLOATS, values, x + LANES);
                IntVector low = even.reinterpretAsInts()
                        .lanewise(ASHR, 31)
                        .lanewise(XOR, word)
                        .and(MASK);
                IntVector high = odd.reinterpretAsInts()
                        .lanewise(ASHR, 31)
                        .lanewise(XOR, word)
                        .lanewise(LSHR, 32 - FRACTION);
                FloatVector evenDither =
                        even.reinterpretAsInts().and(SIGN).lanewise(XOR, dither).reinterpretAsFloats();
                FloatVector oddDither =
                        odd.reinterpretAsInts().and(SIGN).lanewise(XOR, dither).reinterpretAsFloats();
                FloatVector a = even.mul(factors).add(evenDither).add(magics);
                FloatVector b = odd.mul(factors).add(oddDither).add(magics);
                low = a.reinterpretAsInts().add(low).lanewise(LSHR, FRACTION);
                high = b.reinterpretAsInts().add(high).lanewise(LSHR, FRACTION);
                packed = high.lanewise(LSHL, width).add(low).lanewise(LSHL, bit).add(packed);
                x += 2 * LANES;
                w += LANES;
            }
            packed.reinterpretAsBytes().intoArray(out, to + row * Kernels.ROW_BYTES);
        }
    }

    private static void nearest(float[] values, int from, int count, float factor, int base, int[] fields, int to) {
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        for (int i = 0; i < count; i += LENGTH) {
            FloatVector.fromArray(FLOATS, values, from + i)
                    .mul(factors)
                    .add(MAGICS)
                    .reinterpretAsInts()
                    .sub(base)
                    .intoArray(fields, to + i);
        }
    }

    /** Rounds and packs one group in {@code LENGTH} lanes, four slots at a time; {@code width} is 8 or less. */
    private static void packNearestGroup(
            float[] values, int from, float factor, int base, int width, byte[] out, int to) {
        assert 8 % width == 0 : "fields of " + width + " bits, not a multiple of four of them";
        assert from >= 0 && from + Kernels.GROUP - LANES + LENGTH <= values.length : from + " of " + values.length;
        FloatVector factors = FloatVector.broadcast(FLOATS, factor);
        IntVector start = IntVector.broadcast(INTS, -base);
        int x = from;
        for (int row = 0; row < width; row++) {
            IntVector packed = start;
            for (int bit = 0; bit < 32; bit += 4 * width) {
                IntVector a = FloatVector.fromArray(FLOATS, values, x)
                        .mul(factors)
                        .add(MAGICS)
                        .reinterpretAsInts();
                IntVector b = FloatVector.fromArray(FLOATS, values, x + LANES)
                        .mul(factors)
                        .add(MAGICS)
                        .reinterpretAsInts();
                IntVector c = FloatVector.fromArray(FLOATS, values, x + 2 * LANES)
                        .mul(factors)
                        .add(MAGICS)
                        .reinterpretAsInts();
                IntVector d = FloatVector.fromArray(FLOATS, values, x + 3 * LANES)
                        .mul(factors)
                        .add(MAGICS)
                        .reinterpretAsInts();
                IntVector low = b.lanewise(LSHL, width).add(a).lanewise(LSHL, bit);
                IntVector high = d.lanewise(LSHL, width).add(c).lanewise(LSHL, bit + 2 * width);
                packed = low.add(high).add(packed);
                x += 4 * LANES;
            }
            packed.reinterpretAsBytes().intoArray(out, to + row * Kernels.ROW_BYTES);
        }
    }
}
