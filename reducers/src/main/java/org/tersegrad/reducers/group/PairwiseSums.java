package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.internal.NamedMessages;

/**
 * Sums, maxima and broadcasts of one worker of a {@link PairwiseGroup}. A vector is combined part by part: each worker gets what
 * all have for its own part, combines it in the order of ranks, and sends the result to all.
 */
final class PairwiseSums {
    private final int rank;

    /** Outside of the Java heap, from where a channel sends without another copy. */
    private ByteBuffer floats = ByteBuffer.allocateDirect(0);

    /** The result, which takes the place of a vector in the end only: if a worker fails before, nothing has changed. */
    private float[] combined = {};

    private float[] theirs = {};
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
                take(worker, message, combined, at, group.partStart(length, worker + 1) - at);
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
                take(worker, received, inOut.array(), inOut.offset(), inOut.length());
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
        if (theirs.length < count) {
            theirs = new float[count];
        }
        ByteBuffer parts = bytes(inOut.array(), inOut.offset(), length);
        group.exchange(call, length, parts, lengths, (worker, message) -> {
            take(worker, message, theirs, 0, count);
            combine(call, worker, from, count);
        });
    }

    private void combine(GroupCall call, int worker, int from, int count) {
        boolean finite = true;
        if (worker == 0) {
            System.arraycopy(theirs, 0, combined, from, count);
        } else if (call == GroupCall.ALL_REDUCE_MAX) {
            finite = isFinite(theirs, 0, count); // a maximum may hide what a sum shows
            for (int i = 0; i < count; i++) {
                combined[from + i] = Math.max(combined[from + i], theirs[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                combined[from + i] += theirs[i];
            }
        }
        if (finite && isFinite(combined, from, count)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (!Float.isFinite(theirs[i]) || !Float.isFinite(combined[from + i])) {
                throw NamedMessages.notFinite(worker, from + i, theirs[i]);
            }
        }
    }

    private static boolean isFinite(float[] values, int offset, int count) {
        return ActiveKernels.REDUCTIONS.largestKey(values, offset, count) < ReductionKernels.NON_FINITE;
    }

    /** Floats as a message. There is one at a time. */
    private ByteBuffer bytes(float[] values, int from, int count) {
        int needed = Math.multiplyExact(Float.BYTES, count);
        if (floats.capacity() < needed) {
            floats = ByteBuffer.allocateDirect(needed).order(ByteOrder.LITTLE_ENDIAN);
        }
        floats.clear().limit(needed);
        floats.asFloatBuffer().put(values, from, count);
        return floats;
    }

    private static void take(int worker, ByteBuffer message, float[] target, int at, int count) {
        PairwiseGroup.requireBytes(worker, message, Float.BYTES * count);
        message.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(target, at, count);
    }
}
