package org.tersegrad.reducers.internal.arithmetic;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.sums.SumKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.PackedBodies;
import org.tersegrad.compressors.internal.PackedFields;
import org.tersegrad.compressors.levels.LevelPacker;
import org.tersegrad.compressors.levels.LevelsFormat;
import org.tersegrad.compressors.levels.QuantizerPlan;
import org.tersegrad.reducers.internal.MessageChecks;

/**
 * Adds up the levels that workers send for one worker's part, and turns the sums of all workers into means.
 *
 * <p>A message is checked when it comes, and added when eight wait: a sum is then loaded and stored once for eight levels.
 * Sums are floats, which have every integer up to 2^24, so they are exact.
 */
public final class LevelSums {
    private static final int BLOCK = LevelsFormat.ELEMENTS;

    private final QuantizerPlan plan;
    private final Shards parts;
    private final boolean trits;
    private final int width;
    private final int sumWidth;
    private final int[] lengths;
    private final float[] sums;
    private final int[] fields = new int[BLOCK];
    private final byte[] packed;
    private final byte[] received;
    private final ByteBuffer total;

    private final byte[][] waiting;
    private final int[] at;
    private final float[] ones;
    private int count;

    /**
     * @param parts how elements are shared out
     * @param rank whose part is added up here
     */
    public LevelSums(QuantizerPlan plan, Shards parts, int rank) {
        this.plan = plan;
        this.parts = parts;
        trits = plan.code() == LevelsFormat.TRITS;
        width = LevelsFormat.width(plan.levels());
        sumWidth = LevelsFormat.width(plan.levels() * parts.workers());
        lengths = new int[parts.workers()];
        int bytes = 0;
        int most = 0;
        for (int worker = 0; worker < lengths.length; worker++) {
            lengths[worker] = byteLength(parts.length(worker));
            bytes += lengths[worker];
            most = Math.max(most, FixedWidth.byteLength(parts.length(worker), sumWidth));
        }
        packed = new byte[bytes];
        received = new byte[most];
        sums = new float[parts.length(rank)];
        total = ByteBuffer.allocate(FixedWidth.byteLength(sums.length, sumWidth));
        waiting = new byte[Math.min(PackedBodies.MOST, parts.workers())][lengths[rank]];
        at = new int[waiting.length];
        ones = new float[waiting.length];
        Arrays.fill(ones, 1f);
    }

    private int byteLength(int elements) {
        return trits ? Trits.byteLength(elements) : FixedWidth.byteLength(elements, width);
    }

    /** The worker that sums up each part. */
    public Shards parts() {
        return parts;
    }

    /** Bytes for each worker. */
    public int[] lengths() {
        return lengths;
    }

    /** Bytes of a worker's {@link #total}. */
    public int totalBytes(int worker) {
        return FixedWidth.byteLength(parts.length(worker), sumWidth);
    }

    /** Forgets all sums, and lends the bytes in which this worker's own levels are packed. */
    public byte[] open() {
        // Sums are packed as numbers that are not negative; trits may be.
        Arrays.fill(sums, trits ? parts.workers() : 0);
        count = 0;
        return packed;
    }

    /** Adds the levels that a worker has sent for this part. */
    public void add(ByteBuffer message) {
        byte[] bytes = waiting[count];
        MessageChecks.take(message, bytes, 0, bytes.length);
        for (int from = 0; from < sums.length; from += BLOCK) {
            int elements = Math.min(BLOCK, sums.length - from);
            if (trits) {
                Trits.check(bytes, byteLength(from), byteLength(elements), elements);
            } else if (!PackedFields.areAtMost(2 * plan.levels(), bytes, byteLength(from), elements, width)) {
                unpack(bytes, from, elements);
            }
        }
        count++;
        if (count == waiting.length) {
            addWaiting();
        }
    }

