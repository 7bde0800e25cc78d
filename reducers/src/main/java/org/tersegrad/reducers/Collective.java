package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.function.IntUnaryOperator;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Slice;

/**
 * One worker's view of a group of workers, and what all of them can do together. Every call blocks until all workers make it;
 * all make the same calls in the same order, with lengths that agree on all workers, except in all-gather and all-to-all. Not
 * thread-safe.
 *
 * <p>Every worker ends with the same bits, always. Sums are made in the order of ranks, {@code ((x0 + x1) + x2) + ...}, element by
 * element, whichever worker comes first; an engine whose own sums have another order says so with {@link #sumsInRankOrder}.
 *
 * <p><b>Failures.</b> A call that fails on one worker ends the group for good: that worker gets the exception, and every other
 * call, waiting or made later, by any worker, throws at once with the same cause. So no worker waits for ever, and none gets a
 * message of another round. A call fails if a worker fails or ends, if workers make different calls, if a {@link Receiver} throws,
 * and with a {@link org.tersegrad.codecs.MalformedInputException} that names the worker and the element if a sum or a maximum meets
 * NaN, infinity, or more than a float can hold. The arguments of a failed sum or maximum have not changed.
 *
 * <p>A worker that cannot make its next call, because its gradient is not finite, says so with {@link #refuse}: then that call
 * throws on all workers, and the group goes on.
 *
 * <p><b>Parts.</b> Where a vector of k elements is shared out among n workers, worker j has those from {@link #partStart}(j)
 * to partStart(j + 1): {@code k j / n}, rounded down.
 *
 * <p><b>Bits.</b> What a worker gives to itself does not count. A message to all counts once for each of the others. Sums of k
 * floats are made part by part: every worker sends each part to the worker that owns it, and its own part, summed up, to all
 * others, so it sends and receives about {@code 2 (n − 1) / n} times 32 k bits.
 */
public interface Collective {
    /** The number of this worker, 0 to size − 1. */
    int rank();

    /** Number of workers. */
    int size();

    /**
     * Adds up a vector over all workers.
     *
     * @param inOut modified: this worker's vector before, finite; the sum afterwards
     */
    void allReduceSum(FloatSlice inOut);

    /**
     * Adds up a vector of any kind over all workers and multiplies the sum, with the bits of {@link #allReduceSum(FloatSlice)} and of a
     * multiplication of each element afterwards. All workers call this or that, each with its own weight. A group may do it in
     * fewer passes than this default.
     *
     * @param inOut modified: this worker's vector before, finite; {@code weight} times the sum afterwards
     */
    default void allReduceSum(Slice inOut, float weight) {
        FloatSlice sum = inOut.requireWritable().floats();
        allReduceSum(sum);
        sum.multiply(weight);
        if (sum != inOut) {
            inOut.set(sum);
        }
    }

    /**
     * The largest of each element over all workers.
     *
     * @param inOut modified: this worker's vector before, finite; the largest elements afterwards
     */
    void allReduceMax(FloatSlice inOut);

    /**
     * Adds up a vector over all workers, each of which gets its own part of the sum.
     *
     * @param inOut modified in this worker's part only
     */
    void reduceScatterSum(FloatSlice inOut);

    /**
     * Gives one worker's vector to all.
     *
     * @param inOut not modified by the root; modified by all others
     */
    void broadcast(int root, FloatSlice inOut);

    /**
     * Gives every worker's message to all workers.
     *
     * @param mine not modified: from its position to its limit
     * @param each called for every worker, in the order of ranks, this one included
     */
    void allGather(ByteBuffer mine, Receiver each);

    /**
     * Gives every worker's messages to those they are for.
     *
     * @param mine not modified: from its position on, the message for worker 0, for worker 1, and so on
     * @param lengths not modified: the bytes of each
     * @param each called for every worker, in the order of ranks, with what it has for this one, this one included
     */
    void allToAll(ByteBuffer mine, int[] lengths, Receiver each);

    /** Waits until all workers have called it. */
    default void barrier() {
        allGather(ByteBuffer.allocate(0), (rank, message) -> {});
    }

    /**
     * Takes the place of this worker's next call: whatever the others call, they get a
     * {@link org.tersegrad.reducers.group.RefusedException} with the reason. Then the group goes on, since all have made one
     * call. A group that has been split ends instead, as after a failure: who waits in a part would not hear of it. By
     * default nothing is done, and the others wait.
     *
     * @param why this worker cannot take part
     */
    default void refuse(String why) {}

    /**
     * Splits the group: workers that give the same color are a group of their own, in the order of their ranks. All workers call it
     * together. Messages in the part count here, too, and a failure in the part ends this group.
     *
     * @throws UnsupportedOperationException if the group cannot be split
     */
    default Collective split(int color) {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " cannot be split");
    }

    /**
     * Whether sums have the bits of {@code ((x0 + x1) + x2) + ...}. If not, they have the same bits on all workers, but not those of
     * another group, such as threads of one process.
     */
    default boolean sumsInRankOrder() {
        return true;
    }

    /** All that this worker has given to others so far. */
    long bitsSent();

    /** All that this worker has got from others so far. */
    long bitsReceived();

    /** Start of a worker's part in a vector that is shared out; that of worker {@code size} is the end. */
    default int partStart(int length, int worker) {
        return (int) ((long) length * worker / size());
    }

    /** Consumer of messages. One that throws ends the group. */
    @FunctionalInterface
    interface Receiver {
        /**
         * Takes a message.
         *
         * @param rank who sent it
         * @param message read-only; contents are undefined after the call
         */
        void accept(int rank, ByteBuffer message);

        /**
         * The bytes of the longest message that a worker may send. A group rejects a longer one before it allocates memory for it.
         *
         * @param rank who sends
         */
        default int mostBytes(int rank) {
            return Integer.MAX_VALUE;
        }

        /**
         * A receiver with a bound on each worker's message.
         *
         * @param most the bytes of the longest message, by rank
         */
        static Receiver atMost(IntUnaryOperator most, Receiver reader) {
            return new Receiver() {
                @Override
                public void accept(int rank, ByteBuffer message) {
                    reader.accept(rank, message);
                }

                @Override
                public int mostBytes(int rank) {
                    return most.applyAsInt(rank);
                }
            };
        }

        /**
         * A receiver that reads all of each message: bytes that are left are rejected, and every exception names the worker that
         * sent the message.
         *
         * @param reader reads
         */
        static Receiver named(Receiver reader) {
            return atMost(reader::mostBytes, (rank, message) -> {
                int start = message.position();
                try {
                    reader.accept(rank, message);
                    if (message.hasRemaining()) {
                        throw new MalformedInputException(
                                message.position() - start, message.remaining() + " bytes more than expected");
                    }
                } catch (MalformedInputException e) {
                    throw new MalformedInputException(e.offset(), "message of worker " + rank + ": " + e.reason());
                }
            });
        }

        /** The same with a bound on each worker's message. */
        static Receiver named(IntUnaryOperator most, Receiver reader) {
            return named(atMost(most, reader));
        }
    }
}
