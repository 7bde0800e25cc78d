package org.tersegrad.convergence.model.layers;

import java.util.Arrays;
import java.util.Optional;
import org.tersegrad.codecs.internal.floats.AdditionKernels;

/**
 * Filters of three by three pixels over images with a border of zeros. With a stride of 1 as many pixels come out as go in; with a
 * stride of 2, output (y, x) sees inputs 2y - 1 to 2y + 1.
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
    private final int stride;
    private final int outputWidth;
    private final int outputHeight;
    private final int filters;
    private final int weights;
    private final Bias bias;
    private final float[] patches;

    /** A layer of stride 1 for images of one size, with memory for a batch. */
    public Convolution(MatrixProduct product, int width, int height, ModelTensor weights, ModelTensor bias, int batch) {
        this(product, width, height, 1, weights, Optional.of(bias), batch);
    }

    /** A layer for images of one size, with a bias or without, with memory for a batch. */
    public Convolution(
            MatrixProduct product,
            int width,
            int height,
            int stride,
            ModelTensor weights,
            Optional<ModelTensor> bias,
            int batch) {
        this.product = product;
        this.channels = weights.shape().columns() / TAPS;
        this.width = width;
        this.height = height;
        this.stride = stride;
        this.outputWidth = outputs(width, stride);
        this.outputHeight = outputs(height, stride);
        this.filters = weights.shape().rows();
        this.weights = weights.offset();
        this.bias = new Bias(bias, filters);
        this.patches = new float[Math.multiplyExact(channels * TAPS * outputWidth * outputHeight, batch)];
    }

    /** Pixels in a row or column of the output, for those of the input. */
    public static int outputs(int inputs, int stride) {
        return (inputs + stride - 1) / stride;
    }

    /** Weights, and the bias if there is one. */
    @Override
    public int tensors() {
        return 1 + bias.tensors();
    }

    @Override
    public int outputs() {
        return filters * outputWidth * outputHeight;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        int columns = outputWidth * outputHeight * count;
        for (int row = 0; row < channels * TAPS; row++) {
            copyShifted(input, row / TAPS * width * height * count, row % TAPS, count, row * columns);
        }
        bias.spread(parameters, columns, output, 0);
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
        int columns = outputWidth * outputHeight * count;
        int rows = channels * TAPS;
        bias.addSums(outputGradient, 0, columns, gradient);
        product.addRightTransposed(filters, columns, rows, outputGradient, 0, patches, 0, gradient, weights);
        if (inputGradient.length > 0) {
            Arrays.fill(patches, 0, rows * columns, 0f); // from here on the gradient of the patches
            product.addLeftTransposed(rows, filters, columns, parameters, weights, outputGradient, 0, patches, 0);
            Arrays.fill(inputGradient, 0, channels * width * height * count, 0f);
            for (int row = 0; row < rows; row++) {
                addShifted(row * columns, row % TAPS, count, inputGradient, row / TAPS * width * height * count);
            }
        }
    }

    /** Copies the pixel that each output sees at one tap of a filter, which is the image shifted by a pixel at most. */
    private void copyShifted(float[] image, int from, int tap, int count, int to) {
        int right = tap % 3 - 1;
        int start = start(right);
        int run = run(right);
        for (int y = 0; y < outputHeight; y++) {
            int seen = y * stride + tap / 3 - 1;
            int row = to + y * outputWidth * count;
            if (seen < 0 || seen >= height) {
                Arrays.fill(patches, row, row + outputWidth * count, 0f);
                continue;
            }
            Arrays.fill(patches, row, row + start * count, 0f);
            Arrays.fill(patches, row + (start + run) * count, row + outputWidth * count, 0f);
            int source = from + (seen * width + start * stride + right) * count;
            int target = row + start * count;
            if (stride == 1) {
                System.arraycopy(image, source, patches, target, run * count);
            } else {
                for (int i = 0; i < run * count; i++) {
                    patches[target + i] = image[source + i / count * stride * count + i % count];
                }
            }
        }
    }

    /** The gradient of {@link #copyShifted}. */
    private void addShifted(int from, int tap, int count, float[] image, int to) {
        int right = tap % 3 - 1;
        int start = start(right);
        int run = run(right) * count;
        for (int y = 0; y < outputHeight; y++) {
            int seen = y * stride + tap / 3 - 1;
            if (seen < 0 || seen >= height) {
                continue;
            }
            int source = from + (y * outputWidth + start) * count;
            int target = to + (seen * width + start * stride + right) * count;
            if (stride == 1) {
                AdditionKernels.ADD_SCALED.at(run).addScaled(patches, source, run, 1f, image, target);
            } else {
                for (int i = 0; i < run; i++) {
                    image[target + i / count * stride * count + i % count] += patches[source + i];
                }
            }
        }
    }

    /** The first output of a row that sees a pixel of the image so far to its right. */
    private static int start(int right) {
        return right < 0 ? 1 : 0;
    }

    /** The number of outputs of a row that do. */
    private int run(int right) {
        int last = Math.floorDiv(width - 1 - right, stride);
        return Math.min(last, outputWidth - 1) + 1 - start(right);
    }
}
