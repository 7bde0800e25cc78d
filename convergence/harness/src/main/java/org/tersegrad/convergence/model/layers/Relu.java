package org.tersegrad.convergence.model.layers;

/** Rectifier: positive values pass, the rest is 0. */
public final class Relu implements Layer {
    private final int features;

    /** A layer that has as many outputs as inputs. */
    public Relu(int features) {
        this.features = features;
    }

    @Override
    public int outputs() {
        return features;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        for (int i = 0; i < features * count; i++) {
            output[i] = Math.max(input[i], 0f);
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
            // All ones where the output is above 0, by its sign: a branch would be wrong half of the time.
            int mask = -Float.floatToRawIntBits(output[i]) >> 31;
            inputGradient[i] = Float.intBitsToFloat(Float.floatToRawIntBits(outputGradient[i]) & mask);
        }
    }
}
