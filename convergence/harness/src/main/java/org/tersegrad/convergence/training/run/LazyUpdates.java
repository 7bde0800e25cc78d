package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.training.clock.ServerRounds;
import org.tersegrad.reducers.sync.Downlink;
import org.tersegrad.reducers.sync.LazyServer;
import org.tersegrad.reducers.sync.LazySteps;
import org.tersegrad.reducers.sync.LazyWorker;

/** Lazy updates: in every step all workers compute, and those send whose gradients have changed, as {@link LazySteps} says. */
final class LazyUpdates extends ServedUpdates {
    private final WorkerModel model;
    private final BatchGradients gradients;
    private final Downlink down;
    private final LazyServer server;
    private final List<LazyWorker> lazy;
    private final float[] before;
    private final ServerRounds clock;
    private final List<ServerRounds.Part> parts = new ArrayList<>();

    /** @param model modified: its parameters and its optimizer are the server's */
    LazyUpdates(LazySteps how, Run run, WorkerModel model, BatchGradients gradients) {
        super(run, how);
        this.model = model;
        this.gradients = gradients;
        before = new float[model.parameters.length];
        down = links.downlink(model.parameters, run.seed.fork(Run.SERVER));
        server = how.server(links, workers.size());
        lazy = forEachRank(rank -> how.worker(workers.get(rank).up));
        clock = rounds();
    }

    @Override
    void step(int step, float rate) {
        double limit = server.limit(rate / (1 - run.settings.descent().momentum())); // moves are that much longer
        for (int rank = 0; rank < workers.size(); rank++) {
            compute(rank, limit);
        }
        clock.round(parts, ServerRounds.NO_DEADLINE);
        parts.clear();
        server.mean(model.gradient);
        System.arraycopy(model.parameters, 0, before, 0, before.length);
        model.optimize(step, rate);
        server.moved(before, model.parameters);
        publish(down, model.parameters);
    }

    /** Sends a gradient, or leaves the last one in its place. */
    private void compute(int rank, double limit) {
        ServedWorker its = workers.get(rank);
        long sent = its.bitsSent();
        long received = its.bitsReceived();
        double seconds = clock.seconds(rank, its.steps());
        float[] now = its.fetch(down);
        int[] examples = its.nextBatch();
        LazyWorker worker = lazy.get(rank);
        gradients.compute(now, examples, model.gradient);
        if (worker.mayBeSilent()) {
            gradients.repeat(worker.lastModel(), examples, before);
            seconds *= 2;
        }
        worker.message(now, model.gradient, before, limit).ifPresent(message -> server.take(rank, message));
        parts.add(new ServerRounds.Part(rank, seconds, its.bitsReceived() - received, its.bitsSent() - sent, true));
    }

    @Override
    float[] model() {
        return model.parameters;
    }

    @Override
    double virtualSeconds() {
        return secondsOf(clock);
    }

    @Override
    int serverBytes() {
        return model.bytes() + down.stateBytes() + server.stateBytes() + clock.bytes();
    }

    @Override
    void saveServer(ByteBuffer out) {
        model.save(out);
        down.save(out);
        server.save(out);
        clock.save(out);
    }

    @Override
    void restoreServer(ByteBuffer in) {
        model.restore(in);
        down.restore(in);
        server.restore(in);
        clock.restore(in);
    }

    @Override
    int workerBytes(int rank) {
        return super.workerBytes(rank) + lazy.get(rank).stateBytes();
    }

    @Override
    void saveWorker(int rank, ByteBuffer out) {
        super.saveWorker(rank, out);
        lazy.get(rank).save(out);
    }

    @Override
    void restoreWorker(int rank, ByteBuffer in, long bitsSent, long bitsReceived) {
        super.restoreWorker(rank, in, bitsSent, bitsReceived);
        lazy.get(rank).restore(in);
    }
}
