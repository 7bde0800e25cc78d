package org.tersegrad.convergence.time.traces;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Median;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * The times of a step in a trace. Gradients are in the order in which they come.
 *
 * @param forwardSeconds of the forward pass
 * @param backwardSeconds from one gradient to the next
 * @param optimizerSeconds of the optimizer
 * @param dimensions of each gradient; empty if the trace was recorded without shapes
 */
public record TracedStep(
        double forwardSeconds, List<Double> backwardSeconds, double optimizerSeconds, List<List<Integer>> dimensions) {
    public TracedStep {
        backwardSeconds = List.copyOf(backwardSeconds);
        dimensions = List.copyOf(dimensions);
    }

    /** The medians of some steps. */
    static TracedStep median(String name, List<TracedStep> steps) {
        int gradients = steps.get(0).backwardSeconds.size();
        for (TracedStep each : steps) {
            if (each.backwardSeconds.size() != gradients) {
                throw new IllegalArgumentException(name + ": a step has " + gradients + " gradients and another "
                        + each.backwardSeconds.size() + "; record steps that are alike");
            }
        }
        List<Double> backward = new ArrayList<>();
        for (int i = 0; i < gradients; i++) {
            int gradient = i;
            backward.add(Median.of(steps.stream().mapToDouble(step -> step.backwardSeconds.get(gradient))));
        }
        return new TracedStep(
                Median.of(steps.stream().mapToDouble(TracedStep::forwardSeconds)),
                backward,
                Median.of(steps.stream().mapToDouble(TracedStep::optimizerSeconds)),
                steps.get(0).dimensions);
    }

    /**
     * The step as a profile.
     *
     * @param parameters in the order of the forward pass; if there are none, the dimensions in the trace count
     * @throws IllegalArgumentException if there are neither
     */
    public Profile profile(String name, List<ProfileTensor> parameters) {
        int count = backwardSeconds.size();
        if (!parameters.isEmpty() && parameters.size() != count) {
            throw new IllegalArgumentException(
                    name + " has " + count + " gradients, and the list of parameters has " + parameters.size());
        }
        List<ProfileTensor> tensors = new ArrayList<>();
        for (int i = count - 1; i >= 0; i--) { // the last gradient is the first in the forward pass
            int forward = count - 1 - i;
            tensors.add(
                    parameters.isEmpty()
                            ? new ProfileTensor("p" + forward, shape(name, i), backwardSeconds.get(i))
                            : new ProfileTensor(
                                    parameters.get(forward).name(),
                                    parameters.get(forward).shape(),
                                    backwardSeconds.get(i)));
        }
        return new Profile(name, tensors, forwardSeconds, optimizerSeconds);
    }

    private Shape shape(String name, int gradient) {
        List<Integer> sizes = dimensions.get(gradient);
        if (sizes.isEmpty()) {
            throw new IllegalArgumentException(name + " does not say how large gradient " + (gradient + 1)
                    + " is; record with record_shapes=True, or give a table of parameters with the columns tensor and"
                    + " elements, as in " + name + ",parameters=parameters.csv");
        }
        int rest = sizes.stream().skip(1).reduce(1, Math::multiplyExact);
        return sizes.size() == 1 ? Shape.vector(sizes.get(0)) : new Shape(sizes.get(0), rest);
    }
}
