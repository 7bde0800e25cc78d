package org.tersegrad.convergence.model.layers;

/**
 * The Gaussian error linear unit (D. Hendrycks, K. Gimpel, 2016) in its usual approximation:
 *
 * <pre>
 *   t = tanh(k (x + 0.044715 x^3)), k = sqrt(2 / pi)        y = x (1 + t) / 2
 *   dy/dx = (1 + t) / 2 + x (1 - t^2) k (1 + 0.134145 x^2) / 2
 * </pre>
 */
public final class Gelu implements Layer {
    private static final double K = 0.7978845608028654;
    private static final double CUBE = 0.044715;

    /** Numbers between two passes: few enough for the first-level cache. */
    private static final int BLOCK = 512;

    private final int features;
    private final double[] powers = new double[BLOCK];
    /** The derivative at each input of the last forward pass: the tangent is computed once. */
    private final float[] slopes;

    /** A layer that has as many outputs as inputs, with memory for a number of columns. */
    public Gelu(int features, int columns) {
        this.features = features;
        this.slopes = new float[Math.multiplyExact(features, columns)];
    }

    @Override
    public int outputs() {
        return features;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        for (int from = 0; from < features * count; from += BLOCK) {
            forward(input, from, Math.min(BLOCK, features * count - from), output);
        }
    }

    /** With {@code tanh u = 1 - 2 / (exp(2 u) + 1)}. */
    private void forward(float[] input, int from, int count, float[] output) {
        for (int i = 0; i < count; i++) {
            double x = input[from + i];
            powers[i] = 2 * K * x * (1 + CUBE * (x * x));
        }
        Exponential.replace(powers, count);
        for (int i = 0; i < count; i++) {
            double x = input[from + i];
            double t = 1 - 2 / (powers[i] + 1);
            double half = 0.5 * (1 + t);
            output[from + i] = (float) (x * half);
            slopes[from + i] = (float) (half + 0.5 * x * (1 - t * t) * K * (1 + 3 * CUBE * (x * x)));
        }
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
        for (int i = 0; i < inputGradient.length && i < features * count; i++) {
            inputGradient[i] = outputGradient[i] * slopes[i];
        }
    }
}
