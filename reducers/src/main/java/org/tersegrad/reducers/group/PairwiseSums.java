package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.internal.NamedMessages;

/**
 * Sums, maxima and broadcasts of one worker of a {@link PairwiseGroup}. A vector is combined part by part: each worker gets what
 * all have for its own part, combines it in the order of ranks, and sends the result to all.
 */
final class PairwiseSums {
    /** Floats of a message that are combined at a time: they stay in the first-level cache. */
    private static final int PIECE = 2048;

    private final int rank;

    /** Outside of the Java heap, from where a channel sends without another copy. */
    private ByteBuffer floats = ByteBuffer.allocateDirect(0);

    /** The result, which takes the place of a vector in the end only: if a worker fails before, nothing has changed. */
    private float[] combined = {};

    private final float[] piece = new float[PIECE];
    private final int[] lengths;

    PairwiseSums(int rank, int size) {
        this.rank = rank;
        lengths = new int[size];
    }

    void allReduce(PairwiseGroup group, GroupCall call, FloatSlice inOut) {
        int length = inOut.length();
        combinePart(group, call, inOut);
        int from = group.partStart(length, rank);
        ByteBuffer part = bytes(combined, from, group.partStart(length, rank + 1) - from);
        group.exchange(call, length, part, PairwiseGroup.ALL_TO_EACH, (worker, message) -> {
            if (worker != rank) {
                int at = group.partStart(length, worker);
                int count = group.partStart(length, worker + 1) - at;
                floats(worker, message, count).get(combined, at, count);
            }
        });
        System.arraycopy(combined, 0, inOut.array(), inOut.offset(), length);
    }

    void reduceScatter(PairwiseGroup group, GroupCall call, FloatSlice inOut) {
        combinePart(group, call, inOut);
        int from = group.partStart(inOut.length(), rank);
        int count = group.partStart(inOut.length(), rank + 1) - from;
        System.arraycopy(combined, from, inOut.array(), inOut.offset() + from, count);
    }

    void broadcast(PairwiseGroup group, int root, FloatSlice inOut) {
        boolean mine = rank == root;
        ByteBuffer message = bytes(inOut.array(), inOut.offset(), mine ? inOut.length() : 0);
        group.exchange(GroupCall.BROADCAST, inOut.length(), message, PairwiseGroup.ALL_TO_EACH, (worker, received) -> {
            if (worker == root && !mine) {
                floats(worker, received, inOut.length()).get(inOut.array(), inOut.offset(), inOut.length());
            }
        });
    }

    /** Sends each part to its owner, and combines what comes for this worker's own. */
    private void combinePart(PairwiseGroup group, GroupCall call, FloatSlice inOut) {
        int length = inOut.length();
        for (int worker = 0; worker < lengths.length; worker++) {
            lengths[worker] = Float.BYTES * (group.partStart(length, worker + 1) - group.partStart(length, worker));
        }
        int from = group.partStart(length, rank);
        int count = lengths[rank] / Float.BYTES;
        if (combined.length < length) {
            combined = new float[length];
        }
        ByteBuffer parts = room(length);
        put(parts, inOut, 0, from);
        put(parts, inOut, from + count, length); // its own part, in between, goes nowhere
        group.exchange(call, length, parts, lengths, (worker, message) -> {
            if (worker == rank) {
                combine(call, worker, inOut.array(), inOut.offset() + from, from, count);
            } else {
                combine(call, worker, message, from, count);
            }
        });
    }

    /** Piece by piece, so that all is read from the cache but once. */
    private void combine(GroupCall call, int worker, ByteBuffer message, int from, int count) {
        FloatBuffer theirs = floats(worker, message, count);
        for (int done = 0; done < count; done += piece.length) {
            int next = Math.min(piece.length, count - done);
            theirs.get(piece, 0, next);
            combine(call, worker, piece, 0, from + done, next);
        }
    }

    private void combine(GroupCall call, int worker, float[] values, int offset, int from, int count) {
        boolean finite = true;
        if (worker == 0) {
            System.arraycopy(values, offset, combined, from, count);
        } else if (call == GroupCall.ALL_REDUCE_MAX) {
            finite = isFinite(values, offset, count); // a maximum may hide what a sum shows
            for (int i = 0; i < count; i++) {
                combined[from + i] = Math.max(combined[from + i], values[offset + i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                combined[from + i] += values[offset + i];
            }
        }
        if (finite && isFinite(combined, from, count)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (!Float.isFinite(values[offset + i]) || !Float.isFinite(combined[from + i])) {
                throw NamedMessages.notFinite(worker, from + i, values[offset + i]);
            }
        }
    }

    private static boolean isFinite(float[] values, int offset, int count) {
        return ActiveKernels.REDUCTIONS.largestKey(values, offset, count) < ReductionKernels.NON_FINITE;
    }

    /** Room for a message of floats. There is one at a time. */
    private ByteBuffer room(int count) {
        int needed = Math.multiplyExact(Float.BYTES, count);
        if (floats.capacity() < needed) {
            floats = ByteBuffer.allocateDirect(needed).order(ByteOrder.LITTLE_ENDIAN);
        }
        return floats.clear().limit(needed);
    }

    private ByteBuffer bytes(float[] values, int from, int count) {
        ByteBuffer message = room(count);
        message.asFloatBuffer().put(values, from, count);
        return message;
    }

    private static void put(ByteBuffer message, FloatSlice values, int from, int end) {
        ByteBuffer part = message.duplicate().position(Float.BYTES * from);
        part.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values.array(), values.offset() + from, end - from);
    }

    private static FloatBuffer floats(int worker, ByteBuffer message, int count) {
        PairwiseGroup.requireBytes(worker, message, Float.BYTES * count);
        return message.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    }
}
