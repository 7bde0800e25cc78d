package org.tersegrad.convergence.time.recorded;

import java.util.List;
import java.util.function.LongSupplier;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.model.layers.ModelTensor;

/**
 * A problem that records the time of its gradients during training. Only what a worker itself computes counts, since many workers
 * share few cores. It trains as the problem does that it wraps, bit for bit.
 */
public final class TimedProblem implements Problem {
    /** Gradients after which there is a mean. The first rows are those of code that is not compiled yet. */
    private static final int ROW = 64;

    private final Problem problem;
    private final LongSupplier clock = new ThreadClock();

    /** Time of the gradients since the last {@link #ROW} were complete. */
    private long nanos;

    private int gradients;
    /** The mean of the fastest row so far. */
    private double fastest = Double.POSITIVE_INFINITY;

    /** Wraps a problem. */
    public TimedProblem(Problem problem) {
        this.problem = problem;
    }

    /**
     * The mean over the fastest gradients in a row. If there were not enough, as after training that had been finished before, some are
     * computed now.
     *
     * @param batch examples of a gradient
     */
    public synchronized double secondsPerGradient(int batch) {
        if (fastest == Double.POSITIVE_INFINITY) {
            float[] parameters = new float[parameters()];
            initialize(Seed.of(1), parameters);
            Learner learner = learner(batch);
            for (int i = 0; i < ROW; i++) {
                learner.gradient(parameters, new int[batch], 0, batch, new float[parameters.length]);
            }
        }
        return fastest;
    }

    private synchronized void note(long duration) {
        nanos += duration;
        gradients++;
        if (gradients == ROW) {
            fastest = Math.min(fastest, nanos * 1e-9 / ROW);
            nanos = 0;
            gradients = 0;
        }
    }

    @Override
    public Learner learner(int batch) {
        Learner learner = problem.learner(batch);
        return new Learner() {
            @Override
            public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
                long start = clock.getAsLong();
                double loss = learner.gradient(parameters, examples, from, count, gradient);
                note(clock.getAsLong() - start);
                return loss;
            }

            @Override
            public Score test(float[] parameters) {
                return learner.test(parameters);
            }
        };
    }

    @Override
    public String name() {
        return problem.name();
    }

    @Override
    public String contentHash() {
        return problem.contentHash();
    }

    @Override
    public List<ModelTensor> tensors() {
        return problem.tensors();
    }

    @Override
    public int examples() {
        return problem.examples();
    }

    @Override
    public int classes() {
        return problem.classes();
    }

    @Override
    public int label(int example) {
        return problem.label(example);
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        problem.initialize(seed, parameters);
    }
}
