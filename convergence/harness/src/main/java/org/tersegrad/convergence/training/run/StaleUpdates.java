package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.convergence.training.clock.StaleClock;
import org.tersegrad.convergence.training.sync.StaleSteps;
import org.tersegrad.reducers.sync.Downlink;
import org.tersegrad.reducers.sync.Inbox;

/**
 * Gradients come to the server one by one, in the order of virtual time and, at the same time, of ranks, as {@link StaleSteps}
 * says. A gradient is computed when it comes, at the model that the worker got when it began.
 */
final class StaleUpdates extends ServedUpdates {
    private final StaleClock clock;
    private final WorkerModel server;
    private final BatchGradients gradients;
    private final Downlink down;
    private final List<Inbox> inboxes;
    /** The model that each worker computes at. */
    private final List<float[]> models;

    private int updates;

    /** @param server modified: its parameters and its optimizer are the server's */
    StaleUpdates(StaleSteps how, Run run, WorkerModel server, BatchGradients gradients) {
        super(run, how);
        this.server = server;
        this.gradients = gradients;
        clock = new StaleClock(run.durations.orElseThrow(), how.slack(), workers.size(), run.seed.fork(Run.TIMES));
        down = links.downlink(server.parameters, run.seed.fork(Run.SERVER));
        inboxes = forEachRank(rank -> links.inbox());
        models = forEachRank(rank -> server.parameters.clone());
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
        int first = clock.next();
        ServedWorker worker = workers.get(first);
        gradients.compute(models.get(first), worker.nextBatch(), server.gradient);
        long sent = worker.up.bitsSent();
        byte[] message = worker.up.send(server.gradient);
        clock.arrive(first, worker.up.bitsSent() - sent);
        Arrays.fill(server.gradient, 0f);
        inboxes.get(first).take(message, server.gradient, 1f);
        inboxes.get(first).addEstimates(server.gradient, 1f);
        server.optimize(updates++, rate);
        publish(down, server.parameters);
        beginAll();
    }

    /** Workers that are not too far ahead get the model and begin a step. */
    private void beginAll() {
        List<Integer> ranks = clock.waiting();
        long bits = 0;
        for (int rank : ranks) {
            ServedWorker worker = workers.get(rank);
            long received = worker.bitsReceived();
            float[] model = models.get(rank);
            System.arraycopy(worker.fetch(down), 0, model, 0, model.length);
            bits += worker.bitsReceived() - received;
        }
        clock.begin(ranks, bits);
    }

    @Override
    float[] model() {
        return server.parameters;
    }

    @Override
    double virtualSeconds() {
        return clock.now();
    }

    @Override
    double distance(int rank) {
        return WorkerModel.distance(models.get(rank), server.parameters);
    }

    @Override
    int serverBytes() {
        return server.bytes() + down.stateBytes() + clock.bytes() + Integer.BYTES;
    }

    @Override
    void saveServer(ByteBuffer out) {
        server.save(out);
        down.save(out);
        clock.save(out);
        out.putInt(updates);
    }

    @Override
    void restoreServer(ByteBuffer in) {
        server.restore(in);
        down.restore(in);
        clock.restore(in);
        updates = in.getInt();
        if (!Double.isFinite(clock.now()) || updates < 0) {
            throw new DamagedCheckpointException("its clock shows " + clock.now() + " after " + updates + " gradients");
        }
    }

    @Override
    int workerBytes(int rank) {
        return super.workerBytes(rank)
                + workers.get(rank).up.stateBytes()
                + inboxes.get(rank).stateBytes()
                + Float.BYTES * models.get(rank).length;
    }

    @Override
    void saveWorker(int rank, ByteBuffer out) {
        super.saveWorker(rank, out);
        workers.get(rank).up.save(out);
        inboxes.get(rank).save(out);
        WorkerModel.put(models.get(rank), out);
    }

    @Override
    void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived) {
        super.restoreWorker(rank, in, bitsSent, bitsReceived);
        workers.get(rank).up.restore(in);
        inboxes.get(rank).restore(in);
        WorkerModel.get(models.get(rank), in);
    }
}
