package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.function.IntUnaryOperator;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective.Receiver;
import org.tersegrad.reducers.internal.MessageChecks;

/**
 * Sums, maxima and broadcasts of one worker of a {@link PairwiseGroup}. A vector is combined part by part: each worker gets what
 * all have for its own part, combines it in the order of ranks, and sends the result to all.
 */
final class PairwiseSums {
    /** Floats that are combined at a time: they stay in the first-level cache. */
    private static final int PIECE = 2048;

    private final int rank;

    /**
     * A vector's parts for the others and, in the place of this worker's own, the result; in the end all results. It takes the
     * place of the vector then only: if a worker fails before, nothing has changed. It stands outside the Java heap, from where a
     * channel sends without another copy.
     */
    private ByteBuffer floats = ByteBuffer.allocateDirect(0);

    private final float[] theirs = new float[PIECE];
    private final float[] sums = new float[PIECE];
    private final int[] lengths;

    PairwiseSums(int rank, int size) {
        this.rank = rank;
        lengths = new int[size];
    }

    void allReduce(PairwiseGroup group, GroupCall call, FloatSlice inOut) {
        int length = inOut.length();
        combinePart(group, call, inOut);
        int from = group.partStart(length, rank);
        ByteBuffer part = bytes(from, group.partStart(length, rank + 1) - from);
        Receiver parts = Receiver.atMost(worker -> lengths[worker], (worker, message) -> {
            if (worker != rank) {
                int count = lengths[worker] / Float.BYTES;
                take(worker, floats(worker, message, count), group.partStart(length, worker), count);
            }
        });
        group.exchange(call, length, part, PairwiseGroup.ALL_TO_EACH, parts);
        floats(0, length).get(inOut.array(), inOut.offset(), length);
    }

    void reduceScatter(PairwiseGroup group, GroupCall call, FloatSlice inOut) {
        combinePart(group, call, inOut);
        int from = group.partStart(inOut.length(), rank);
        int count = group.partStart(inOut.length(), rank + 1) - from;
        floats(from, count).get(inOut.array(), inOut.offset() + from, count);
    }

    void broadcast(PairwiseGroup group, int root, FloatSlice inOut) {
        boolean mine = rank == root;
        int length = inOut.length();
        makeRoom(length);
        if (mine) {
            floats(0, length).put(inOut.array(), inOut.offset(), length);
        }
        ByteBuffer message = bytes(0, mine ? length : 0);
        IntUnaryOperator most = worker -> worker == root ? Float.BYTES * length : 0;
        Receiver taking = Receiver.atMost(most, (worker, received) -> {
            if (worker == root && !mine) {
                floats(worker, received, length).get(inOut.array(), inOut.offset(), length);
            }
        });
        group.exchange(GroupCall.BROADCAST, length, message, PairwiseGroup.ALL_TO_EACH, taking);
    }

    /** Sends each part to its owner, and combines what comes for this worker's own. */
    private void combinePart(PairwiseGroup group, GroupCall call, FloatSlice inOut) {
        int length = inOut.length();
        for (int worker = 0; worker < lengths.length; worker++) {
            lengths[worker] = Float.BYTES * (group.partStart(length, worker + 1) - group.partStart(length, worker));
        }
        int from = group.partStart(length, rank);
        int count = lengths[rank] / Float.BYTES;
        makeRoom(length);
        floats(0, from).put(inOut.array(), inOut.offset(), from);
        int end = from + count;
        floats(end, length - end).put(inOut.array(), inOut.offset() + end, length - end);
        Receiver combining = Receiver.atMost(worker -> lengths[rank], (worker, message) -> {
            FloatBuffer values = worker == rank
                    ? FloatBuffer.wrap(inOut.array(), inOut.offset() + from, count)
                    : floats(worker, message, count);
            if (worker == 0) {
                take(worker, values, from, count);
            } else {
                combine(call, worker, values, from, count);
            }
        });
        group.exchange(call, length, bytes(0, length), lengths, combining);
    }

    /** Puts a worker's values there. Like all that is done with values: piece by piece, so that they are read from the cache but once. */
    private void take(int worker, FloatBuffer values, int from, int count) {
        FloatBuffer there = floats(from, count);
        for (int done = 0; done < count; done += PIECE) {
            int next = Math.min(PIECE, count - done);
            values.get(theirs, 0, next);
            requireFinite(worker, theirs, from + done, next);
            there.put(theirs, 0, next);
        }
    }

    /** Adds a worker's values to those present, or keeps the larger ones. */
    private void combine(GroupCall call, int worker, FloatBuffer values, int from, int count) {
        FloatBuffer before = floats(from, count);
        FloatBuffer after = floats(from, count);
        for (int done = 0; done < count; done += PIECE) {
            int next = Math.min(PIECE, count - done);
            values.get(theirs, 0, next);
            before.get(sums, 0, next);
            if (call == GroupCall.ALL_REDUCE_MAX) {
                requireFinite(worker, theirs, from + done, next); // a maximum may hide what a sum shows
                for (int i = 0; i < next; i++) {
                    sums[i] = Math.max(sums[i], theirs[i]);
                }
            } else {
                for (int i = 0; i < next; i++) {
                    sums[i] += theirs[i];
                }
            }
            requireFinite(worker, sums, from + done, next);
            after.put(sums, 0, next);
        }
    }

    /** A sum that is not finite is due to the value that was added last: {@link #theirs}. */
    private void requireFinite(int worker, float[] values, int from, int count) {
        if (ReductionKernels.LARGEST_KEY.at(count).largestKey(values, 0, count) < ReductionKernels.NON_FINITE) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (!Float.isFinite(values[i])) {
                throw MessageChecks.notFinite(worker, from + i, theirs[i]);
            }
        }
    }

    private void makeRoom(int count) {
        int needed = Math.multiplyExact(Float.BYTES, count);
        if (floats.capacity() < needed) {
            floats = ByteBuffer.allocateDirect(needed);
        }
    }

    private ByteBuffer bytes(int from, int count) {
        return floats.duplicate().limit(Float.BYTES * (from + count)).position(Float.BYTES * from);
    }

    private FloatBuffer floats(int from, int count) {
        return bytes(from, count).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    }

    private static FloatBuffer floats(int worker, ByteBuffer message, int count) {
        PairwiseGroup.requireBytes(worker, message, Float.BYTES * count);
        return message.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    }
}
