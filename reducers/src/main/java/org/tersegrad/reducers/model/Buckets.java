package org.tersegrad.reducers.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;

/**
 * The tensors of a model that are exchanged together, and how far a step is. Buckets are exchanged one after the other, in the
 * same order on all workers, whatever the order in which tensors become ready.
 */
final class Buckets {
    private final ModelReduction model;
    private final Executor executor;
    private FusedExchanges exchanges;
    private long earlierCalls;
    private long fuseBytes;

    /** The tensors of each bucket; the last tensors of the model come first. */
    private List<int[]> buckets = List.of();

    /** The bucket of each tensor, and how many tensors of each bucket have not begun. */
    private int[] bucketOf = {};

    private int[] missing = {};
    private boolean[] begun = {};
    /** The step of each tensor. */
    private Exchange[] chains = {};

    /** Buckets that were exchanged in this step, and whether one is being exchanged. */
    private int done;

    private boolean running;
    private long bits;
    private Optional<Throwable> failure = Optional.empty();

    Buckets(ModelReduction model, Executor executor, Collective group) {
        this.model = model;
        this.executor = executor;
        exchanges = new FusedExchanges(group);
    }

    /** Forms buckets of at most {@code limit} bytes; a larger tensor is a bucket by itself. */
    synchronized void plan(long limit, List<NamedTensor> tensors) {
        requireNoStep();
        fuseBytes = limit;
        List<int[]> planned = new ArrayList<>();
        long bytes = 0;
        for (int tensor = tensors.size() - 1; tensor >= 0; tensor--) {
            long its = (long) Float.BYTES * tensors.get(tensor).shape().size();
            boolean joins = !planned.isEmpty() && bytes + its <= limit;
            if (joins) {
                int[] last = planned.get(planned.size() - 1);
                int[] longer = Arrays.copyOf(last, last.length + 1);
                longer[last.length] = tensor;
                planned.set(planned.size() - 1, longer);
            } else {
                planned.add(new int[] {tensor});
            }
            bytes = joins ? bytes + its : its;
        }
        buckets = planned;
        bucketOf = new int[tensors.size()];
        missing = new int[planned.size()];
        for (int bucket = 0; bucket < missing.length; bucket++) {
            missing[bucket] = planned.get(bucket).length;
            for (int tensor : planned.get(bucket)) {
                bucketOf[tensor] = bucket;
            }
        }
        begun = new boolean[tensors.size()];
        chains = new Exchange[tensors.size()];
        Arrays.fill(chains, Exchange.DONE);
    }

    /** The limit of a bucket, in bytes. */
    synchronized long fuseBytes() {
        return fuseBytes;
    }

    /** Policy and group change between steps only. */
    synchronized void requireNoStep() {
        if (running || done > 0 || anyBegun()) {
            throw new IllegalArgumentException("a step has begun: finish it before policy or group are replaced");
        }
    }

    /** Continues with another group. */
    synchronized void regroup(Collective other) {
        earlierCalls += exchanges.calls();
        exchanges = new FusedExchanges(other);
    }

    private boolean anyBegun() {
        for (boolean each : begun) {
            if (each) {
                return true;
            }
        }
        return false;
    }

    /**
     * Notes that a tensor is ready, and exchanges its bucket if that is the next and complete.
     *
     * @param chain makes the tensor's chain; if it throws, the step is over for all workers
     */
    void begin(int tensor, String name, Supplier<Exchange> chain) {
        synchronized (this) {
            if (begun[tensor]) {
                throw new IllegalArgumentException("tensor " + name + " has begun already in this step");
            }
            try {
                chains[tensor] = chain.get();
            } catch (IllegalArgumentException e) {
                refuse(tensor, e);
            }
            begun[tensor] = true;
            missing[bucketOf[tensor]]--;
            if (running || !isNextReady()) {
                return;
            }
            running = true;
        }
        try {
            executor.execute(this::runReady);
        } catch (RuntimeException e) { // a pool that was shut down: no thread would come
            synchronized (this) {
                running = false;
                giveUp(tensor);
            }
            throw e;
        }
    }

    /**
     * Ends the step. The rejection takes the place of the next bucket: the others come to it after the same buckets as this worker.
     */
    private void refuse(int tensor, IllegalArgumentException cause) {
        awaitEnd();
        if (failure.isEmpty()) {
            failure = Optional.of(model.refuse(tensor, cause));
        }
        end();
    }

    /** The tensor's step has not happened. */
    private void giveUp(int tensor) {
        if (chains[tensor] != Exchange.DONE) {
            chains[tensor] = Exchange.DONE;
            model.cancel(tensor);
        }
        if (begun[tensor]) {
            begun[tensor] = false;
            missing[bucketOf[tensor]]++;
        }
    }

    private boolean isNextReady() {
        return failure.isEmpty() && done < buckets.size() && missing[done] == 0;
    }

    /** Exchanges buckets as long as the next one is ready. */
    private void runReady() {
        while (true) {
            int[] bucket;
            synchronized (this) {
                if (!isNextReady()) {
                    running = false;
                    notifyAll();
                    return;
                }
                bucket = buckets.get(done);
            }
            try {
                long sent = exchange(bucket);
                synchronized (this) {
                    bits += sent;
                    done++;
                }
            } catch (RuntimeException | Error e) {
                synchronized (this) {
                    failure = Optional.of(e);
                }
            }
        }
    }

    private long exchange(int[] bucket) {
        Exchange[] its = new Exchange[bucket.length];
        for (int i = 0; i < bucket.length; i++) {
            its[i] = chains[bucket[i]];
        }
        model.watch().about(bucket);
        try {
            return exchanges.run(its);
        } finally {
            for (int i = 0; i < bucket.length; i++) {
                chains[bucket[i]] = its[i]; // done, unless an exchange failed
            }
        }
    }

    synchronized long finish(List<NamedTensor> tensors) {
        for (int tensor = begun.length - 1; tensor >= 0 && failure.isEmpty(); tensor--) {
            if (!begun[tensor]) {
                throw new IllegalArgumentException(
                        "tensor " + tensors.get(tensor).name() + " has not begun in this step");
            }
        }
        awaitEnd();
        end();
        long sent = bits;
        bits = 0;
        return sent;
    }

    /** Leaves nothing of the step; throws if it has failed. */
    private void end() {
        for (int tensor = 0; tensor < begun.length; tensor++) {
            giveUp(tensor); // what has failed, or comes after it; of all others nothing is left
        }
        done = 0;
        if (failure.isPresent()) {
            Throwable cause = failure.get();
            failure = Optional.empty();
            if (cause instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) cause;
        }
    }

    private void awaitEnd() {
        while (running) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while tensors were exchanged", e);
            }
        }
    }

    synchronized long collectives() {
        return earlierCalls + exchanges.calls();
    }
}
