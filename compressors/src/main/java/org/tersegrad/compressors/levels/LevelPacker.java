package org.tersegrad.compressors.levels;

import java.util.Arrays;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;

/** Turns one worker's values into levels of a step that all workers share. */
public final class LevelPacker {
    private static final int BLOCK = LevelsFormat.ELEMENTS;

    private final QuantizerPlan plan;
    private final int size;
    private final BucketScale scale;
    private final RoundingWords words;
    private final LevelRounder rounder;
    private final int[] fields = new int[BLOCK];
    private final float[] largest;
    private final float[] limits;
    private boolean subtracting;

    /**
     * A packer for a tensor of {@code size} elements.
     *
     * @param seed of this worker; the packer takes its place in the group from it
     */
    public LevelPacker(QuantizerPlan plan, int size, Seed seed) {
        this.plan = plan;
        this.size = size;
        scale = new BucketScale(plan);
        words = new RoundingWords(plan.rounding(), seed, plan.fraction());
        rounder = plan.rounder(words);
        largest = new float[LevelsFormat.buckets(size, plan.bucket())];
        limits = new float[largest.length];
    }

    /**
     * Looks at all values.
     *
     * @param values not modified; finite
     * @param steps modified: the step of each bucket, by its own norm
     * @param andSubtract whether {@link #pack} subtracts what levels stand for from the values
     */
    public void look(FloatSlice values, float[] steps, boolean andSubtract) {
        subtracting = andSubtract;
        for (int bucket = 0; bucket < steps.length; bucket++) {
            int from = bucket * plan.bucket();
            int count = Math.min(plan.bucket(), size - from);
            int at = values.offset() + from;
            scale.look(
                    values.array(),
                    at,
                    count,
                    ReductionKernels.LARGEST_KEY.at(count).largestKey(values.array(), at, count));
            steps[bucket] = scale.step();
            largest[bucket] = scale.largest();
            limits[bucket] = scale.limit();
        }
    }

    /**
     * Rounds and packs some of the values that {@link #look} has seen.
     *
     * @param values modified if {@link #look} was told so: loses what the levels stand for
     * @param from the first element, a multiple of 512
     * @param step the seed of this step, from {@link QuantizerPlan#seed}
     * @param steps not modified: none smaller than that of {@link #look}
     * @param out modified from {@code at} on
     * @return how many bytes
     */
    public int pack(FloatSlice values, int from, int to, long step, float[] steps, byte[] out, int at) {
        int bytes = 0;
        for (int block = from; block < to; block += BLOCK) {
            int count = Math.min(BLOCK, to - block);
            words.draw(step, block, count);
            for (int done = 0; done < count; ) {
                int bucket = (block + done) / plan.bucket();
                int end = (int) Math.min(count, (bucket + 1L) * plan.bucket() - block);
                scale.recall(largest[bucket], limits[bucket]);
                scale.use(steps[bucket]);
                round(values, block + done, end - done, done);
                done = end;
            }
            bytes += plan.code() == LevelsFormat.TRITS
                    ? Trits.pack(fields, 0, count, out, at + bytes)
                    : FixedWidth.pack(fields, 0, count, LevelsFormat.width(plan.levels()), out, at + bytes);
        }
        return bytes;
    }

    /**
     * Draws the dither of elements for {@link #addDither}; nothing, if there is none.
     *
     * @param from the first element, a multiple of 512
     */
    public void drawDither(long step, int from, int count) {
        if (plan.dithers()) {
            words.drawShared(step, from, count);
        }
    }

    /** The sum of all workers' levels of an element of the block, less their dither. */
    public double addDither(int sum, int element) {
        return sum + words.sumSubtracted(element);
    }

    /** Rounds elements of one bucket, {@code done} of which precede them in the block. */
    private void round(FloatSlice values, int from, int count, int done) {
        int at = values.offset() + from;
        if (scale.step() == 0) { // all are zero
            Arrays.fill(fields, done, done + count, plan.zero());
            return;
        }
        float[] source = scale.adjusted(values.array(), at, count);
        int sourceAt = source == values.array() ? at : 0;
        rounder.round(source, sourceAt, count, scale.factor(), done, fields, done);
        if (subtracting) {
            LevelKernels.SUBTRACT_LEVELS
                    .at(count)
                    .subtractLevels(
                            fields, done, count, plan.zero(), scale.step(), values.array(), at, values.array(), at);
        }
    }
}
