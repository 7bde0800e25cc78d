package org.tersegrad.reducers.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Slice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;

/**
 * The tensors of a model that are exchanged together, and how far a step is. Tensors are encoded in the order in which they
 * begin. Buckets are exchanged one after the other, in the same order on all workers, whatever the order in which tensors become
 * ready.
 *
 * <p>There are two kinds of work, to encode a tensor and to exchange a bucket, and at most one thread does each at a time. A task of
 * the executor does either, until nothing is left that no other thread does. So one thread of the executor is enough, and with two
 * a tensor is encoded while a bucket waits for the network.
 */
final class Buckets {
    private static final Slice NOTHING = FloatSlice.of();

    private final ModelReduction model;
    private final Executor executor;
    private final Runnable task = this::work;
    private FusedExchanges exchanges;
    private long earlierCalls;
    private long fuseBytes;

    private BucketPlan plan = new BucketPlan(0, List.of());
    private boolean[] begun = {};
    /** The gradient of each tensor that has begun. */
    private Slice[] gradients = {};
    /** The step of each tensor that has been encoded. */
    private Exchange[] chains = {};

    /** Tensors in the order in which they began; those from {@code next} to {@code queued} wait to be encoded. */
    private int[] queue = {};

    private int queued;
    private int next;
    private boolean encoding;

    /** Buckets that were exchanged in this step, and whether one is being exchanged. */
    private int done;

    private boolean exchanging;
    /** Tasks that the executor has, without those that are at work: they will look for some. */
    private int looking;

    private long bits;
    private Optional<NotEncoded> notEncoded = Optional.empty();
    private Optional<Throwable> failure = Optional.empty();

    /** A tensor of this worker that ends the step. */
    private record NotEncoded(int tensor, Throwable cause, Thread thread) {}

    Buckets(ModelReduction model, Executor executor, Collective group) {
        this.model = model;
        this.executor = executor;
        exchanges = new FusedExchanges(group);
    }

    /** Forms buckets of at most {@code limit} bytes; a larger tensor is a bucket by itself. */
    synchronized void plan(long limit, List<NamedTensor> tensors) {
        requireNoStep();
        fuseBytes = limit;
        plan = new BucketPlan(limit, tensors);
        begun = new boolean[tensors.size()];
        gradients = new Slice[tensors.size()];
        queue = new int[tensors.size()];
        chains = new Exchange[tensors.size()];
        Arrays.fill(chains, Exchange.DONE);
        reset();
    }

    /** The limit of a bucket, in bytes. */
    synchronized long fuseBytes() {
        return fuseBytes;
    }

    /** Policy and group change between steps only. */
    synchronized void requireNoStep() {
        for (boolean each : begun) {
            if (each) {
                throw new IllegalArgumentException("a step has begun: finish it before policy or group are replaced");
            }
        }
    }

    /** Continues with another group. */
    synchronized void regroup(Collective other) {
        earlierCalls += exchanges.calls();
        exchanges = new FusedExchanges(other);
    }

    /**
     * Notes that a tensor is ready. The executor encodes it, and exchanges its bucket if that is the next and complete. If it did so
     * in this thread, and the tensor cannot be encoded, the step is over.
     */
    void begin(int tensor, String name, Slice gradient) {
        synchronized (this) {
            if (begun[tensor]) {
                throw new IllegalArgumentException("tensor " + name + " has begun already in this step");
            }
            begun[tensor] = true;
            gradients[tensor] = gradient;
            queue[queued++] = tensor;
        }
        try {
            ask();
        } catch (RuntimeException e) { // a pool that was shut down
            if (withdraw(tensor)) {
                throw e;
            }
        }
        synchronized (this) {
            if (failure.isPresent()
                    && notEncoded.isPresent()
                    && notEncoded.get().thread() == Thread.currentThread()) {
                end();
            }
        }
    }

    /** Has the executor do what no thread does. */
    private void ask() {
        synchronized (this) {
            if (looking > 0 || !(canEncode() || canExchange())) {
                return;
            }
            looking++;
        }
        try {
            executor.execute(task);
        } catch (RuntimeException e) {
            synchronized (this) {
                looking--;
            }
            throw e;
        }
    }

    /** Takes a tensor back that has just begun, unless a thread has found it. */
    private synchronized boolean withdraw(int tensor) {
        for (int i = next; i < queued; i++) {
            if (queue[i] == tensor) {
                System.arraycopy(queue, i + 1, queue, i, --queued - i);
                begun[tensor] = false;
                gradients[tensor] = NOTHING;
                return true;
            }
        }
        return false;
    }

    private boolean canEncode() {
        return !encoding && failure.isEmpty() && notEncoded.isEmpty() && next < queued;
    }

