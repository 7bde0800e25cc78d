package org.tersegrad.convergence.model.layers;

import java.util.Arrays;

/**
 * Normalizes each column by its own mean and variance (J. Ba et al., "Layer Normalization", 2016), with a learned scale for each
 * feature.
 *
 * <pre>
 *   n  = (x - mean) / sqrt(variance + 1e-5)     y = scale n
 *   dn = scale dy                               dx = (dn - mean(dn) - n mean(dn n)) / sqrt(variance + 1e-5)
 * </pre>
 *
 * <p>Sums are in double, first to last, and rounded to float once. Vectors of the machine run over columns.
 */
public final class LayerNorm implements Layer {
    /** Added to a variance, so that a constant column is no division by 0. */
    static final double EPSILON = 1e-5;

    private final int features;
    private final int scale;
    private final double[] sums;
    private final double[] products;
    private final float[] means;
    private final float[] inverses;
    private final float[] gradientMeans;
    private final float[] productMeans;

    /** A layer with memory for a number of columns. */
    public LayerNorm(ModelTensor scale, int columns) {
        this.features = scale.shape().size();
        this.scale = scale.offset();
        this.sums = new double[columns];
        this.products = new double[columns];
        this.means = new float[columns];
        this.inverses = new float[columns];
        this.gradientMeans = new float[columns];
        this.productMeans = new float[columns];
    }

    /** The scale. */
    @Override
    public int tensors() {
        return 1;
    }

    @Override
    public int outputs() {
        return features;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        Arrays.fill(sums, 0, count, 0);
        Arrays.fill(products, 0, count, 0);
        for (int i = 0; i < features; i++) {
            for (int e = 0; e < count; e++) {
                sums[e] += input[i * count + e];
            }
        }
        for (int e = 0; e < count; e++) {
            sums[e] /= features;
            means[e] = (float) sums[e];
        }
        for (int i = 0; i < features; i++) {
            for (int e = 0; e < count; e++) {
                double away = input[i * count + e] - sums[e];
                products[e] += away * away;
            }
        }
        for (int e = 0; e < count; e++) {
            inverses[e] = (float) (1 / Math.sqrt(products[e] / features + EPSILON));
        }
        for (int i = 0; i < features; i++) {
            float factor = parameters[scale + i];
            for (int e = 0; e < count; e++) {
                output[i * count + e] = (input[i * count + e] - means[e]) * inverses[e] * factor;
            }
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
        Arrays.fill(sums, 0, count, 0);
        Arrays.fill(products, 0, count, 0);
        for (int i = 0; i < features; i++) {
            int row = i * count;
            float factor = parameters[scale + i];
            double sum = 0;
            for (int e = 0; e < count; e++) {
                float normal = (input[row + e] - means[e]) * inverses[e];
                sum += outputGradient[row + e] * normal;
            }
            gradient[scale + i] += (float) sum;
            for (int e = 0; e < count; e++) {
                float normal = (input[row + e] - means[e]) * inverses[e];
                float passed = outputGradient[row + e] * factor;
                sums[e] += passed;
                products[e] += passed * normal;
            }
        }
        if (inputGradient.length == 0) {
            return;
        }
        for (int e = 0; e < count; e++) {
            gradientMeans[e] = (float) (sums[e] / features);
            productMeans[e] = (float) (products[e] / features);
        }
        for (int i = 0; i < features; i++) {
            int row = i * count;
            float factor = parameters[scale + i];
            for (int e = 0; e < count; e++) {
                float normal = (input[row + e] - means[e]) * inverses[e];
                float passed = outputGradient[row + e] * factor;
                inputGradient[row + e] = (passed - gradientMeans[e] - normal * productMeans[e]) * inverses[e];
            }
        }
    }
}
