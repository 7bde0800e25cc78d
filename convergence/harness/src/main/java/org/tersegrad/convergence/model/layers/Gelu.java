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

    private final int features;
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
        for (int i = 0; i < features * count; i++) {
            double x = input[i];
            double square = x * x;
            double t = Exponential.tanh(K * x * (1 + CUBE * square));
            double half = 0.5 * (1 + t);
            output[i] = (float) (x * half);
            slopes[i] = (float) (half + 0.5 * x * (1 - t * t) * K * (1 + 3 * CUBE * square));
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
