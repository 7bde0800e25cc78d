package org.tersegrad.compressors;

import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.FloatKernels;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.ScalarFloatKernels;
import org.tersegrad.compressors.internal.LevelsBody;
import org.tersegrad.compressors.internal.Norms;
import org.tersegrad.compressors.internal.Scheme;

/**
 * Quantizes in blocks that stay in the cache:
 *
 * <pre>
 *   for each block of the tensor
 *       draw random words
 *       for each bucket, or part of one, in the block
 *           if the bucket begins here: find its norm, write its step
 *           round its elements to levels
 *           with a memory: subtract what they stand for
 *       pack the levels
 * </pre>
 *
 * <p>Where buckets are whole groups of 512 and a level has 2, 4 or 8 bits, rounding and packing are one kernel.
 */
final class LevelsEncoder extends FusedEncoder {
    private static final int BLOCK = LevelsBody.ELEMENTS;
    /** Beyond this the factor comes near the largest float, and elements are scaled by {@link #UP} first. */
    private static final double LARGE_FACTOR = 0x1p100;

    private static final float UP = 0x1p64f;

    private final Levels plan;
    private final int width;
    private final int fraction;
    private final boolean fused;
    private final int[] words;
    private final int[] fields;
    private final float[] adjusted = new float[BLOCK];
    private final Norms norms = new Norms();
    private final Rans coder;
    private final Rounder rounder;

    /** Of the bucket at hand: what turns an element into a level, whether elements are adjusted before, and how. */
    private float factor;

    private boolean adjust;
    private float scale;
    private float limit;
    private float step;

    /** Where its elements are: in the tensor, or with a memory in {@code sums}. */
    private float[] elements;

    private int bucketAt;

    /** Sums of a bucket that is small enough for them to stay in the cache; else they are made where they belong. */
    private final float[] sums;

    LevelsEncoder(Compressor recipe, Levels plan, Shape shape, Seed seed) {
        super(recipe, shape, seed);
        this.plan = plan;
        width = LevelsBody.width(plan.levels());
        fraction = plan.fraction();
        boolean wholeGroups = plan.bucket() % Kernels.GROUP == 0 || plan.bucket() >= size;
        fused = plan.code() == LevelsBody.FIXED && (width == 2 || width == 4 || width == 8) && wholeGroups;
        words = new int[plan.random() ? BLOCK / 2 : 0];
        boolean entropy = plan.code() == LevelsBody.ENTROPY;
        fields = new int[entropy ? LevelsBody.SECTION : BLOCK];
        sums = new float[plan.bucket() <= BLOCK ? Math.min(plan.bucket(), size) : 0];
        elements = sums;
        coder = new Rans(entropy ? 2 * plan.levels() + 1 : 1);
        rounder = rounder();
    }

    @Override
    Scheme scheme() {
        return Scheme.LEVELS;
    }

    @Override
    int encodeBody(float[] values, int offset, byte[] out, int at) {
        out[at] = (byte) plan.code();
        LittleEndian.putShort(out, at + 1, plan.levels());
        LittleEndian.putInt(out, at + 3, plan.bucket());
        int stepsAt = at + LevelsBody.FIELDS;
        int to = stepsAt + 4 * LevelsBody.buckets(size, plan.bucket());
        long keys = stepSeed();
        for (int from = 0; from < size; from += BLOCK) {
            int count = Math.min(BLOCK, size - from);
            if (plan.random()) {
                int groups = (count + Kernels.GROUP - 1) / Kernels.GROUP;
                ActiveKernels.KERNELS.roundingWords(
                        (int) keys, (int) (keys >>> 32), from / Kernels.GROUP, groups, words);
            }
            for (int done = 0; done < count; ) {
                int bucket = (from + done) / plan.bucket();
                long bucketFrom = (long) bucket * plan.bucket();
                if (from + done == bucketFrom) {
                    begin(bucket, values, offset, out, stepsAt + 4 * bucket);
                }
                int end = (int) Math.min(count, bucketFrom + plan.bucket() - from);
                int inBucket = from + done - (int) bucketFrom;
                round(values, bucketAt + inBucket, end - done, from, done, out, to);
                done = end;
            }
            to += finish(from, count, out, to);
        }
        return to - at;
    }

    @Override
    void keepRest(Memory memory, byte[] out, int at) {
        memory.keep(0f, 0f);
    }

    /** Looks at all elements of a bucket, writes its step and sets what rounding needs. */
    private void begin(int bucket, float[] values, int offset, byte[] out, int stepAt) {
        int first = bucket * plan.bucket();
        int count = Math.min(plan.bucket(), size - first);
        int key;
        if (remembering() && sums.length > 0) {
            elements = sums;
            bucketAt = 0;
            key = addTo(sums, 0, first, count);
        } else {
            elements = values;
            bucketAt = offset + first;
            key = largestKey(values, offset, first, count);
        }
        float largest = Float.intBitsToFloat(key);
        limit = Float.MAX_VALUE;
        if (plan.clip() > 0) {
            limit = (float) (plan.clip() * deviation(elements, bucketAt, count));
            largest = Math.min(largest, limit);
        }
        // A norm below its largest element can only be a rounding error.
        double norm = plan.euclidean() ? Math.max(largest, norms.euclidean(elements, bucketAt, count, key)) : largest;
        step = Levels.step(norm, plan.levels());
        LittleEndian.putInt(out, stepAt, Float.floatToRawIntBits(step));

        double exact = step == 0 ? 0 : Math.scalb(1.0, fraction) / step;
        scale = exact > LARGE_FACTOR ? UP : 1f;
        factor = (float) (exact / scale);
        if (plan.random()) {
            int top = plan.levels() << fraction;
            while (largest * scale * factor > top) {
                factor = Math.nextDown(factor);
            }
        }
        adjust = plan.clip() > 0 || scale != 1f;
    }

