package org.tersegrad.convergence.model.layers;

import java.util.Arrays;

/** All to all: {@code output = bias + weights * input}. */
public final class DenseLayer implements Layer {
    private final MatrixProduct product;
    private final int inputs;
    private final int outputs;
    private final int weights;
    private final int bias;

    /** A layer of the size of its weights. */
    public DenseLayer(MatrixProduct product, ModelTensor weights, ModelTensor bias) {
        this.product = product;
        this.inputs = weights.shape().columns();
        this.outputs = weights.shape().rows();
        this.weights = weights.offset();
        this.bias = bias.offset();
    }

    /** Weights and bias. */
    @Override
    public int tensors() {
        return 2;
    }

    @Override
    public int outputs() {
        return outputs;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        Bias.spread(parameters, bias, outputs, count, output, 0);
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
        Bias.addSums(outputGradient, 0, outputs, count, gradient, bias);
        product.addRightTransposed(outputs, count, inputs, outputGradient, 0, input, 0, gradient, weights);
        if (inputGradient.length > 0) {
            Arrays.fill(inputGradient, 0, inputs * count, 0f);
            product.addLeftTransposed(inputs, outputs, count, parameters, weights, outputGradient, 0, inputGradient, 0);
        }
    }
}
