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
 *   in each epoch  all tell what they have; worker 0 evaluates and writes it down
 * </pre>
 */
final class TrainingWorker {
    private static final float[] NOTHING = {};

    private final Run run;
    private final Collective group;
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

    TrainingWorker(Run run, Collective group) {
        this.run = run;
        this.group = group;
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
        while (step < run.steps() && !run.exchange.over) {
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
            run.exchange.diverged = true;
            Arrays.fill(gradient, 0f);
        }
        losses += loss;
        lossCount++;
        if ((step + 1) % run.stepsPerEpoch == 0) {
            run.exchange.gradients[rank] = gradient.clone();
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
        Exchange exchange = run.exchange;
        exchange.losses[rank] = lossCount == 0 ? Double.NaN : losses / lossCount;
        exchange.sent[rank] = sentBefore + group.bitsSent();
        exchange.received[rank] = receivedBefore + group.bitsReceived();
        exchange.residuals[rank] = reductions.residualNorm();
        exchange.fingerprints[rank] = Arrays.hashCode(parameters);
        boolean saving = exchange.saving;
        if (saving) {
            ByteBuffer state = ByteBuffer.allocate(reductions.stateBytes());
            reductions.save(state);
            exchange.states[rank] = state.array();
        }
        losses = 0;
        lossCount = 0;
        Exchange.meet(group);
        if (rank == 0) {
            run.record(step, learner.test(parameters), CompressionError.of(exchange.gradients, gradient));
            if (saving) {
                run.save(false, model());
            }
            exchange.saving = run.savingIsDue();
            exchange.over = exchange.diverged;
        }
        Exchange.meet(group);
        exchange.gradients[rank] = NOTHING;
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
