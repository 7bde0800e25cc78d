package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.convergence.training.sync.StaleSteps;

/**
 * Gradients come to the server one by one, in the order of virtual time and, at the same time, of ranks, as {@link StaleSteps}
 * says. A gradient is computed when it comes, at the model that the worker got when it began.
 */
final class StaleUpdates implements ServedUpdates {
    /** When a worker is ready that waits for slower ones. */
    private static final double WAITS = Double.POSITIVE_INFINITY;

    private final StaleSteps how;
    private final Seed times;
    private final WorkerModel server;
    private final BatchGradients gradients;
    private final Downlink down;
    private final List<Worker> workers = new ArrayList<>();
    private double now;
    private int updates;

    /** One of the workers. */
    private static final class Worker {
        final Uplink up;
        final Batches batches;
        final float[] model;
        int steps;
        double ready = WAITS;
        long seen;
        long received;

        Worker(Uplink up, Batches batches, float[] start) {
            this.up = up;
            this.batches = batches;
            model = start.clone();
        }
    }

    /** @param server modified: its parameters and its optimizer are the server's */
    StaleUpdates(StaleSteps how, Run run, WorkerModel server, BatchGradients gradients) {
        this.how = how;
        this.server = server;
        this.gradients = gradients;
        times = run.seed.fork(Run.TIMES);
        List<ServerTensor> tensors = ServerTensor.of(server, how);
        down = new Downlink(tensors, server.parameters, run.seed.fork(Run.SERVER));
        for (int rank = 0; rank < run.settings.workers(); rank++) {
            Uplink up = new Uplink(tensors, run.seed.fork(Run.REDUCTIONS), rank);
            workers.add(new Worker(up, run.batches(rank), server.parameters));
        }
        beginAll();
    }

    @Override
    public void step(int step, float rate) {
        for (int i = 0; i < workers.size(); i++) {
            next(rate / workers.size());
        }
    }

    /** The next gradient comes. */
    private void next(float rate) {
        Worker first = workers.get(0);
        for (Worker worker : workers) {
            first = worker.ready < first.ready ? worker : first;
        }
        now = first.ready;
        gradients.compute(first.model, first.batches.of(first.steps), server.gradient);
        byte[] message = first.up.send(server.gradient);
        Arrays.fill(server.gradient, 0f);
        first.up.take(message, server.gradient, 1f);
        first.up.addEstimates(server.gradient, 1f);
        server.optimize(updates++, rate);
        down.publish(server.parameters);
        first.steps++;
        first.ready = WAITS;
        beginAll();
    }

    /** Whoever is not too far ahead gets the model and begins a step. */
    private void beginAll() {
        int slowest = workers.stream().mapToInt(worker -> worker.steps).min().orElseThrow();
        for (int rank = 0; rank < workers.size(); rank++) {
            Worker worker = workers.get(rank);
            if (worker.ready == WAITS && worker.steps - slowest <= how.slack()) {
                worker.received += down.bits(worker.seen);
                worker.seen = down.total();
                System.arraycopy(down.model(), 0, worker.model, 0, worker.model.length);
                worker.ready = now + how.times().seconds(rank, workers.size(), worker.steps, times);
            }
        }
    }

    @Override
    public float[] model() {
        return server.parameters;
    }

    @Override
    public double virtualSeconds() {
        return now;
    }

    @Override
    public long bitsSent(int rank) {
        return workers.get(rank).up.bitsSent();
    }

    @Override
    public long bitsReceived(int rank) {
        return workers.get(rank).received;
    }

    @Override
    public double residualNorm(int rank) {
        return workers.get(rank).up.residualNorm();
    }

    @Override
    public double distance(int rank) {
        return WorkerModel.distance(workers.get(rank).model, server.parameters);
    }

    @Override
    public int serverBytes() {
        return server.bytes() + down.bytes() + Double.BYTES + Integer.BYTES;
    }

    @Override
    public void saveServer(ByteBuffer out) {
        server.save(out);
        down.save(out);
        out.putDouble(now).putInt(updates);
    }

    @Override
    public void restoreServer(ByteBuffer in) {
        server.restore(in);
        down.restore(in);
        now = in.getDouble();
        updates = in.getInt();
        if (!Double.isFinite(now) || updates < 0) {
            throw new DamagedCheckpointException("its clock shows " + now + " after " + updates + " gradients");
        }
    }

    @Override
    public int workerBytes(int rank) {
        Worker worker = workers.get(rank);
        return worker.up.bytes() + Float.BYTES * worker.model.length + Integer.BYTES + Double.BYTES + Long.BYTES;
    }

    @Override
    public void saveWorker(int rank, ByteBuffer out) {
        Worker worker = workers.get(rank);
        worker.up.save(out);
        WorkerModel.put(worker.model, out);
        out.putInt(worker.steps).putDouble(worker.ready).putLong(worker.seen);
    }

    @Override
    public void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived) {
        Worker worker = workers.get(rank);
        worker.up.restore(in, bitsSent);
        WorkerModel.get(worker.model, in);
        worker.steps = in.getInt();
        worker.ready = in.getDouble();
        worker.seen = in.getLong();
        if (worker.steps < 0 || Double.isNaN(worker.ready)) {
            throw new DamagedCheckpointException(
                    "worker " + rank + " is ready at " + worker.ready + " after " + worker.steps + " steps");
        }
        worker.received = bitsReceived;
    }
}
