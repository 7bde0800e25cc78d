package org.tersegrad.convergence.time.recorded;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.training.Optimizer;

/** The computation of one worker between two exchanges, to be timed: a gradient, and the step of the optimizer. */
public final class WorkerSteps implements Stopwatch.Subject {
    private static final float RATE = 1e-3f;
    private static final float MOMENTUM = 0.9f;

    private final LongSupplier clock;
    private final Learner learner;
    private final List<ModelTensor> tensors;
    private final Optimizer.State optimizer;
    private final float[] parameters;
    private final float[] model;
    private final float[] gradient;
    private final int[] examples;
    private int steps;

    /**
     * @param batch examples of a gradient
     * @param clock CPU time of the current thread, in nanoseconds
     */
    public WorkerSteps(Problem problem, int batch, Optimizer optimizer, LongSupplier clock) {
        this.clock = clock;
        learner = problem.learner(batch);
        tensors = problem.tensors();
        this.optimizer = optimizer.state(tensors, 0f, false);
        parameters = new float[problem.parameters()];
        problem.initialize(Seed.of(1), parameters);
        model = parameters.clone();
        gradient = new float[parameters.length];
        examples = IntStream.range(0, batch)
                .map(example -> example % problem.examples())
                .toArray();
    }

    @Override
    public Stopwatch.Nanos step() {
        long start = clock.getAsLong();
        double unused = learner.gradient(parameters, examples, 0, examples.length, gradient);
        long computed = clock.getAsLong();
        steps++;
        for (ModelTensor tensor : tensors) {
            optimizer.step(tensor, model, gradient, RATE, MOMENTUM, steps);
        }
        return new Stopwatch.Nanos(computed - start, clock.getAsLong() - computed);
    }

    @Override
    public int elements() {
        return parameters.length;
    }

    @Override
    public Object family() {
        return this;
    }
}
