package org.tersegrad.convergence.time.recorded;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.ModelTensor;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Score;

/**
 * A problem that notes how long its gradients take while somebody trains on it. Only what a worker itself computes counts, since many
 * workers share few cores. It trains as the problem does that it wraps, bit for bit.
 */
public final class TimedProblem implements Problem {
    private static final int FEW = 20;

    private final Problem problem;
    private final LongSupplier clock = new ThreadClock();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder gradients = new LongAdder();

    /** Wraps a problem. */
    public TimedProblem(Problem problem) {
        this.problem = problem;
    }

    /**
     * The mean over all gradients so far. If there was none, as after training that had been finished before, some are computed now.
     *
     * @param batch examples of a gradient
     */
    public double secondsPerGradient(int batch) {
        if (gradients.sum() == 0) {
            float[] parameters = new float[parameters()];
            initialize(Seed.of(1), parameters);
            Learner learner = learner(batch);
            for (int i = 0; i < FEW; i++) {
                learner.gradient(parameters, new int[batch], 0, batch, new float[parameters.length]);
            }
        }
        return nanos.sum() * 1e-9 / gradients.sum();
    }

    @Override
    public Learner learner(int batch) {
        Learner learner = problem.learner(batch);
        return new Learner() {
            @Override
            public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
                long start = clock.getAsLong();
                double loss = learner.gradient(parameters, examples, from, count, gradient);
                nanos.add(clock.getAsLong() - start);
                gradients.increment();
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
