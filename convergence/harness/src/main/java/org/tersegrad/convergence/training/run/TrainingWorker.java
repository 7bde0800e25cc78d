package org.tersegrad.convergence.training.run;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.checkpoints.Checkpoint;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.convergence.training.clock.GroupClock;
import org.tersegrad.convergence.training.clock.RunClock;
import org.tersegrad.reducers.Collective;

/**
 * One worker of a run, with a model of its own.
 *
 * <pre>
 *   in each step   gradient of a batch; a {@link ModelUpdate} applies it
 *   in each epoch  all tell worker 0 what they have, which evaluates and tells all
 * </pre>
 */
final class TrainingWorker {
    private final Run run;
    private final Meeting meeting;
    private final List<Evaluation> evaluations;
    private final int rank;
    private final BatchGradients gradients;
    private final WorkerModel model;
    private final ModelUpdate update;
    private final Batches batches;
    /** The bits of each step since the last evaluation; empty if the run has no clock. */
    private final long[] sentInSteps;
    /** The clock of all workers, which worker 0 reads. */
    private final Optional<GroupClock> clock;

    private long sentBefore;
    private long receivedBefore;
    private boolean over;
    private boolean saving;

    /** @param evaluations modified: gets one after the other */
    TrainingWorker(Run run, Collective group, List<Evaluation> evaluations) {
        this.run = run;
        this.evaluations = evaluations;
        meeting = new Meeting(group);
        rank = group.rank();
        gradients = new BatchGradients(run);
        model = new WorkerModel(run, group);
        meeting.uncounted(model.reductions::agree);
        update = ModelUpdate.of(run, model, group);
        batches = run.batches(rank);
        sentInSteps = new long[run.durations.isPresent() ? run.stepsPerEpoch : 0];
        clock = run.durations.map(durations -> GroupClock.of(
                durations, run.settings, run.stepsPerEpoch, run.seed.fork(Run.TIMES), run.seed.fork(Run.GOSSIP)));
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
                step(step++);
            }
            evaluate(step);
        }
    }

    private void step(int step) {
        gradients.compute(model.parameters, batches.of(step), model.gradient);
        long sent = meeting.bitsSent();
        update.step(step, run.rate(step));
        if (sentInSteps.length > 0) {
            sentInSteps[step % sentInSteps.length] = meeting.bitsSent() - sent;
        }
    }

    private void evaluate(int step) {
        boolean diverged = gradients.diverged() || !WorkerModel.isFinite(model.parameters);
        update.meet(meeting);
        WorkerReport mine = new WorkerReport(
                gradients.meanLoss(),
                sentBefore + meeting.bitsSent(),
                receivedBefore + meeting.bitsReceived(),
                sentInSteps,
                model.reductions.residualNorm(),
                update.distance(),
                Arrays.hashCode(update.agreed()),
                diverged,
                update.given(),
                saving ? ownState() : new byte[0]);
        // States are saved by threads of one process only, where nothing has to be allocated.
        int mostBytes =
                saving ? Integer.MAX_VALUE : WorkerReport.mostBytes(model.parameters.length, sentInSteps.length);
        ByteBuffer answer = meeting.hold(mine, mostBytes, reports -> {
            Standing standing = run.evaluate(
                    step, virtualSeconds(step, reports), reports, gradients.test(update.agreed()), update.reduced());
            evaluations.add(standing.evaluation());
            run.announce(standing);
            if (saving) {
                run.save(commonState(), reports);
            }
            return standing.toBytes();
        });
        Standing standing = Standing.read(answer, run);
        if (rank != 0) {
            evaluations.add(standing.evaluation());
        }
        over = standing.over();
        saving = standing.saving();
        gradients.forget();
    }

    /** The time after a step, which ends an epoch or is before the first one; NaN without a clock. */
    private double virtualSeconds(int step, List<WorkerReport> reports) {
        if (clock.isEmpty()) {
            return Double.NaN;
        }
        for (int past = Math.max(0, step - run.stepsPerEpoch); past < step; past++) {
            int place = past % run.stepsPerEpoch;
            clock.get()
                    .step(
                            past,
                            reports.stream()
                                    .mapToLong(report -> report.steps()[place])
                                    .toArray());
        }
        return clock.get().now();
    }

    private byte[] ownState() {
        ByteBuffer state = ByteBuffer.allocate(update.ownBytes());
        update.saveOwn(state);
        return state.array();
    }

    private byte[] commonState() {
        ByteBuffer state = ByteBuffer.allocate(commonBytes());
        update.saveCommon(state);
        clock.ifPresent(each -> each.save(state));
        return state.array();
    }

    private int commonBytes() {
        return update.commonBytes() + clock.map(RunClock::bytes).orElse(0);
    }

    private void restore(Checkpoint from) {
        if (from.model().length != commonBytes()) {
            throw new DamagedCheckpointException("its model has " + from.model().length + " bytes");
        }
        ByteBuffer common = ByteBuffer.wrap(from.model());
        update.restoreCommon(common);
        clock.ifPresent(each -> each.restore(common));
        Checkpoint.Worker mine = from.workers().get(rank);
        try {
            ByteBuffer state = ByteBuffer.wrap(mine.reductions());
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
