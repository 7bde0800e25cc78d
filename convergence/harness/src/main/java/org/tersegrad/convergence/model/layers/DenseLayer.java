package org.tersegrad.convergence.model.layers;

import java.util.Arrays;
import java.util.Optional;

/** All to all: {@code output = bias + weights * input}, or without a bias. */
public final class DenseLayer implements Layer {
    private final MatrixProduct product;
    private final int inputs;
    private final int outputs;
    private final int weights;
    private final Bias bias;

    /** A layer of the size of its weights. */
    public DenseLayer(MatrixProduct product, ModelTensor weights, ModelTensor bias) {
        this(product, weights, Optional.of(bias));
    }

    /** A layer of the size of its weights, with a bias or without. */
    public DenseLayer(MatrixProduct product, ModelTensor weights, Optional<ModelTensor> bias) {
        this.product = product;
        this.inputs = weights.shape().columns();
        this.outputs = weights.shape().rows();
        this.weights = weights.offset();
        this.bias = new Bias(bias, outputs);
    }

    /** Weights, and the bias if there is one. */
    @Override
    public int tensors() {
        return 1 + bias.tensors();
    }

    @Override
    public int outputs() {
        return outputs;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        bias.spread(parameters, count, output, 0);
        product.add(outputs, inputs, count, parameters, weights, input, 0, output, 0);
    }

    @Override
    public void backward(
            float[] parameters,
            float[] input,
            float[] output,
            int count,
            float[] outputGradient,
            float[] inputGradient,
            float[] gradient) {
        bias.addSums(outputGradient, 0, count, gradient);
        product.addRightTransposed(outputs, count, inputs, outputGradient, 0, input, 0, gradient, weights);
        if (inputGradient.length > 0) {
            Arrays.fill(inputGradient, 0, inputs * count, 0f);
            product.addLeftTransposed(inputs, outputs, count, parameters, weights, outputGradient, 0, inputGradient, 0);
        }
    }
}