    /** Unpacks levels into {@code fields} and rejects those that no quantizer of this kind makes. */
    private void unpack(byte[] bytes, int from, int elements) {
        int begin = byteLength(from);
        if (trits) {
            Trits.unpack(bytes, begin, byteLength(elements), fields, 0, elements);
        } else {
            FixedWidth.unpack(bytes, begin, byteLength(elements), width, fields, 0, elements);
            requireFields(elements, 2 * plan.levels(), begin);
        }
    }

    private void addWaiting() {
        int group = trits ? Kernels.TRIT_GROUP : Kernels.GROUP;
        boolean together = trits || width == 2 || width == 4 || width == 8;
        for (int from = 0; from < sums.length; from += group) {
            int elements = Math.min(group, sums.length - from);
            if (together && elements == group) {
                addGroups(from);
            } else {
                addOneByOne(from, elements);
            }
        }
        count = 0;
    }

    private void addGroups(int from) {
        Arrays.fill(at, byteLength(from));
        if (trits) {
            SumKernels.ADD_TRITS.at(count * Kernels.TRIT_GROUP).addTrits(waiting, at, ones, count, sums, from);
        } else {
            SumKernels.ADD_LEVELS
                    .at(count * Kernels.GROUP)
                    .addLevels(waiting, at, ones, count, 0, width, width, 0, 1f, sums, from);
        }
    }

    private void addOneByOne(int from, int elements) {
        for (int m = 0; m < count; m++) {
            unpack(waiting[m], from, elements);
            for (int i = 0; i < elements; i++) {
                sums[from + i] += fields[i];
            }
        }
    }

    /** The sums, packed. */
    public ByteBuffer total() {
        addWaiting();
        for (int from = 0; from < sums.length; from += BLOCK) {
            int elements = Math.min(BLOCK, sums.length - from);
            for (int i = 0; i < elements; i++) {
                fields[i] = (int) sums[from + i];
            }
            FixedWidth.pack(fields, 0, elements, sumWidth, total.array(), FixedWidth.byteLength(from, sumWidth));
        }
        return total;
    }

    /**
     * Makes means of the sums of a worker's part.
     *
     * @param steps not modified: those that all levels were made with
     * @param levels knows the dither in all levels, if there is one
     * @param step the seed of this step
     * @param mean modified in that part
     */
    public void average(
            int worker, ByteBuffer itsTotal, float[] steps, LevelPacker levels, long step, FloatSlice mean) {
        int length = parts.length(worker);
        MessageChecks.take(itsTotal, received, 0, totalBytes(worker));
        int most = 2 * plan.levels() * parts.workers();
        for (int block = 0, at = 0; block < length; block += BLOCK) {
            int count = Math.min(BLOCK, length - block);
            int bytes = FixedWidth.byteLength(count, sumWidth);
            FixedWidth.unpack(received, at, bytes, sumWidth, fields, 0, count);
            requireFields(count, most, at);
            int from = parts.start(worker) + block;
            levels.drawDither(step, from, count);
            for (int done = 0; done < count; ) {
                int bucket = (from + done) / plan.bucket();
                int end = (int) Math.min(count, (bucket + 1L) * plan.bucket() - from);
                if (plan.dithers()) {
                    for (; done < end; done++) {
                        double sum = levels.addDither(fields[done] - most / 2, done);
                        mean.array()[mean.offset() + from + done] = steps[bucket] * (float) (sum / parts.workers());
                    }
                    continue;
                }
                float share = steps[bucket] / parts.workers();
                LevelKernels.FROM_LEVELS
                        .at(end - done)
                        .fromLevels(
                                fields, done, end - done, most / 2, share, mean.array(), mean.offset() + from + done);
                done = end;
            }
            at += bytes;
        }
    }

    private void requireFields(int count, int most, int at) {
        for (int i = 0; i < count; i++) {
            if (fields[i] > most) {
                throw new MalformedInputException(at, "a level " + fields[i] + " of 0 to " + most);
            }
        }
    }
}
