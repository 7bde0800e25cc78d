package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Slice;

/**
 * One exchange that a {@link Reduction} asks for: what goes to whom, what becomes of what arrives, and what comes after it. A step
 * of a reduction is a chain of them, so the caller that runs the chain decides when: at once, or together with the exchanges of
 * other tensors.
 *
 * <pre>{@code
 * Exchange exchange = reduction.begin(gradient);
 * while (exchange != Exchange.DONE) {
 *     bits += exchange.run();
 *     exchange = exchange.next();
 * }
 * }</pre>
 *
 * <p>All workers of a group have chains of the same kinds of exchanges, in the same order.
 */
public sealed interface Exchange {
    /** The end of a chain: the step is over, and the mean is in the gradient. */
    Exchange DONE = new Done();

    /** The group of the workers that take part. */
    Collective group();

    /** The action after the exchange, which returns the next one. */
    Supplier<Exchange> then();

    /** Calls the group, and waits for all others to do the same; returns how many bits this worker sent. */
    default long run() {
        long before = group().bitsSent();
        call();
        return group().bitsSent() - before;
    }

    /** Calls the group. */
    void call();

    /** The exchange that follows, once this one has been run. */
    default Exchange next() {
        return then().get();
    }

    /** The same exchange with another continuation. */
    Exchange with(Supplier<Exchange> another);

    /** The same chain, with something to be done at its end. */
    default Exchange followedBy(Runnable last) {
        return with(() -> next().followedBy(last));
    }

    /**
     * Sums up a vector, as {@link Collective#allReduceSum(Slice, float)}.
     *
     * @param inOut modified by the exchange
     * @param weight of the sum
     */
    record Sum(Collective group, Slice inOut, float weight, Supplier<Exchange> then) implements Exchange {
        /** The sum itself. */
        public Sum(Collective group, FloatSlice inOut, Supplier<Exchange> then) {
            this(group, inOut, 1f, then);
        }

        @Override
        public void call() {
            group.allReduceSum(inOut, weight);
        }

        @Override
        public Exchange with(Supplier<Exchange> another) {
            return new Sum(group, inOut, weight, another);
        }
    }

    /**
     * The largest of each element, as {@link Collective#allReduceMax}.
     *
     * @param inOut modified by the exchange
     */
    record Max(Collective group, FloatSlice inOut, Supplier<Exchange> then) implements Exchange {
        @Override
        public void call() {
            group.allReduceMax(inOut);
        }

        @Override
        public Exchange with(Supplier<Exchange> another) {
            return new Max(group, inOut, another);
        }
    }

    /**
     * Sends the messages of all workers to all, as {@link Collective#allGather}.
     *
     * @param mine not modified: from its position to its limit
     * @param each called for every worker, in the order of ranks
     */
    record ToAll(Collective group, ByteBuffer mine, Collective.Receiver each, Supplier<Exchange> then)
            implements Exchange {
        @Override
        public void call() {
            group.allGather(mine, each);
        }

        @Override
        public Exchange with(Supplier<Exchange> another) {
            return new ToAll(group, mine, each, another);
        }
    }

    /**
     * A message for each worker, as {@link Collective#allToAll}.
     *
     * @param mine not modified: from its position on, the message for worker 0, for worker 1, and so on
     * @param lengths not modified: the bytes of each
     * @param each called for every worker, in the order of ranks
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record ToEach(Collective group, ByteBuffer mine, int[] lengths, Collective.Receiver each, Supplier<Exchange> then)
            implements Exchange {
        @Override
        public void call() {
            group.allToAll(mine, lengths, each);
        }

        @Override
        public Exchange with(Supplier<Exchange> another) {
            return new ToEach(group, mine, lengths, each, another);
        }
    }

    /**
     * Sends the payloads of all workers to all. Those of many tensors can share a {@link org.tersegrad.compressors.Frame}, which
     * takes fewer bytes than their headers.
     *
     * @param payload modified: this worker's before, then those of all workers, one after the other
     * @param wire modified: room for the message
     * @param elements how many elements the payload of a worker has; one without elements sends nothing
     * @param each called for every worker that sends something, in the order of ranks, with {@code payload} as its message
     */
    record Payloads(
            Collective group,
            Payload payload,
            ByteBuffer wire,
            IntUnaryOperator elements,
            PayloadReceiver each,
            Supplier<Exchange> then)
            implements Exchange {
        @Override
        public void call() {
            wire.clear();
            if (sends(group.rank())) {
                payload.writeTo(wire);
            }
            IntUnaryOperator most = rank -> sends(rank) ? payload.capacity() : 0;
            group.allGather(wire.flip(), Collective.Receiver.named(most, (rank, message) -> {
                if (sends(rank)) {
                    payload.readFrom(message, elements.applyAsInt(rank));
                    each.accept(rank, payload);
                }
            }));
        }

        /** Whether a worker has anything to send. */
        public boolean sends(int rank) {
            return elements.applyAsInt(rank) > 0;
        }

        @Override
        public Exchange with(Supplier<Exchange> another) {
            return new Payloads(group, payload, wire, elements, each, another);
        }
    }

    /** Consumer of payloads. One that throws ends the group. */
    @FunctionalInterface
    interface PayloadReceiver {
        /**
         * Takes a payload.
         *
         * @param rank who sent it
         * @param payload contents are undefined after the call
         */
        void accept(int rank, Payload payload);
    }

    /** The end of a chain. */
    final class Done implements Exchange {
        private Done() {}

        @Override
        public Collective group() {
            throw new IllegalStateException("the step is over");
        }

        @Override
        public Supplier<Exchange> then() {
            throw new IllegalStateException("the step is over");
        }

        @Override
        public void call() {
            throw new IllegalStateException("the step is over");
        }

        @Override
        public Exchange with(Supplier<Exchange> another) {
            return this;
        }

        @Override
        public Exchange followedBy(Runnable last) {
            last.run();
            return this;
        }
    }
}
