package org.tersegrad.convergence.training;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.ModelTensor;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * One worker of a run, with a model of its own.
 *
 * <pre>
 *   in each step   gradient of a batch; average each tensor over the group; optimizer step
 *   in each epoch  all tell worker 0 what they have, which evaluates and tells all
 * </pre>
 */
final class TrainingWorker {
    private static final float[] NOTHING = {};

    private final Run run;
    private final Meeting meeting;
    private final List<Evaluation> evaluations;
    private final int rank;
    private final List<ModelTensor> tensors;
    private final Learner learner;
    private final float[] parameters;
    private final float[] gradient;
    private final ModelReduction reductions;
    private final Optimizer.State optimizer;
    private final float[] momentum;
    private final FloatSlice[] parameterSlices;
    private final FloatSlice[] gradientSlices;
    private final Batches batches;
    private long sentBefore;
    private long receivedBefore;
    private double losses;
    private int lossCount;
    private boolean diverged;
    private boolean over;
    private boolean saving;

    /** What this worker gave to the last reduction before an evaluation; empty before the first step. */
    private float[] given = NOTHING;

    /** @param evaluations modified: gets one after the other */
    TrainingWorker(Run run, Collective group, List<Evaluation> evaluations) {
        this.run = run;
        this.evaluations = evaluations;
        meeting = new Meeting(group);
        rank = group.rank();
        Settings settings = run.settings;
        tensors = run.problem.tensors();
        learner = run.problem.learner(settings.batch());
        parameters = new float[run.problem.parameters()];
        gradient = new float[parameters.length];
        run.problem.initialize(run.seed.fork(Run.START), parameters);
        List<NamedTensor> named = run.problem.namedTensors();
        reductions = new ModelReduction(run.contestant.policy(), named, run.seed.fork(Run.REDUCTIONS), group);
        optimizer = settings.optimizer().state(parameters.length, settings.weightDecay(), settings.nesterov());
        momentum = new float[tensors.size()];
        parameterSlices = new FloatSlice[tensors.size()];
        gradientSlices = new FloatSlice[tensors.size()];
        for (int i = 0; i < tensors.size(); i++) {
            momentum[i] = reductions.reducer(i).keepsMomentum() ? 0f : settings.momentum();
            parameterSlices[i] = tensors.get(i).of(parameters);
            gradientSlices[i] = tensors.get(i).of(gradient);
        }
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
        double loss = learner.gradient(parameters, batches.of(step), 0, batch, gradient);
        if (!Double.isFinite(loss) || !isFinite(gradient)) {
            // The others cannot know, and wait for a gradient: it ends for all at the next evaluation.
            diverged = true;
            Arrays.fill(gradient, 0f);
        }
        losses += loss;
        lossCount++;
        if ((step + 1) % run.stepsPerEpoch == 0) {
            given = gradient.clone();
        }
        average();
        float rate = run.rate(step);
        for (int i = 0; i < gradientSlices.length; i++) {
            optimizer.step(parameterSlices[i], gradient, rate, momentum[i], step + 1);
        }
    }

    private void average() {
        try {
            for (int i = gradientSlices.length - 1; i >= 0; i--) {
                reductions.begin(i, gradientSlices[i]);
            }
            reductions.finish();
        } catch (IllegalArgumentException e) { // a sum over the workers may overflow
            throw new DivergedException(e);
        }
    }

    private static boolean isFinite(float[] values) {
        float zero = 0;
        for (float value : values) {
            zero += value * 0f;
        }
        return zero == 0;
    }

    private void evaluate(int step) {
        WorkerReport mine = new WorkerReport(
                lossCount == 0 ? Double.NaN : losses / lossCount,
                sentBefore + meeting.bitsSent(),
                receivedBefore + meeting.bitsReceived(),
                reductions.residualNorm(),
                Arrays.hashCode(parameters),
                diverged,
                given,
                saving ? state() : new byte[0]);
        ByteBuffer answer = meeting.hold(mine, reports -> {
            Standing standing = run.evaluate(step, reports, learner.test(parameters), gradient);
            evaluations.add(standing.evaluation());
            run.announce(standing);
            if (saving) {
                run.save(model(), reports);
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
        given = NOTHING;
    }

    private byte[] state() {
        ByteBuffer state = ByteBuffer.allocate(reductions.stateBytes());
        reductions.save(state);
        return state.array();
    }

    private byte[] model() {
        ByteBuffer model = ByteBuffer.allocate(Float.BYTES * parameters.length + optimizer.bytes());
        model.asFloatBuffer().put(parameters);
        optimizer.save(model.position(Float.BYTES * parameters.length));
        return model.array();
    }

    private void restore(Checkpoint from) {
        if (from.model().length != Float.BYTES * parameters.length + optimizer.bytes()) {
            throw new DamagedCheckpointException("its model has " + from.model().length + " bytes");
        }
        ByteBuffer model = ByteBuffer.wrap(from.model());
        model.asFloatBuffer().get(parameters);
        if (!isFinite(parameters)) {
            throw new DamagedCheckpointException("its model has a parameter that is NaN or infinite");
        }
        optimizer.restore(model.position(Float.BYTES * parameters.length));
        Checkpoint.Worker mine = from.workers().get(rank);
        try {
            ByteBuffer state = ByteBuffer.wrap(mine.reductions());
            reductions.restore(state);
            if (state.hasRemaining()) {
                throw new DamagedCheckpointException("a state of worker " + rank + " goes on after its end");
            }
        } catch (IllegalArgumentException | MalformedInputException | BufferUnderflowException e) {
            throw new DamagedCheckpointException("a state of worker " + rank + ": " + e.getMessage(), e);
        }
        sentBefore = mine.sent();
        receivedBefore = mine.received();
    }
}
