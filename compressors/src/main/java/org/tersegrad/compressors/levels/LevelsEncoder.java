package org.tersegrad.compressors.levels;

import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FusedEncoder;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;

/**
 * Quantizes in blocks that stay in the cache:
 *
 * <pre>
 *   for each block of the tensor
 *       draw random words, by which workers may agree
 *       for each bucket, or part of one, in the block
 *           if the bucket begins here: find its norm, write its step
 *           round its elements to levels
 *           with a residual: subtract what they stand for
 *       pack the levels
 * </pre>
 *
 * <p>If a level has 2, 4 or 8 bits, rounding and packing are one kernel, which takes whole groups of 512 with one factor. If
 * buckets are not whole groups, the elements of a block are multiplied by their factors before it.
 */
final class LevelsEncoder extends FusedEncoder {
    private static final int BLOCK = LevelsFormat.ELEMENTS;

    private final QuantizerPlan plan;
    private final int width;
    private final boolean fused;
    private final RoundingWords words;
    private final int[] fields;
    private final BucketScale scale;
    private final Rans coder;
    private final LevelRounder rounder;

    /** The elements of the current bucket: in the tensor, or with a residual in {@code sums}. */
    private float[] elements;

    private int bucketAt;

    /** Multiplies the elements that are rounded next. */
    private float factor;

    /** Elements of a block times their factors, where rounding and packing are one kernel and buckets are not whole groups. */
    private final float[] scaled;

    /** Sums of a bucket that is small enough for them to stay in the cache; else they are made where they belong. */
    private final float[] sums;

    public LevelsEncoder(Compressor recipe, QuantizerPlan plan, Shape shape, Seed seed) {
        super(recipe, shape, plan.seed(seed), LevelsFormat.INSTANCE);
        this.plan = plan;
        width = LevelsFormat.width(plan.levels());
        fused = plan.code() == LevelsFormat.FIXED && (width == 2 || width == 4 || width == 8);
        boolean wholeGroups = plan.bucket() % Kernels.GROUP == 0 || plan.bucket() >= size;
        scaled = new float[fused && !wholeGroups ? Math.min(BLOCK, size) : 0];
        words = new RoundingWords(plan.rounding(), seed, plan.fraction());
        scale = new BucketScale(plan);
        boolean entropy = plan.code() == LevelsFormat.ENTROPY;
        fields = new int[entropy ? LevelsFormat.SECTION : BLOCK];
        sums = new float[plan.bucket() <= BLOCK && scaled.length == 0 ? Math.min(plan.bucket(), size) : 0];
        elements = sums;
        coder = new Rans(entropy ? 2 * plan.levels() + 1 : 1);
        rounder = plan.rounder(words);
    }

    /** A bucket at a time, if it stays in the cache. */
    @Override
    protected int run() {
        return plan.bucket() <= BLOCK ? plan.bucket() : 0;
    }

    @Override
    protected int encodeBody(float[] values, int offset, byte[] out, int at) {
        return encodeLevels(stepSeed(), values, offset, out, at);
    }

    /** Writes a body with the seed of a step. */
    int encodeLevels(long step, float[] values, int offset, byte[] out, int at) {
        out[at] = (byte) plan.code();
        LittleEndian.putShort(out, at + 1, plan.levels());
        LittleEndian.putInt(out, at + 3, plan.bucket());
        int stepsAt = at + LevelsFormat.FIELDS;
        int to = stepsAt + 4 * LevelsFormat.buckets(size, plan.bucket());
        for (int from = 0; from < size; from += BLOCK) {
            int count = Math.min(BLOCK, size - from);
            words.draw(step, from, count);
            for (int done = 0; done < count; ) {
                int bucket = (from + done) / plan.bucket();
                long bucketFrom = (long) bucket * plan.bucket();
                if (from + done == bucketFrom) {
                    begin(bucket, values, offset, out, stepsAt + 4 * bucket);
                }
                int end = (int) Math.min(count, bucketFrom + plan.bucket() - from);
                int inBucket = from + done - (int) bucketFrom;
                if (scaled.length > 0) {
                    scale.multiply(elements, bucketAt + inBucket, end - done, scaled, done);
                } else {
                    round(values, bucketAt + inBucket, end - done, from, done, out, to);
                }
                done = end;
            }
            if (scaled.length > 0) {
                roundScaled(values, offset, from, count, out, stepsAt, to);
            }
            to += finish(from, count, out, to);
        }
        return to - at;
    }

