package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.convergence.training.sync.StaleSteps;
import org.tersegrad.reducers.sync.Downlink;
import org.tersegrad.reducers.sync.Inbox;

/**
 * Gradients come to the server one by one, in the order of virtual time and, at the same time, of ranks, as {@link StaleSteps}
 * says. A gradient is computed when it comes, at the model that the worker got when it began.
 */
final class StaleUpdates extends ServedUpdates {
    /** Ready time of a worker that waits for slower ones. */
    private static final double WAITS = Double.POSITIVE_INFINITY;

    private final StaleSteps how;
    private final Seed times;
    private final WorkerModel server;
    private final BatchGradients gradients;
    private final Downlink down;
    private final List<Inbox> inboxes;
    /** The model that each worker computes at, and when its gradient is ready. */
    private final List<float[]> models;

    private final double[] ready;
    private double now;
    private int updates;

    /** @param server modified: its parameters and its optimizer are the server's */
    StaleUpdates(StaleSteps how, Run run, WorkerModel server, BatchGradients gradients) {
        super(run, how);
        this.how = how;
        this.server = server;
        this.gradients = gradients;
        times = run.seed.fork(Run.TIMES);
        down = links.downlink(server.parameters, run.seed.fork(Run.SERVER));
        inboxes = forEachRank(rank -> links.inbox());
        models = forEachRank(rank -> server.parameters.clone());
        ready = new double[workers.size()];
        Arrays.fill(ready, WAITS);
        beginAll();
    }

    @Override
    void step(int step, float rate) {
        for (int i = 0; i < workers.size(); i++) {
            next(rate / workers.size());
        }
    }

    /** The next gradient comes. */
    private void next(float rate) {
        int first = 0;
        for (int rank = 1; rank < ready.length; rank++) {
            first = ready[rank] < ready[first] ? rank : first;
        }
        now = ready[first];
        ready[first] = WAITS;
        ServedWorker worker = workers.get(first);
        gradients.compute(models.get(first), worker.nextBatch(), server.gradient);
        byte[] message = worker.up.send(server.gradient);
        Arrays.fill(server.gradient, 0f);
        inboxes.get(first).take(message, server.gradient, 1f);
        inboxes.get(first).addEstimates(server.gradient, 1f);
        server.optimize(updates++, rate);
        publish(down, server.parameters);
        beginAll();
    }

    /** Workers that are not too far ahead get the model and begin a step. */
    private void beginAll() {
        int slowest = workers.stream().mapToInt(ServedWorker::steps).min().orElseThrow();
        for (int rank = 0; rank < workers.size(); rank++) {
            ServedWorker worker = workers.get(rank);
            if (ready[rank] == WAITS && worker.steps() - slowest <= how.slack()) {
                float[] model = models.get(rank);
                System.arraycopy(worker.fetch(down), 0, model, 0, model.length);
                ready[rank] = now + how.times().seconds(rank, workers.size(), worker.steps(), times);
            }
        }
    }

    @Override
    float[] model() {
        return server.parameters;
    }

    @Override
    double virtualSeconds() {
        return now;
    }

    @Override
    double distance(int rank) {
        return WorkerModel.distance(models.get(rank), server.parameters);
    }

    @Override
    int serverBytes() {
        return server.bytes() + down.stateBytes() + Double.BYTES + Integer.BYTES;
    }

    @Override
    void saveServer(ByteBuffer out) {
        server.save(out);
        down.save(out);
        out.putDouble(now).putInt(updates);
    }

    @Override
    void restoreServer(ByteBuffer in) {
        server.restore(in);
        down.restore(in);
        now = in.getDouble();
        updates = in.getInt();
        if (!Double.isFinite(now) || updates < 0) {
            throw new DamagedCheckpointException("its clock shows " + now + " after " + updates + " gradients");
        }
    }

    @Override
    int workerBytes(int rank) {
        return super.workerBytes(rank)
                + workers.get(rank).up.stateBytes()
                + inboxes.get(rank).stateBytes()
                + Float.BYTES * models.get(rank).length
                + Double.BYTES;
    }

    @Override
    void saveWorker(int rank, ByteBuffer out) {
        super.saveWorker(rank, out);
        workers.get(rank).up.save(out);
        inboxes.get(rank).save(out);
        WorkerModel.put(models.get(rank), out);
        out.putDouble(ready[rank]);
    }

    @Override
    void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived) {
        super.restoreWorker(rank, in, bitsSent, bitsReceived);
        workers.get(rank).up.restore(in);
        inboxes.get(rank).restore(in);
        WorkerModel.get(models.get(rank), in);
        ready[rank] = in.getDouble();
        if (Double.isNaN(ready[rank])) {
            throw new DamagedCheckpointException("worker " + rank + " is ready at " + ready[rank]);
        }
    }
}
