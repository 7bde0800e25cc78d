package org.tersegrad.convergence.model;

import org.tersegrad.convergence.model.layers.ModelTensor;

/** The transformer by its formulas, a vector for each symbol of a window. */
record GptTwin(Gpt problem) implements Twin {
    @Override
    public double loss(double[] parameters, int example) {
        return window(parameters, problem.data().training(), example * problem.window())
                .loss();
    }

    @Override
    public Score test(double[] parameters) {
        double loss = 0;
        double right = 0;
        int windows = problem.windows().tests();
        for (int i = 0; i < windows; i++) {
            Score score =
                    window(parameters, problem.data().test(), problem.windows().testStart(i));
            loss += score.loss() / windows;
            right += score.accuracy() / windows;
        }
        return new Score(loss, right);
    }

    private Score window(double[] parameters, byte[] text, int start) {
        Weights weights = new Weights(parameters);
        double[][] h = new double[problem.window()][problem.width()];
        for (int t = 0; t < h.length; t++) {
            for (int i = 0; i < h[t].length; i++) {
                h[t][i] = weights.at("embedding.weights", text[start + t] * h[t].length + i)
                        + weights.at("position.weights", t * h[t].length + i);
            }
        }
        for (int layer = 1; layer <= problem.layers(); layer++) {
            String block = "block" + layer + ".";
            double[][] attended = attention(weights, block, h);
            for (int t = 0; t < h.length; t++) {
                add(weights.times(block + "projection.weights", attended[t]), h[t]);
                double[] up = weights.times(block + "up.weights", weights.norm(block + "norm2.scale", h[t]));
                for (int i = 0; i < up.length; i++) {
                    up[i] = gelu(up[i]);
                }
                add(weights.times(block + "down.weights", up), h[t]);
            }
        }
        double loss = 0;
        double right = 0;
        for (int t = 0; t < h.length; t++) {
            double[] scores = weights.times("output.weights", weights.norm("norm.scale", h[t]));
            loss += Twin.crossEntropy(scores, text[start + t + 1]) / h.length;
            right += Twin.best(scores) == text[start + t + 1] ? 1.0 / h.length : 0;
        }
        return new Score(loss, right);
    }

    private double[][] attention(Weights weights, String block, double[][] h) {
        int size = problem.width() / problem.heads();
        double[][] query = new double[h.length][];
        double[][] key = new double[h.length][];
        double[][] value = new double[h.length][];
        double[][] result = new double[h.length][problem.width()];
        for (int t = 0; t < h.length; t++) {
            double[] normal = weights.norm(block + "norm1.scale", h[t]);
            query[t] = weights.times(block + "query.weights", normal);
            key[t] = weights.times(block + "key.weights", normal);
            value[t] = weights.times(block + "value.weights", normal);
            for (int head = 0; head < problem.heads(); head++) {
                double[] shares = new double[t + 1];
                double sum = 0;
                for (int j = 0; j <= t; j++) {
                    double score = 0;
                    for (int i = head * size; i < (head + 1) * size; i++) {
                        score += query[t][i] * key[j][i];
                    }
                    shares[j] = Math.exp(score / Math.sqrt(size));
                    sum += shares[j];
                }
                for (int j = 0; j <= t; j++) {
                    for (int i = head * size; i < (head + 1) * size; i++) {
                        result[t][i] += shares[j] / sum * value[j][i];
                    }
                }
            }
        }
        return result;
    }

    private static double gelu(double x) {
        return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
    }

    private static void add(double[] values, double[] sums) {
        for (int i = 0; i < values.length; i++) {
            sums[i] += values[i];
        }
    }

    private final class Weights {
        private final double[] parameters;

        Weights(double[] parameters) {
            this.parameters = parameters;
        }

        private ModelTensor tensor(String name) {
            return problem.tensors().stream()
                    .filter(tensor -> tensor.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        double at(String name, int index) {
            return parameters[tensor(name).offset() + index];
        }

        double[] times(String name, double[] values) {
            ModelTensor tensor = tensor(name);
            double[] result = new double[tensor.shape().rows()];
            int from = tensor.offset();
            for (int i = 0; i < result.length; i++) {
                for (int j = 0; j < values.length; j++) {
                    result[i] += parameters[from + i * values.length + j] * values[j];
                }
            }
            return result;
        }

        double[] norm(String name, double[] values) {
            double[] result = Twin.normal(values, 0, values.length);
            int scale = tensor(name).offset();
            for (int i = 0; i < result.length; i++) {
                result[i] *= parameters[scale + i];
            }
            return result;
        }
    }
}