    @Override
    protected boolean drawsWithOthers() {
        return plan.rounding().isAgreed();
    }

    @Override
    protected void keepResidual(Residual residual, byte[] out, int at) {
        residual.keep(0f, 0f);
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
            int start = load(offset, first, count);
            elements = values;
            bucketAt = start + first;
            key = largestKey(values, start, first, count);
        }
        scale.look(elements, bucketAt, count, key);
        scale.use(scale.step());
        LittleEndian.putInt(out, stepAt, Float.floatToRawIntBits(scale.step()));
    }

    /**
     * Rounds elements of one bucket, and packs whole groups of them if that is one kernel.
     *
     * @param values with a residual modified: takes what is left of them
     * @param at the first of them in {@code elements}
     * @param from the first element of the block
     * @param done how many elements of the block precede them
     * @param to where the levels of the block are packed
     */
    private void round(float[] values, int at, int count, int from, int done, byte[] out, int to) {
        float[] source = scale.adjusted(elements, at, count);
        int sourceAt = source == elements ? at : 0;
        int fieldsAt = (plan.code() == LevelsFormat.ENTROPY ? from % LevelsFormat.SECTION : 0) + done;
        int packedAt = to + done / 8 * width;
        factor = scale.factor();
        roundAndPack(source, sourceAt, count, done, fieldsAt, out, packedAt);
        if (remembering()) {
            unpack(count, fieldsAt, out, packedAt);
            LevelKernels.SUBTRACT_LEVELS
                    .at(count)
                    .subtractLevels(
                            fields, fieldsAt, count, plan.zero(), scale.step(), elements, at, values, from + done);
        }
    }

    /**
     * Rounds the scaled elements of a block.
     *
     * @param values with a residual modified: takes what is left of them
     */
    private void roundScaled(float[] values, int offset, int from, int count, byte[] out, int stepsAt, int to) {
        factor = 1f;
        roundAndPack(scaled, 0, count, 0, 0, out, to);
        if (!remembering()) {
            return;
        }
        unpack(count, 0, out, to);
        LevelKernels kernels = LevelKernels.SUBTRACT_LEVELS.at(count); // once, as buckets may be short
        for (int done = 0; done < count; ) {
            int bucket = (from + done) / plan.bucket();
            int end = (int) Math.min(count, (bucket + 1L) * plan.bucket() - from);
            int at = from + done;
            float step = Finite.get(out, stepsAt + 4 * bucket);
            kernels.subtractLevels(fields, done, end - done, plan.zero(), step, values, offset + at, values, at);
            done = end;
        }
    }

    private void roundAndPack(float[] source, int at, int count, int done, int fieldsAt, byte[] out, int packedAt) {
        int packed = fused ? rounder.packGroups(source, at, count, factor, done, out, packedAt) : 0;
        if (packed < count) {
            rounder.round(source, at + packed, count - packed, factor, done + packed, fields, fieldsAt + packed);
        }
    }

    /** Puts levels that were packed at once beside the others. */
    private void unpack(int count, int fieldsAt, byte[] out, int packedAt) {
        if (fused) {
            int packed = wholeGroups(count);
            FixedWidth.unpack(out, packedAt, FixedWidth.byteLength(packed, width), width, fields, fieldsAt, packed);
        }
    }

    private static int wholeGroups(int count) {
        return count / Kernels.GROUP * Kernels.GROUP;
    }

    /** Packs what is left of a block and returns its bytes, which for entropy-coded levels come with the last block of a section. */
    private int finish(int from, int count, byte[] out, int to) {
        if (plan.code() == LevelsFormat.TRITS) {
            Trits.pack(fields, 0, count, out, to);
            return Trits.byteLength(count);
        }
        if (plan.code() == LevelsFormat.FIXED) {
            int packed = fused ? wholeGroups(count) : 0;
            FixedWidth.pack(fields, packed, count - packed, width, out, to + packed / 8 * width);
            return FixedWidth.byteLength(count, width);
        }
        int inSection = from % LevelsFormat.SECTION + count;
        if (inSection < LevelsFormat.SECTION && from + count < size) {
            return 0;
        }
        int bytes = coder.write(fields, 0, inSection, out, to + 4);
        LittleEndian.putInt(out, to, bytes);
        return 4 + bytes;
    }
}
