package org.tersegrad.convergence.model.layers;

/**
 * Normalizes groups of channels of an image by their mean and variance (Y. Wu, K. He, "Group Normalization", 2018), with a learned
 * scale and shift for each channel. The formulas are those of {@link LayerNorm}. Unlike batch normalization it makes no example
 * depend on the others of its worker, so the mean of n workers' gradients is the gradient of all their examples.
 */
public final class GroupNorm implements Layer {
    private final int groups;
    private final int channels;
    private final int pixels;
    private final int scale;
    private final int shift;
    private final float[] means;
    private final float[] inverses;

    /**
     * A layer with memory for a batch.
     *
     * @param groups a divisor of the number of channels
     * @param pixels of an image
     * @param scale a number for each channel
     * @param shift a number for each channel
     */
    public GroupNorm(int groups, int pixels, ModelTensor scale, ModelTensor shift, int batch) {
        this.groups = groups;
        this.channels = scale.shape().size();
        this.pixels = pixels;
        this.scale = scale.offset();
        this.shift = shift.offset();
        this.means = new float[groups * batch];
        this.inverses = new float[groups * batch];
    }

    /** Scale and shift. */
    @Override
    public int tensors() {
        return 2;
    }

    @Override
    public int outputs() {
        return channels * pixels;
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        int size = channels / groups * pixels;
        for (int g = 0; g < groups * count; g++) {
            int from = g / count * size * count + g % count;
            int to = from + size * count;
            double sum = 0;
            for (int i = from; i < to; i += count) {
                sum += input[i];
            }
            double mean = sum / size;
            double squares = 0;
            for (int i = from; i < to; i += count) {
                double away = input[i] - mean;
                squares += away * away;
            }
            means[g] = (float) mean;
            inverses[g] = (float) (1 / Math.sqrt(squares / size + LayerNorm.EPSILON));
            for (int c = g / count * channels / groups, i = from; i < to; c++, i += pixels * count) {
                normalize(
                        input, i, count, means[g], inverses[g] * parameters[scale + c], parameters[shift + c], output);
            }
        }
    }

    private void normalize(
            float[] input, int from, int count, float mean, float factor, float shifted, float[] output) {
        for (int i = from; i < from + pixels * count; i += count) {
            output[i] = (input[i] - mean) * factor + shifted;
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
        int size = channels / groups * pixels;
        for (int g = 0; g < groups * count; g++) {
            int from = g / count * size * count + g % count;
            int to = from + size * count;
            int first = g / count * channels / groups;
            double mean = 0;
            double productMean = 0;
            for (int c = first, i = from; i < to; c++, i += pixels * count) {
                double sum = 0;
                double products = 0;
                for (int j = i; j < i + pixels * count; j += count) {
                    float normal = (input[j] - means[g]) * inverses[g];
                    sum += outputGradient[j];
                    products += outputGradient[j] * normal;
                }
                gradient[shift + c] += (float) sum;
                gradient[scale + c] += (float) products;
                mean += parameters[scale + c] * sum / size;
                productMean += parameters[scale + c] * products / size;
            }
            for (int c = first, i = from; i < to && inputGradient.length > 0; c++, i += pixels * count) {
                pass(
                        input,
                        i,
                        count,
                        g,
                        parameters[scale + c],
                        (float) mean,
                        (float) productMean,
                        outputGradient,
                        inputGradient);
            }
        }
    }

    private void pass(
            float[] input,
            int from,
            int count,
            int g,
            float factor,
            float mean,
            float productMean,
            float[] outputGradient,
            float[] inputGradient) {
        float middle = means[g];
        float inverse = inverses[g];
        for (int i = from; i < from + pixels * count; i += count) {
            float normal = (input[i] - middle) * inverse;
            inputGradient[i] = (outputGradient[i] * factor - mean - normal * productMean) * inverse;
        }
    }
}
