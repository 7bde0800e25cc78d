package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Slice;
import org.tersegrad.reducers.Collective.Receiver;
import org.tersegrad.reducers.internal.MessageChecks;

/**
 * Sums, maxima and broadcasts of one worker of a {@link PairwiseGroup}. A vector is combined part by part: each worker gets what
 * all have for its own part, combines it in the order of ranks, and sends the result to all.
 *
 * <p>All that is done with values is done piece by piece, so that they come from the cache but once.
 */
final class PairwiseSums {
    /** Floats that are combined at a time: three times as many stay in the first-level cache. */
    private static final int PIECE = 2048;

    /** Bytes before each part, where a transport can put the header of a message. */
    private static final int ROOM = 64;

    private static final FloatBuffer NOTHING = FloatBuffer.allocate(0);

    private final int rank;

    /**
     * A vector's parts for the others, each after its headroom, and in the place of this worker's own the result. They take the place
     * of the vector in the end only: if a worker fails before, nothing has changed. It is outside the Java heap, from where a
     * channel sends without another copy.
     */
    private ByteBuffer parts = ByteBuffer.allocateDirect(0);

    private final float[] before = new float[PIECE];
    private final float[] theirs = new float[PIECE];
    private final float[] sums = new float[PIECE];
    private final int[] starts;
    private final int[] lengths;
    /** The result of each part, wherever it is. */
    private final FloatBuffer[] results;

    private Values first = (count, target) -> {};

    /** The values of a part, from first to last. */
    private interface Values {
        void next(int count, float[] target);
    }

    PairwiseSums(int rank, int size) {
        this.rank = rank;
        starts = new int[size + 1];
        lengths = new int[size];
        results = new FloatBuffer[size];
        Arrays.fill(results, NOTHING);
    }

    /** Replaces a vector by {@code weight} times what all workers' vectors combine to. */
    void allReduce(PairwiseGroup group, GroupCall call, Slice inOut, float weight) {
        combinePart(group, call, inOut);
        Receiver taking = Receiver.atMost(worker -> lengths[worker], (worker, message) -> {
            if (worker != rank) {
                FloatBuffer its = floats(worker, message, count(worker));
                results[worker] = part(worker);
                if (group.keepsMessages()) {
                    results[worker] = its.duplicate();
                    check(worker, its);
                } else {
                    take(worker, its);
                }
            }
        });
        group.exchange(call, inOut.length(), bytes(rank), PairwiseGroup.ALL_TO_EACH, ROOM, taking);
        results[rank] = part(rank);
        for (int worker = 0; worker < results.length; worker++) {
            write(worker, inOut, weight);
        }
        Arrays.fill(results, NOTHING);
    }

    void reduceScatter(PairwiseGroup group, GroupCall call, FloatSlice inOut) {
        combinePart(group, call, inOut);
        results[rank] = part(rank);
        write(rank, inOut, 1f);
    }

    void broadcast(PairwiseGroup group, int root, FloatSlice inOut) {
        boolean mine = rank == root;
        int length = inOut.length();
        Arrays.fill(starts, length);
        starts[0] = 0;
        makeRoom(length);
        if (mine) {
            stage(0, inOut);
        }
        ByteBuffer message = mine ? bytes(0) : bytes(0).limit(ROOM);
        IntUnaryOperator most = worker -> worker == root ? Float.BYTES * length : 0;
        Receiver taking = Receiver.atMost(most, (worker, received) -> {
            if (worker == root && !mine) {
                floats(worker, received, length).get(inOut.array(), inOut.offset(), length);
            }
        });
        group.exchange(GroupCall.BROADCAST, length, message, PairwiseGroup.ALL_TO_EACH, ROOM, taking);
    }

    /** Sends each part to its owner, and combines what comes for this worker's own. */
    private void combinePart(PairwiseGroup group, GroupCall call, Slice inOut) {
        int length = inOut.length();
        for (int worker = 0; worker <= lengths.length; worker++) {
            starts[worker] = group.partStart(length, worker);
        }
        makeRoom(length);
        for (int worker = 0; worker < lengths.length; worker++) {
            lengths[worker] = Float.BYTES * count(worker);
            if (worker != rank) {
                stage(worker, inOut);
            }
        }
        Receiver combining = Receiver.atMost(worker -> lengths[rank], (worker, message) -> {
            boolean stays = worker == rank || group.keepsMessages();
            Values values = worker == rank ? own(inOut) : values(floats(worker, message, count(rank)));
            if (worker == 0 && stays && lengths.length > 1) {
                first = values; // is read together with those of worker 1
            } else if (worker == 0) {
                takeFirst(values);
            } else {
                combine(call, worker, worker == 1 ? first : values(part(rank)), values);
            }
        });
        ByteBuffer all = parts.duplicate().limit(position(lengths.length - 1) + lengths[lengths.length - 1]);
        group.exchange(call, length, all.position(position(0)), lengths, ROOM, combining);
    }

