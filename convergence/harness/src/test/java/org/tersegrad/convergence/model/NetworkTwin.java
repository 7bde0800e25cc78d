package org.tersegrad.convergence.model;

import java.util.List;
import java.util.function.BiFunction;
import org.tersegrad.convergence.data.DenseVectors;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.NumericVectors;
import org.tersegrad.convergence.model.layers.ModelTensor;

/** Networks by the formulas: {@code outputs} is given the parameters and a vector. */
record NetworkTwin(DenseVectors data, BiFunction<double[], double[], double[]> outputs) implements Twin {
    @Override
    public double loss(double[] parameters, int example) {
        return loss(outputs(parameters, data.training(), example), data.training(), example);
    }

    private static double loss(double[] outputs, DenseVectors.Part part, int example) {
        return part instanceof NumericVectors.Part numbers
                ? Math.pow(outputs[0] - numbers.targets()[example], 2)
                : Twin.crossEntropy(outputs, part.label(example));
    }

    @Override
    public Score test(double[] parameters) {
        double loss = 0;
        double right = data instanceof NumericVectors ? Double.NaN : 0;
        int size = data.test().size();
        for (int i = 0; i < size; i++) {
            double[] outputs = outputs(parameters, data.test(), i);
            loss += loss(outputs, data.test(), i);
            right += Twin.best(outputs) == data.test().label(i) ? 1 : 0;
        }
        return new Score(loss / size, right / size);
    }

    private double[] outputs(double[] parameters, DenseVectors.Part part, int example) {
        double[] vector = new double[data.length()];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = part.values()[example * vector.length + i];
        }
        return outputs.apply(parameters, vector);
    }

    /** A perceptron, or softmax or linear regression: pairs of weights and biases with rectifiers between. */
    static NetworkTwin dense(DenseVectors data, List<ModelTensor> tensors) {
        return new NetworkTwin(data, (parameters, vector) -> {
            double[] values = vector;
            for (int i = 0; i < tensors.size(); i += 2) {
                values = dense(parameters, tensors.get(i), tensors.get(i + 1), i > 0 ? relu(values) : values);
            }
            return values;
        });
    }

    /** Rectifiers before the largest of four, as in textbooks. */
    static NetworkTwin convolutional(LabelledVectors data, List<ModelTensor> tensors) {
        return new NetworkTwin(data, (parameters, vector) -> {
            double[] values = vector;
            int width = data.width();
            int height = data.height();
            int last = tensors.size() - 2;
            for (int i = 0; i < last; i += 2) {
                values = convolve(parameters, tensors.get(i), tensors.get(i + 1), values, width, height);
                values = pool(relu(values), width, height);
                width /= 2;
                height /= 2;
            }
            return dense(parameters, tensors.get(last), tensors.get(last + 1), values);
        });
    }

    /** Stages of one block each. */
    static NetworkTwin residual(LabelledVectors data, List<ModelTensor> tensors) {
        return new NetworkTwin(data, (parameters, vector) -> {
            int[] size = {data.width(), data.height()};
            double[] values =
                    relu(normal(parameters, tensors, 0, convolve(parameters, tensors.get(0), vector, size, 1)));
            int last = tensors.size() - 2;
            for (int i = 3; i < last; i += 6) {
                int stride = i == 3 ? 1 : 2;
                int[] before = size.clone();
                double[] inner = convolve(parameters, tensors.get(i), values, size, stride);
                inner = relu(normal(parameters, tensors, i, inner));
                inner = normal(parameters, tensors, i + 3, convolve(parameters, tensors.get(i + 3), inner, size, 1));
                for (int from = 0; from < values.length; from++) {
                    int x = from % before[0];
                    int y = from / before[0] % before[1];
                    int channel = from / (before[0] * before[1]);
                    if (x % stride == 0 && y % stride == 0) {
                        inner[(channel * size[1] + y / stride) * size[0] + x / stride] += values[from];
                    }
                }
                values = relu(inner);
            }
            int pixels = size[0] * size[1];
            double[] means = new double[values.length / pixels];
            for (int i = 0; i < values.length; i++) {
                means[i / pixels] += values[i] / pixels;
            }
            return dense(parameters, tensors.get(last), tensors.get(last + 1), means);
        });
    }

    /** Two groups; the tensors after {@code at} are the scale and the shift. */
    private static double[] normal(double[] parameters, List<ModelTensor> tensors, int at, double[] values) {
        int pixels = values.length / tensors.get(at + 1).shape().size();
        double[] result = new double[values.length];
        int half = values.length / 2;
        System.arraycopy(Twin.normal(values, 0, half), 0, result, 0, half);
        System.arraycopy(Twin.normal(values, half, values.length), 0, result, half, half);
        for (int i = 0; i < values.length; i++) {
            result[i] = result[i] * parameters[tensors.get(at + 1).offset() + i / pixels]
                    + parameters[tensors.get(at + 2).offset() + i / pixels];
        }
        return result;
    }

    /** @param size modified: width and height before, and after */
    private static double[] convolve(double[] parameters, ModelTensor weights, double[] image, int[] size, int stride) {
        int width = size[0];
        int height = size[1];
        int taps = weights.shape().columns();
        size[0] = (width + stride - 1) / stride;
        size[1] = (height + stride - 1) / stride;
        double[] result = new double[weights.shape().rows() * size[0] * size[1]];
        for (int i = 0; i < result.length; i++) {
            int filter = i / (size[0] * size[1]);
            for (int tap = 0; tap < taps; tap++) {
                int x = i % size[0] * stride + tap % 3 - 1;
                int y = i / size[0] % size[1] * stride + tap / 3 % 3 - 1;
                if (x >= 0 && x < width && y >= 0 && y < height) {
                    double weight = parameters[weights.offset() + filter * taps + tap];
                    result[i] += weight * image[(tap / 9 * height + y) * width + x];
                }
            }
        }
        return result;
    }

    private static double[] dense(double[] parameters, ModelTensor weights, ModelTensor bias, double[] values) {
        double[] result = new double[bias.shape().size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = parameters[bias.offset() + i];
            for (int j = 0; j < values.length; j++) {
                result[i] += parameters[weights.offset() + i * values.length + j] * values[j];
            }
        }
        return result;
    }

    private static double[] relu(double[] values) {
        return java.util.Arrays.stream(values).map(value -> Math.max(value, 0)).toArray();
    }

    private static double[] convolve(
            double[] parameters, ModelTensor weights, ModelTensor bias, double[] image, int width, int height) {
        double[] result = convolve(parameters, weights, image, new int[] {width, height}, 1);
        for (int i = 0; i < result.length; i++) {
            result[i] += parameters[bias.offset() + i / (width * height)];
        }
        return result;
    }

    private static double[] pool(double[] image, int width, int height) {
        int channels = image.length / (width * height);
        double[] result = new double[channels * (width / 2) * (height / 2)];
        java.util.Arrays.fill(result, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < image.length; i++) {
            int x = i % width / 2;
            int y = i / width % height / 2;
            if (x < width / 2 && y < height / 2) {
                int to = (i / (width * height) * (height / 2) + y) * (width / 2) + x;
                result[to] = Math.max(result[to], image[i]);
            }
        }
        return result;
    }
}