    /** The standard deviation about the mean. */
    private static double deviation(float[] values, int at, int count) {
        double sum = 0;
        for (int i = at; i < at + count; i++) {
            sum += values[i];
        }
        double mean = sum / count;
        double squares = 0;
        for (int i = at; i < at + count; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
        }
        return Math.sqrt(squares / count);
    }

    /**
     * Rounds elements of one bucket, and packs whole groups of them if that is one kernel.
     *
     * @param values with a memory modified: takes what is left of them
     * @param at the first of them in {@code elements}
     * @param from the first element of the block
     * @param done how many elements of the block stand before them
     * @param to where the levels of the block are packed
     */
    private void round(float[] values, int at, int count, int from, int done, byte[] out, int to) {
        float[] source = elements;
        int sourceAt = at;
        if (adjust) {
            for (int i = 0; i < count; i++) {
                adjusted[i] = Math.max(-limit, Math.min(limit, elements[at + i])) * scale;
            }
            source = adjusted;
            sourceAt = 0;
        }
        int fieldsAt = (plan.code() == LevelsBody.ENTROPY ? from % LevelsBody.SECTION : 0) + done;
        int packedAt = to + done / 8 * width;
        rounder.round(source, sourceAt, count, done, fieldsAt, out, packedAt);
        if (remembering()) {
            unpack(count, fieldsAt, out, packedAt);
            ActiveKernels.FLOATS.subtractLevels(
                    fields, fieldsAt, count, zero(), step, elements, at, values, from + done);
        }
    }

    /** Puts levels that were packed at once beside the others. */
    private void unpack(int count, int fieldsAt, byte[] out, int packedAt) {
        if (fused) {
            int packed = count / Kernels.GROUP * Kernels.GROUP;
            FixedWidth.unpack(out, packedAt, FixedWidth.byteLength(packed, width), width, fields, fieldsAt, packed);
        }
    }

    /** The field of level 0. */
    private int zero() {
        return plan.code() == LevelsBody.TRITS ? 0 : plan.levels();
    }

    /**
     * One way of rounding. A call that may be any of four is not inlined, and must not be: all their kernels in one method
     * are too much for C2, which then allocates every vector.
     */
    private interface Rounder {
        /**
         * Rounds elements of one bucket.
         *
         * @param done how many elements of the block stand before them
         * @param fieldsAt where their levels go
         * @param to where whole groups of them are packed
         */
        void round(float[] source, int at, int count, int done, int fieldsAt, byte[] out, int to);
    }

    private Rounder rounder() {
        int offset = zero();
        FloatKernels kernels = ActiveKernels.FLOATS;
        FloatKernels scalar = new ScalarFloatKernels();
        if (plan.random() && !fused) {
            return (source, at, count, done, fieldsAt, out, to) ->
                    kernels.roundAtRandom(source, at, count, factor, fraction, words, done, offset, fields, fieldsAt);
        }
        if (plan.random()) {
            return (source, at, count, done, fieldsAt, out, to) -> {
                int groups = count / Kernels.GROUP;
                int packed = groups * Kernels.GROUP;
                kernels.packAtRandom(source, at, groups, factor, fraction, words, done / 2, offset, width, out, to);
                scalar.roundAtRandom(
                        source,
                        at + packed,
                        count - packed,
                        factor,
                        fraction,
                        words,
                        done + packed,
                        offset,
                        fields,
                        fieldsAt + packed);
            };
        }
        if (!fused) {
            return (source, at, count, done, fieldsAt, out, to) ->
                    kernels.roundToNearest(source, at, count, factor, offset, fields, fieldsAt);
        }
        return (source, at, count, done, fieldsAt, out, to) -> {
            int groups = count / Kernels.GROUP;
            int packed = groups * Kernels.GROUP;
            kernels.packNearest(source, at, groups, factor, offset, width, out, to);
            scalar.roundToNearest(source, at + packed, count - packed, factor, offset, fields, fieldsAt + packed);
        };
    }

    /** Packs what is left of a block and returns its bytes, which for entropy-coded levels come with the last block of a section. */
    private int finish(int from, int count, byte[] out, int to) {
        if (plan.code() == LevelsBody.TRITS) {
            Trits.pack(fields, 0, count, out, to);
            return Trits.byteLength(count);
        }
        if (plan.code() == LevelsBody.FIXED) {
            int packed = fused ? count / Kernels.GROUP * Kernels.GROUP : 0;
            FixedWidth.pack(fields, packed, count - packed, width, out, to + packed / 8 * width);
            return FixedWidth.byteLength(count, width);
        }
        int inSection = from % LevelsBody.SECTION + count;
        if (inSection < LevelsBody.SECTION && from + count < size) {
            return 0;
        }
        int bytes = coder.write(fields, 0, inSection, out, to + 4);
        LittleEndian.putInt(out, to, bytes);
        return 4 + bytes;
    }
}
