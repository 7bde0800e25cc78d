package org.tersegrad.convergence.training;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.reducers.Collective;

/**
 * One worker of a run, with a model of its own.
 *
 * <pre>
 *   in each step   gradient of a batch; what becomes of it is the affair of a {@link ModelUpdate}
 *   in each epoch  all tell worker 0 what they have, which evaluates and tells all
 * </pre>
 */
final class TrainingWorker {
    private final Run run;
    private final Meeting meeting;
    private final List<Evaluation> evaluations;
    private final int rank;
    private final Learner learner;
    private final WorkerModel model;
    private final ModelUpdate update;
    private final Batches batches;
    private long sentBefore;
    private long receivedBefore;
    private double losses;
    private int lossCount;
    private boolean diverged;
    private boolean over;
    private boolean saving;

    /** @param evaluations modified: gets one after the other */
    TrainingWorker(Run run, Collective group, List<Evaluation> evaluations) {
        this.run = run;
        this.evaluations = evaluations;
        meeting = new Meeting(group);
        rank = group.rank();
        Settings settings = run.settings;
        learner = run.problem.learner(settings.batch());
        model = new WorkerModel(run, group);
        update = ModelUpdate.of(run, model, group);
        int order = settings.partition().kind() == Partition.Kind.SAME ? 0 : rank;
        batches = new Batches(
                run.shards.get(rank),
                settings.batch(),
                run.stepsPerEpoch,
                run.seed.fork(Run.ORDER).fork(order));
    }

    void train(Optional<Checkpoint> from) {
        int step = 0;
        if (from.isPresent()) {
            restore(from.get());
            step = from.get()
                    .evaluations()
                    .get(from.get().evaluations().size() - 1)
                    .step();
        } else {
            evaluate(0);
        }
        while (step < run.steps() && !over) {
            for (int i = 0; i < run.stepsPerEpoch; i++) {
                step(step++);
            }
            evaluate(step);
        }
    }

    private void step(int step) {
        int batch = run.settings.batch();
        double loss = learner.gradient(model.parameters, batches.of(step), 0, batch, model.gradient);
        if (!Double.isFinite(loss) || !WorkerModel.isFinite(model.gradient)) {
            // The others cannot know, and wait for a gradient: it ends for all at the next evaluation.
            diverged = true;
            Arrays.fill(model.gradient, 0f);
        }
        losses += loss;
        lossCount++;
        update.step(step, run.rate(step));
    }

    private void evaluate(int step) {
        diverged |= !WorkerModel.isFinite(model.parameters);
        update.meet(meeting);
        WorkerReport mine = new WorkerReport(
                lossCount == 0 ? Double.NaN : losses / lossCount,
                sentBefore + meeting.bitsSent(),
                receivedBefore + meeting.bitsReceived(),
                model.reductions.residualNorm(),
                update.distance(),
                Arrays.hashCode(update.agreed()),
                diverged,
                update.given(),
                saving ? ownState() : new byte[0]);
        ByteBuffer answer = meeting.hold(mine, reports -> {
            Standing standing = run.evaluate(step, reports, learner.test(update.agreed()), update.reduced());
            evaluations.add(standing.evaluation());
            run.announce(standing);
            if (saving) {
                run.save(commonState(), reports);
            }
            return standing.toBytes();
        });
        Standing standing = Standing.read(answer, run, step);
        if (rank != 0) {
            evaluations.add(standing.evaluation());
        }
        over = standing.over();
        saving = standing.saving();
        losses = 0;
        lossCount = 0;
    }

    private byte[] ownState() {
        ByteBuffer state = ByteBuffer.allocate(model.reductions.stateBytes() + update.ownBytes());
        model.reductions.save(state);
        update.saveOwn(state);
        return state.array();
    }

    private byte[] commonState() {
        ByteBuffer state = ByteBuffer.allocate(update.commonBytes());
        update.saveCommon(state);
        return state.array();
    }

    private void restore(Checkpoint from) {
        if (from.model().length != update.commonBytes()) {
            throw new DamagedCheckpointException("its model has " + from.model().length + " bytes");
        }
        update.restoreCommon(ByteBuffer.wrap(from.model()));
        Checkpoint.Worker mine = from.workers().get(rank);
        try {
            ByteBuffer state = ByteBuffer.wrap(mine.reductions());
            model.reductions.restore(state);
            if (state.remaining() != update.ownBytes()) {
                throw new DamagedCheckpointException("a state of worker " + rank + " does not end where it should");
            }
            update.restoreOwn(state);
        } catch (IllegalArgumentException | MalformedInputException | BufferUnderflowException e) {
            throw new DamagedCheckpointException("a state of worker " + rank + ": " + e.getMessage(), e);
        }
        sentBefore = mine.sent();
        receivedBefore = mine.received();
    }
}
