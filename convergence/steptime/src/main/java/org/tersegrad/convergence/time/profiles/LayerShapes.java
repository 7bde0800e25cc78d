package org.tersegrad.convergence.time.profiles;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * Makes a profile of a model's layers from their shapes alone.
 *
 * <p>The backward pass through a layer takes time in proportion to its floating-point operations: twice those of the forward pass, one
 * product for the gradient of the weights and one for that of the input. A normalisation has few operations and waits for memory: it
 * moves three floats an activation, and a byte takes as long as 22 operations. In the end all of it is scaled to two thirds of a
 * step, and the forward pass is the other third.
 */
final class LayerShapes {
    private static final double BYTES_PER_ACTIVATION = 3.0 * Float.BYTES;
    private static final double OPERATIONS_PER_BYTE = 22;

    private final List<ProfileTensor> tensors = new ArrayList<>();

    /** A convolution without bias: out filters of kernel x kernel on {@code channels} channels, with side x side outputs. */
    void convolution(String name, int channels, int filters, int kernel, int side) {
        int taps = channels * kernel * kernel;
        add(name + ".weight", new Shape(filters, taps), 4.0 * taps * filters * side * side);
    }

    /** Scale and shift of each feature, for the activations of one example. */
    void normalization(String name, int features, double activations) {
        add(name + ".weight", Shape.vector(features), 0);
        add(name + ".bias", Shape.vector(features), activations * BYTES_PER_ACTIVATION * OPERATIONS_PER_BYTE);
    }

    /**
     * A layer from all to all.
     *
     * @param times how often an example goes through it, as many tokens as it has
     */
    void linear(String name, int inputs, int outputs, double times) {
        linear(name, inputs, outputs, times, 0);
    }

    /** The same with other operations that lie between it and the layer behind it and have no parameters. */
    void linear(String name, int inputs, int outputs, double times, double others) {
        add(name + ".weight", new Shape(outputs, inputs), 0);
        add(name + ".bias", Shape.vector(outputs), 4.0 * inputs * outputs * times + others);
    }

    /**
     * A single tensor.
     *
     * @param operations of the backward pass from the gradient before to this one. Where a layer has more than one tensor, the last
     *     one has them all: its gradient is the first, and all are there when the layer is done
     */
    void add(String name, Shape shape, double operations) {
        tensors.add(new ProfileTensor(name, shape, operations));
    }

    /** All layers, in a step of {@code stepSeconds} seconds. */
    Profile profile(String name, double stepSeconds) {
        double operations =
                tensors.stream().mapToDouble(ProfileTensor::backwardSeconds).sum();
        double scale = 2 * stepSeconds / 3 / operations;
        List<ProfileTensor> scaled = tensors.stream()
                .map(each -> new ProfileTensor(each.name(), each.shape(), each.backwardSeconds() * scale))
                .toList();
        return new Profile(name, scaled, stepSeconds / 3, 0);
    }
}
