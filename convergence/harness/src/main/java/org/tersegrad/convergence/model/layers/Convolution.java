package org.tersegrad.convergence.model.layers;

import java.util.Arrays;
import org.tersegrad.codecs.internal.floats.AdditionKernels;

/**
 * Filters of three by three pixels over images with a border of zeros: as many pixels come out as go in.
 *
 * <p>Each pixel's surroundings in all channels become a column of a matrix, so that one product of matrices does the rest. Since
 * examples are side by side, a row of that matrix is made of the rows of an image, shifted: long runs to copy.
 */
public final class Convolution implements Layer {
    /** Pixels of a filter in one channel. */
    public static final int TAPS = 9;

    private final MatrixProduct product;
    private final int channels;
    private final int width;
    private final int height;
    private final int filters;
    private final int weights;
    private final int bias;
    private final float[] patches;

    /** A layer for images of one size, with memory for a batch. */
    public Convolution(MatrixProduct product, int width, int height, ModelTensor weights, ModelTensor bias, int batch) {
        this.product = product;
        this.channels = weights.shape().columns() / TAPS;
        this.width = width;
        this.height = height;
        this.filters = weights.shape().rows();
        this.weights = weights.offset();
        this.bias = bias.offset();
        this.patches = new float[Math.multiplyExact(channels * TAPS * width * height, batch)];
    }

    /** Weights and bias. */
    @Override
    public int tensors() {
        return 2;
    }

    @Override
    public int outputs() {
        return filters * width * height;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        int columns = width * height * count;
        for (int row = 0; row < channels * TAPS; row++) {
            copyShifted(input, row / TAPS * columns, row % TAPS, count, row * columns);
        }
        Bias.spread(parameters, bias, filters, columns, output, 0);
        product.add(filters, channels * TAPS, columns, parameters, weights, patches, 0, output, 0);
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
        int columns = width * height * count;
        int rows = channels * TAPS;
        Bias.addSums(outputGradient, 0, filters, columns, gradient, bias);
        product.addRightTransposed(filters, columns, rows, outputGradient, 0, patches, 0, gradient, weights);
        if (inputGradient.length > 0) {
            Arrays.fill(patches, 0, rows * columns, 0f); // from here on the gradient of the patches
            product.addLeftTransposed(rows, filters, columns, parameters, weights, outputGradient, 0, patches, 0);
            Arrays.fill(inputGradient, 0, channels * columns, 0f);
            for (int row = 0; row < rows; row++) {
                addShifted(row * columns, row % TAPS, count, inputGradient, row / TAPS * columns);
            }
        }
    }

    /** Copies the pixel that each pixel sees at one tap of a filter, which is the image shifted by a pixel at most. */
    private void copyShifted(float[] image, int from, int tap, int count, int to) {
        int right = tap % 3 - 1;
        int start = Math.max(-right, 0);
        int run = width - Math.abs(right);
        for (int y = 0; y < height; y++) {
            int seen = y + tap / 3 - 1;
            int row = to + y * width * count;
            if (seen < 0 || seen >= height) {
                Arrays.fill(patches, row, row + width * count, 0f);
                continue;
            }
            Arrays.fill(patches, row, row + start * count, 0f);
            Arrays.fill(patches, row + (start + run) * count, row + width * count, 0f);
            int source = from + (seen * width + start + right) * count;
            System.arraycopy(image, source, patches, row + start * count, run * count);
        }
    }

    /** The gradient of {@link #copyShifted}. */
    private void addShifted(int from, int tap, int count, float[] image, int to) {
        int right = tap % 3 - 1;
        int start = Math.max(-right, 0);
        int run = (width - Math.abs(right)) * count;
        for (int y = 0; y < height; y++) {
            int seen = y + tap / 3 - 1;
            if (seen >= 0 && seen < height) {
                int target = to + (seen * width + start + right) * count;
                AdditionKernels.ADD_SCALED
                        .at(run)
                        .addScaled(patches, from + (y * width + start) * count, run, 1f, image, target);
            }
        }
    }
}
