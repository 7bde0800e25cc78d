package org.tersegrad.convergence.training.run;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.checkpoints.Checkpoint;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.convergence.training.sync.StaleSteps;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.sync.ClientSteps;
import org.tersegrad.reducers.sync.LazySteps;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * A run whose model a server has. One thread is the server and all workers: who comes when is decided by the seed, so the run
 * repeats bit for bit, and a worker that is not there costs nothing.
 */
final class ServedTraining {
    private static final float[] NOTHING = {};
    private static final long[] NO_STEPS = {};

    private final Run run;
    private final List<Evaluation> evaluations;
    private final BatchGradients gradients;
    private final ServedUpdates updates;
    private boolean over;
    private boolean saving;

    /**
     * @param alone a group of one
     * @param evaluations modified: gets one after the other
     */
    ServedTraining(Run run, Collective alone, List<Evaluation> evaluations) {
        this.run = run;
        this.evaluations = evaluations;
        gradients = new BatchGradients(run);
        WorkerModel model = new WorkerModel(run, alone);
        updates = updates(model);
    }

    private ServedUpdates updates(WorkerModel model) {
        Synchronization how = run.settings.synchronization();
        if (how instanceof StaleSteps stale) {
            return new StaleUpdates(stale, run, model, gradients);
        }
        if (how instanceof LazySteps lazy) {
            return new LazyUpdates(lazy, run, model, gradients);
        }
        return new ClientRounds((ClientSteps) how, run, model, gradients);
    }

    void train(Optional<Checkpoint> from) {
        int step = 0;
        if (from.isPresent()) {
            restore(from.get());
            step = from.get().lastStep();
        } else {
            evaluate(0);
        }
        while (step < run.steps() && !over) {
            for (int i = 0; i < run.stepsPerEpoch; i++) {
                updates.step(step, run.rate(step));
                step++;
            }
            evaluate(step);
        }
    }

    private void evaluate(int step) {
        boolean diverged = gradients.diverged() || !WorkerModel.isFinite(updates.model());
        int fingerprint = Arrays.hashCode(updates.model());
        List<WorkerReport> reports = IntStream.range(0, run.settings.workers())
                .mapToObj(rank -> new WorkerReport(
                        gradients.meanLoss(),
                        updates.workers.get(rank).bitsSent(),
                        updates.workers.get(rank).bitsReceived(),
                        NO_STEPS,
                        updates.workers.get(rank).up.residualNorm(),
                        updates.distance(rank),
                        fingerprint,
                        diverged,
                        NOTHING,
                        saving ? workerState(rank) : new byte[0]))
                .toList();
        Standing standing =
                run.evaluate(step, updates.virtualSeconds(), reports, gradients.test(updates.model()), NOTHING);
        evaluations.add(standing.evaluation());
        run.announce(standing);
        if (saving) {
            run.save(serverState(), reports);
        }
        over = standing.over();
        saving = standing.saving();
        gradients.forget();
    }

    private byte[] serverState() {
        ByteBuffer state = ByteBuffer.allocate(updates.serverBytes());
        updates.saveServer(state);
        return state.array();
    }

    private byte[] workerState(int rank) {
        ByteBuffer state = ByteBuffer.allocate(updates.workerBytes(rank));
        updates.saveWorker(rank, state);
        return state.array();
    }

    private void restore(Checkpoint from) {
        if (from.model().length != updates.serverBytes()) {
            throw new DamagedCheckpointException("its model has " + from.model().length + " bytes");
        }
        try {
            updates.restoreServer(ByteBuffer.wrap(from.model()));
            for (int rank = 0; rank < from.workers().size(); rank++) {
                Checkpoint.Worker worker = from.workers().get(rank);
                ByteBuffer state = ByteBuffer.wrap(worker.reductions());
                updates.restoreWorker(rank, state, worker.sent(), worker.received());
                if (state.hasRemaining()) {
                    throw new DamagedCheckpointException("a state of worker " + rank + " does not end where it should");
                }
            }
        } catch (IllegalArgumentException | MalformedInputException | BufferUnderflowException e) {
            throw new DamagedCheckpointException("a state of the server or a worker: " + e.getMessage(), e);
        }
    }
}