    /** A rejection takes the place of a bucket: all that were complete before it come first, as on the other workers. */
    private boolean canExchange() {
        return !exchanging && failure.isEmpty() && (plan.isComplete(done) || notEncoded.isPresent());
    }

    /** A task of the executor. */
    private void work() {
        synchronized (this) {
            looking--;
        }
        while (true) {
            boolean exchange;
            synchronized (this) {
                exchange = canExchange();
                if (!exchange && !canEncode()) {
                    return;
                }
                exchanging |= exchange;
                encoding |= !exchange;
            }
            try {
                ask(); // a second thread for the other kind
            } catch (RuntimeException e) {
                // This one comes to it later.
            }
            if (exchange) {
                exchangeNext();
            } else {
                encodeNext();
            }
        }
    }

    private void encodeNext() {
        int tensor;
        synchronized (this) {
            tensor = queue[next++];
        }
        Exchange chain = Exchange.DONE;
        Optional<NotEncoded> problem = Optional.empty();
        try {
            chain = model.chain(tensor, gradients[tensor]);
        } catch (RuntimeException | Error e) {
            problem = Optional.of(new NotEncoded(tensor, e, Thread.currentThread()));
        }
        synchronized (this) {
            if (problem.isEmpty()) {
                chains[tensor] = chain;
                plan.add(tensor);
            }
            notEncoded = problem;
            encoding = false;
            notifyAll();
        }
    }

    private void exchangeNext() {
        List<Integer> bucket;
        synchronized (this) {
            bucket = plan.isComplete(done) ? plan.tensors(done) : List.of();
        }
        long sent = 0;
        Optional<Throwable> problem = Optional.empty();
        try {
            if (bucket.isEmpty()) {
                problem = Optional.of(rejection(notEncoded.orElseThrow()));
            } else {
                sent = exchange(bucket);
            }
        } catch (RuntimeException | Error e) {
            problem = Optional.of(e);
        }
        synchronized (this) {
            bits += sent;
            done += problem.isEmpty() ? 1 : 0;
            failure = problem;
            exchanging = false;
            notifyAll();
        }
    }

    /** Tells the others of a gradient that is rejected; any other failure is this worker's own. */
    private Throwable rejection(NotEncoded of) {
        return of.cause() instanceof IllegalArgumentException cause ? model.refuse(of.tensor(), cause) : of.cause();
    }

    private long exchange(List<Integer> bucket) {
        Exchange[] its = new Exchange[bucket.size()];
        for (int i = 0; i < its.length; i++) {
            its[i] = chains[bucket.get(i)];
        }
        model.watch().about(bucket);
        try {
            return exchanges.run(its);
        } finally {
            for (int i = 0; i < its.length; i++) {
                chains[bucket.get(i)] = its[i]; // done, unless an exchange failed
            }
        }
    }

    long finish(List<NamedTensor> tensors) {
        requireAllBegun(tensors);
        do {
            ask();
        } while (encodesOne()); // this thread has nothing else to do
        synchronized (this) {
            end();
            long sent = bits;
            bits = 0;
            return sent;
        }
    }

    private synchronized void requireAllBegun(List<NamedTensor> tensors) {
        for (int tensor = begun.length - 1; tensor >= 0 && failure.isEmpty(); tensor--) {
            if (!begun[tensor]) {
                throw new IllegalArgumentException(
                        "tensor " + tensors.get(tensor).name() + " has not begun in this step");
            }
        }
    }

    /** Waits for a tensor that can be encoded; false once all is done. */
    private boolean encodesOne() {
        synchronized (this) {
            while (!canEncode()) {
                if (!encoding && !exchanging && !canExchange()) {
                    return false;
                }
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted while tensors were exchanged", e);
                }
            }
            encoding = true;
        }
        encodeNext();
        return true;
    }

    /** Leaves nothing of the step; throws if it has failed. */
    private void end() {
        Optional<Throwable> why = failure;
        for (int tensor = 0; tensor < chains.length; tensor++) {
            if (chains[tensor] != Exchange.DONE) { // has failed, or comes after what has
                chains[tensor] = Exchange.DONE;
                model.cancel(tensor);
            }
        }
        reset();
        if (why.isPresent()) {
            if (why.get() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) why.get();
        }
    }

    private void reset() {
        Arrays.fill(begun, false);
        Arrays.fill(gradients, NOTHING);
        plan.clear();
        queued = 0;
        next = 0;
        done = 0;
        notEncoded = Optional.empty();
        failure = Optional.empty();
    }

    synchronized long collectives() {
        return earlierCalls + exchanges.calls();
    }
}
