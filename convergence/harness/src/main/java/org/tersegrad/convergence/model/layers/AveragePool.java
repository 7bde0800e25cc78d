package org.tersegrad.convergence.model.layers;

/** The mean of each channel over all its pixels, summed in double, first to last. */
public final class AveragePool implements Layer {
    private final int channels;
    private final int pixels;

    /** A layer for images of one size. */
    public AveragePool(int channels, int pixels) {
        this.channels = channels;
        this.pixels = pixels;
    }

    @Override
    public int outputs() {
        return channels;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        for (int i = 0; i < channels * count; i++) {
            int from = i / count * pixels * count + i % count;
            double sum = 0;
            for (int p = 0; p < pixels; p++) {
                sum += input[from + p * count];
            }
            output[i] = (float) (sum / pixels);
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
        if (inputGradient.length == 0) {
            return;
        }
        float share = 1f / pixels;
        for (int row = 0; row < channels * pixels; row++) {
            for (int e = 0; e < count; e++) {
                inputGradient[row * count + e] = outputGradient[row / pixels * count + e] * share;
            }
        }
    }
}
