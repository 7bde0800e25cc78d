package org.tersegrad.convergence.time.profiles;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.TimedLearner;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.time.Median;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * The profile of a model of this project, measured on this machine: layer by layer where its learner can tell, else as a whole, with a
 * forward pass of one third and all gradients at the end. Medians of some steps, of which the first are not counted. The optimizer
 * is taken to cost nothing.
 */
public final class MeasuredProfile {
    private static final int STEPS = 41;
    private static final int WARM = 20;
    private static final double NANOSECOND = 1e-9;

    private MeasuredProfile() {}

    /**
     * Measures.
     *
     * @param batch examples of a step; at most as many as the problem has
     */
    public static Profile of(Problem problem, int batch) {
        return of(problem, batch, System::nanoTime);
    }

    static Profile of(Problem problem, int batch, LongSupplier clock) {
        int count = Math.min(batch, problem.examples());
        Learner learner = problem.learner(count);
        float[] parameters = new float[problem.parameters()];
        problem.initialize(Seed.of(1), parameters);
        int[] examples = IntStream.range(0, count).toArray();
        float[] gradient = new float[parameters.length];
        List<TimedLearner.Times> steps = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            steps.add(
                    learner instanceof TimedLearner timed
                            ? timed.times(parameters, examples, 0, count, gradient, clock)
                            : whole(
                                    learner,
                                    parameters,
                                    examples,
                                    gradient,
                                    clock,
                                    problem.tensors().size()));
        }
        List<TimedLearner.Times> warm = steps.subList(WARM, STEPS);
        List<ProfileTensor> tensors = new ArrayList<>();
        for (ModelTensor tensor : problem.tensors()) {
            int index = tensors.size();
            double seconds =
                    seconds(warm.stream().mapToLong(each -> each.backward().get(index)));
            tensors.add(new ProfileTensor(tensor.name(), tensor.shape(), seconds));
        }
        double forward = seconds(warm.stream().mapToLong(TimedLearner.Times::forward));
        return new Profile(problem.name(), tensors, forward, 0);
    }

    private static TimedLearner.Times whole(
            Learner learner, float[] parameters, int[] examples, float[] gradient, LongSupplier clock, int tensors) {
        long start = clock.getAsLong();
        learner.gradient(parameters, examples, 0, examples.length, gradient);
        long passed = clock.getAsLong() - start;
        // The last tensor is the first in the order of the backward pass: with all of the time there, nothing is ready
        // before the end.
        List<Long> backward = IntStream.range(0, tensors)
                .mapToObj(tensor -> tensor == tensors - 1 ? passed - passed / 3 : 0L)
                .toList();
        return new TimedLearner.Times(passed / 3, backward);
    }

    private static double seconds(LongStream nanos) {
        return Math.max(0, Median.of(nanos.toArray())) * NANOSECOND;
    }
}
