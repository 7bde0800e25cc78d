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
        int taps = weights.shape().columns();
        double[] result = new double[weights.shape().rows() * width * height];
        for (int i = 0; i < result.length; i++) {
            int filter = i / (width * height);
            result[i] = parameters[bias.offset() + filter];
            for (int tap = 0; tap < taps; tap++) {
                int x = i % width + tap % 3 - 1;
                int y = i / width % height + tap / 3 % 3 - 1;
                if (x >= 0 && x < width && y >= 0 && y < height) {
                    double weight = parameters[weights.offset() + filter * taps + tap];
                    result[i] += weight * image[(tap / 9 * height + y) * width + x];
                }
            }
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
