package org.tersegrad.convergence.model.layers;

import java.util.Arrays;

/**
 * A connection around some layers (K. He et al., 2015): {@code output = layers(input) + shortcut(input)}. {@link #start} goes before
 * them, {@link #end} after them, so that a network stays a list of layers.
 *
 * <p>The shortcut is the input itself; around layers that halve images it is every second pixel from the first on, with channels of
 * zeros after the old ones (the paper's option A: no parameters).
 */
public final class Residual {
    private final int inputs;
    private final int outputs;
    private final int width;
    private final int height;
    private final int stride;
    /** Values of the shortcut; after the end's backward pass their gradient. */
    private final float[] carried;

    /** Around layers with as many outputs as inputs, with memory for a number of columns. */
    public Residual(int features, int columns) {
        this(features, features, 1, 1, 1, columns);
    }

    /**
     * Around layers that change images.
     *
     * @param channels before
     * @param filters channels after, not fewer
     * @param width of an image before
     * @param height of an image before
     * @param stride 2 if the layers halve images, else 1
     */
    public Residual(int channels, int filters, int width, int height, int stride, int batch) {
        this.inputs = channels * width * height;
        this.outputs = filters * Convolution.outputs(width, stride) * Convolution.outputs(height, stride);
        this.width = width;
        this.height = height;
        this.stride = stride;
        this.carried = new float[Math.multiplyExact(outputs, batch)];
    }

    /** Passes its input on, to the layers and to the end. */
    public Layer start() {
        return new Layer() {
            @Override
            public int outputs() {
                return inputs;
            }

            @Override
            public void forward(float[] parameters, float[] input, int count, float[] output) {
                System.arraycopy(input, 0, output, 0, inputs * count);
                if (stride == 1) {
                    System.arraycopy(input, 0, carried, 0, inputs * count);
                } else {
                    shrink(input, count);
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
                if (stride == 1) {
                    add(outputGradient, count, inputGradient);
                } else {
                    System.arraycopy(outputGradient, 0, inputGradient, 0, inputs * count);
                    addShrunk(count, inputGradient);
                }
            }
        };
    }

    /** Adds what the start passed on. */
    public Layer end() {
        return new Layer() {
            @Override
            public int outputs() {
                return outputs;
            }

            @Override
            public void forward(float[] parameters, float[] input, int count, float[] output) {
                add(input, count, output);
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
                System.arraycopy(outputGradient, 0, inputGradient, 0, outputs * count);
                System.arraycopy(outputGradient, 0, carried, 0, outputs * count);
            }
        };
    }

    private void add(float[] values, int count, float[] sums) {
        for (int i = 0; i < outputs * count; i++) {
            sums[i] = values[i] + carried[i];
        }
    }

    private void shrink(float[] input, int count) {
        int used = 0;
        for (int row = 0; row < inputs / width; row++) {
            for (int x = 0; row % height % stride == 0 && x < width; x += stride, used += count) {
                System.arraycopy(input, (row * width + x) * count, carried, used, count);
            }
        }
        Arrays.fill(carried, used, outputs * count, 0f);
    }

    /** The gradient of {@link #shrink}. */
    private void addShrunk(int count, float[] gradient) {
        int used = 0;
        for (int row = 0; row < inputs / width; row++) {
            for (int x = 0; row % height % stride == 0 && x < width; x += stride) {
                for (int e = 0; e < count; e++) {
                    gradient[(row * width + x) * count + e] += carried[used++];
                }
            }
        }
    }
}
