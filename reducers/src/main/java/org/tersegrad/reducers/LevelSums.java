package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.internal.bodies.LevelsBody;
import org.tersegrad.compressors.internal.bodies.QuantizerPlan;

/** Adds up the levels that workers send for one worker's part, and makes means of everybody's sums. */
final class LevelSums {
    private static final int BLOCK = LevelsBody.ELEMENTS;

    private final QuantizerPlan plan;
    private final Shards parts;
    private final int width;
    private final int sumWidth;
    private final int[] lengths;
    private final int[] sums;
    private final int[] fields = new int[BLOCK];
    private final byte[] packed;
    private final byte[] received;
    private final ByteBuffer total;

    /**
     * @param parts how elements are shared out
     * @param rank whose part is added up here
     */
    LevelSums(QuantizerPlan plan, Shards parts, int rank) {
        this.plan = plan;
        this.parts = parts;
        width = LevelsBody.width(plan.levels());
        sumWidth = LevelsBody.width(plan.levels() * parts.workers());
        lengths = new int[parts.workers()];
        int bytes = 0;
        int most = 0;
        for (int worker = 0; worker < lengths.length; worker++) {
            lengths[worker] = byteLength(parts.length(worker));
            bytes += lengths[worker];
            most = Math.max(most, FixedWidth.byteLength(parts.length(worker), sumWidth));
        }
        packed = new byte[bytes];
        received = new byte[Math.max(lengths[rank], most)];
        sums = new int[parts.length(rank)];
        total = ByteBuffer.allocate(FixedWidth.byteLength(sums.length, sumWidth));
    }

    private int byteLength(int count) {
        return plan.code() == LevelsBody.TRITS ? Trits.byteLength(count) : FixedWidth.byteLength(count, width);
    }

    Shards parts() {
        return parts;
    }

    /** How many bytes go to each worker. */
    int[] lengths() {
        return lengths;
    }

    /** Forgets all sums, and lends the bytes in which this worker's own levels are packed. */
    byte[] open() {
        // Sums are packed as numbers that are not negative; trits may be.
        Arrays.fill(sums, plan.code() == LevelsBody.TRITS ? parts.workers() : 0);
        return packed;
    }

    /** Adds the levels that a worker has sent for this part. */
    void add(ByteBuffer message) {
        NamedMessages.take(message, received, 0, byteLength(sums.length));
        for (int from = 0, at = 0; from < sums.length; from += BLOCK) {
            int count = Math.min(BLOCK, sums.length - from);
            int length = byteLength(count);
            if (plan.code() == LevelsBody.TRITS) {
                Trits.unpack(received, at, length, fields, 0, count);
            } else {
                FixedWidth.unpack(received, at, length, width, fields, 0, count);
            }
            requireFields(count, 2 * plan.levels(), at);
            for (int i = 0; i < count; i++) {
                sums[from + i] += fields[i];
            }
            at += length;
        }
    }

    /** The sums, packed. */
    ByteBuffer total() {
        FixedWidth.pack(sums, 0, sums.length, sumWidth, total.array(), 0);
        return total;
    }

    /**
     * Makes means of the sums of a worker's part.
     *
     * @param steps not modified: those that all levels were made with
     * @param mean modified in that part
     */
    void average(int worker, ByteBuffer itsTotal, float[] steps, FloatSlice mean) {
        int length = parts.length(worker);
        NamedMessages.take(itsTotal, received, 0, FixedWidth.byteLength(length, sumWidth));
        int most = 2 * plan.levels() * parts.workers();
        for (int block = 0, at = 0; block < length; block += BLOCK) {
            int count = Math.min(BLOCK, length - block);
            int bytes = FixedWidth.byteLength(count, sumWidth);
            FixedWidth.unpack(received, at, bytes, sumWidth, fields, 0, count);
            requireFields(count, most, at);
            int from = parts.start(worker) + block;
            for (int done = 0; done < count; ) {
                int bucket = (from + done) / plan.bucket();
                int end = (int) Math.min(count, (bucket + 1L) * plan.bucket() - from);
                float share = steps[bucket] / parts.workers();
                ActiveKernels.LEVELS.fromLevels(
                        fields, done, end - done, most / 2, share, mean.array(), mean.offset() + from + done);
                done = end;
            }
            at += bytes;
        }
    }

    private void requireFields(int count, int most, int at) {
        int largest = 0;
        for (int i = 0; i < count; i++) {
            largest = Math.max(largest, fields[i]);
        }
        if (largest > most) {
            throw new MalformedInputException(at, "a level " + largest + " of 0 to " + most);
        }
    }
}
