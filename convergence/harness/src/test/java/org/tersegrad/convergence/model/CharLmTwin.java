package org.tersegrad.convergence.model;

import java.util.List;
import org.tersegrad.convergence.model.layers.ModelTensor;

/** The language model by its formulas. */
record CharLmTwin(CharLm problem) implements Twin {
    @Override
    public double loss(double[] parameters, int example) {
        return window(parameters, problem.data().training(), example * problem.length())
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
            loss += score.loss();
            right += score.accuracy();
        }
        return new Score(loss / windows, right / windows);
    }

    private Score window(double[] parameters, byte[] text, int start) {
        List<ModelTensor> tensors = problem.tensors();
        int hidden = problem.hidden();
        double[] state = new double[hidden];
        double loss = 0;
        double right = 0;
        for (int t = start; t < start + problem.length(); t++) {
            double[] next = new double[hidden];
            for (int i = 0; i < hidden; i++) {
                double sum = parameters[tensors.get(0).offset() + text[t] * hidden + i]
                        + parameters[tensors.get(2).offset() + i];
                next[i] = Math.tanh(sum + row(parameters, tensors.get(1), i, state));
            }
            state = next;
            double[] scores = new double[problem.windows().symbols()];
            for (int i = 0; i < scores.length; i++) {
                scores[i] = parameters[tensors.get(4).offset() + i] + row(parameters, tensors.get(3), i, state);
            }
            loss += Twin.crossEntropy(scores, text[t + 1]) / problem.length();
            right += Twin.best(scores) == text[t + 1] ? 1.0 / problem.length() : 0;
        }
        return new Score(loss, right);
    }

    private static double row(double[] parameters, ModelTensor weights, int row, double[] values) {
        double sum = 0;
        for (int j = 0; j < values.length; j++) {
            sum += parameters[weights.offset() + row * values.length + j] * values[j];
        }
        return sum;
    }
}
