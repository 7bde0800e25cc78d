package org.tersegrad.convergence.time;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The compute time of one worker in a step of training, and the gradients that it produces on the way.
 *
 * @param name of the model
 * @param tensors in the order of the forward pass; their gradients come in the opposite order
 * @param forwardSeconds of the whole forward pass, not negative
 * @param optimizerSeconds from the averaged gradients to new parameters, not negative
 */
public record Profile(String name, List<ProfileTensor> tensors, double forwardSeconds, double optimizerSeconds) {
    public Profile {
        tensors = List.copyOf(tensors);
        if (tensors.isEmpty()) {
            throw new IllegalArgumentException("profile " + name + ": at least one tensor");
        }
        requireSeconds(name, "forward", forwardSeconds);
        requireSeconds(name, "optimizer", optimizerSeconds);
    }

    /** A profile of tensors whose parts of all passes are known. */
    public Profile(String name, List<ProfileTensor> tensors) {
        this(name, tensors, sum(tensors, ProfileTensor::forwardSeconds), sum(tensors, ProfileTensor::optimizerSeconds));
    }

    private static void requireSeconds(String name, String what, double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("profile " + name + ": " + what + " takes 0 s or more, not " + seconds);
        }
    }

    /** The tensors in the order in which their gradients come. */
    public List<ProfileTensor> backwardOrder() {
        List<ProfileTensor> reversed = new ArrayList<>(tensors);
        Collections.reverse(reversed);
        return reversed;
    }

    /** Time of the whole backward pass. */
    public double backwardSeconds() {
        return sum(tensors, ProfileTensor::backwardSeconds);
    }

    /** The forward pass of each tensor: its own time, or if none has one, a share like that of its backward pass. */
    public double[] forwardSecondsByTensor() {
        return shares(forwardSeconds, List.of(ProfileTensor::forwardSeconds, ProfileTensor::backwardSeconds));
    }

    /** The optimizer of each tensor: its own time, or if none has one, a share like that of its elements. */
    public double[] optimizerSecondsByTensor() {
        return shares(optimizerSeconds, List.of(ProfileTensor::optimizerSeconds));
    }

    /** Shared out by the first measure that is not 0 for all tensors, at last by elements. */
    private double[] shares(double whole, List<ToDoubleFunction<ProfileTensor>> measures) {
        ToDoubleFunction<ProfileTensor> measure = measures.stream()
                .filter(each -> sum(tensors, each) > 0)
                .findFirst()
                .orElse(ProfileTensor::elements);
        double all = sum(tensors, measure);
        return tensors.stream()
                .mapToDouble(tensor -> whole * measure.applyAsDouble(tensor) / all)
                .toArray();
    }

    private static double sum(List<ProfileTensor> tensors, ToDoubleFunction<ProfileTensor> measure) {
        return tensors.stream().mapToDouble(measure).sum();
    }

    /** Time of a step on one worker alone. */
    public double computeSeconds() {
        return forwardSeconds + backwardSeconds() + optimizerSeconds;
    }

    /** The same with more time after the exchange, as an optimizer takes it. */
    public Profile withExtra(double seconds) {
        return seconds == 0 ? this : new Profile(name, tensors, forwardSeconds, optimizerSeconds + seconds);
    }

    /** Number of elements of all tensors. */
    public long elements() {
        return tensors.stream().mapToLong(ProfileTensor::elements).sum();
    }

    /** The bytes of all gradients as 32-bit floats. */
    public long bytes() {
        return Float.BYTES * elements();
    }

    /** Number of layers with parameters. */
    public int modules() {
        return (int) tensors.stream().map(ProfileTensor::module).distinct().count();
    }
}