    private int count(int worker) {
        return starts[worker + 1] - starts[worker];
    }

    private Values own(Slice vector) {
        int[] at = {starts[rank]};
        return (count, target) -> {
            vector.get(at[0], count, target, 0);
            at[0] += count;
        };
    }

    private static Values values(FloatBuffer buffer) {
        return (count, target) -> buffer.get(target, 0, count);
    }

    /** Copies a worker's part of the vector. */
    private void stage(int worker, Slice vector) {
        FloatBuffer to = part(worker);
        if (vector instanceof FloatSlice array) {
            to.put(array.array(), array.offset() + starts[worker], count(worker));
            return;
        }
        for (int done = 0; done < count(worker); done += PIECE) {
            int next = Math.min(PIECE, count(worker) - done);
            vector.get(starts[worker] + done, next, theirs, 0);
            to.put(theirs, 0, next);
        }
    }

    /** Replaces a part of the vector by its result. */
    private void write(int worker, Slice vector, float weight) {
        for (int done = 0; done < count(worker); done += PIECE) {
            int next = Math.min(PIECE, count(worker) - done);
            results[worker].get(sums, 0, next);
            for (int i = 0; i < next; i++) {
                sums[i] *= weight;
            }
            vector.set(sums, 0, next, starts[worker] + done);
        }
    }

    /** Copies the values of worker 0, whose message does not stay or which is alone. */
    private void takeFirst(Values values) {
        FloatBuffer there = part(rank);
        for (int done = 0; done < count(rank); done += PIECE) {
            int next = Math.min(PIECE, count(rank) - done);
            values.next(next, theirs);
            requireFinite(0, theirs, starts[rank] + done, next);
            there.put(theirs, 0, next);
        }
        first = values(part(rank));
    }

    /** Copies a result. */
    private void take(int worker, FloatBuffer result) {
        FloatBuffer there = part(worker);
        for (int done = 0; done < count(worker); done += PIECE) {
            int next = Math.min(PIECE, count(worker) - done);
            result.get(theirs, 0, next);
            requireFinite(worker, theirs, starts[worker] + done, next);
            there.put(theirs, 0, next);
        }
    }

    private void check(int worker, FloatBuffer result) {
        for (int done = 0; done < count(worker); done += PIECE) {
            int next = Math.min(PIECE, count(worker) - done);
            result.get(theirs, 0, next);
            requireFinite(worker, theirs, starts[worker] + done, next);
        }
    }

    /** Adds a worker's values to those of the workers before it, or keeps the larger ones. */
    private void combine(GroupCall call, int worker, Values earlier, Values values) {
        boolean largest = call == GroupCall.ALL_REDUCE_MAX;
        FloatBuffer after = part(rank);
        for (int done = 0; done < count(rank); done += PIECE) {
            int next = Math.min(PIECE, count(rank) - done);
            earlier.next(next, before);
            values.next(next, theirs);
            if (largest) {
                for (int i = 0; i < next; i++) {
                    sums[i] = Math.max(before[i], theirs[i]);
                }
            } else {
                for (int i = 0; i < next; i++) {
                    sums[i] = before[i] + theirs[i];
                }
            }
            if (largest || !isFinite(sums, next)) { // a maximum may hide what a sum shows
                requireFinite(worker - 1, before, starts[rank] + done, next);
                requireFinite(worker, theirs, starts[rank] + done, next);
            }
            requireFinite(worker, sums, starts[rank] + done, next);
            after.put(sums, 0, next);
        }
    }

    private static boolean isFinite(float[] values, int count) {
        return ReductionKernels.LARGEST_KEY.at(count).largestKey(values, 0, count) < ReductionKernels.NON_FINITE;
    }

    /** A sum of finite values that is not finite is due to the value that was added last: {@link #theirs}. */
    private void requireFinite(int worker, float[] values, int from, int count) {
        if (isFinite(values, count)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (!Float.isFinite(values[i])) {
                throw MessageChecks.notFinite(worker, from + i, values == sums ? theirs[i] : values[i]);
            }
        }
    }

    private void makeRoom(int count) {
        int needed = Math.addExact(Math.multiplyExact(Float.BYTES, count), ROOM * lengths.length);
        if (parts.capacity() < needed) {
            parts = ByteBuffer.allocateDirect(needed);
        }
    }

    /** The byte at which a part begins. */
    private int position(int worker) {
        return ROOM * (worker + 1) + Float.BYTES * starts[worker];
    }

    private ByteBuffer bytes(int worker) {
        return parts.duplicate()
                .limit(position(worker) + Float.BYTES * count(worker))
                .position(position(worker));
    }

    private FloatBuffer part(int worker) {
        return bytes(worker).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    }

    private static FloatBuffer floats(int worker, ByteBuffer message, int count) {
        PairwiseGroup.requireBytes(worker, message, Float.BYTES * count);
        return message.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    }
}
