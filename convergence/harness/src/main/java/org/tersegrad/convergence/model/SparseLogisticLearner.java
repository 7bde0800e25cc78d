package org.tersegrad.convergence.model;

import java.util.Arrays;
import org.tersegrad.convergence.data.SparseVectors;
import org.tersegrad.convergence.model.layers.Exponential;

/** Scores are summed up in double: it costs nothing where memory is what one waits for. */
final class SparseLogisticLearner implements Learner {
    private final SparseVectors data;
    private final float penalty;
    private final int batch;

    SparseLogisticLearner(SparseLogistic problem, int batch) {
        this.data = problem.data();
        this.penalty = problem.penalty();
        this.batch = Batch.require(batch);
    }

    @Override
    public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
        int length = data.length();
        Batch.check(batch, length + 1, parameters, examples, from, count, gradient);
        Arrays.fill(gradient, 0f);
        SparseVectors.Part part = data.training();
        double sum = 0;
        for (int e = from; e < from + count; e++) {
            int example = examples[e];
            int label = part.labels()[example];
            double score = score(parameters, part, example);
            sum += loss(score, label);
            float slope = (float) ((1 / (1 + Exponential.exp(-score)) - label) / count);
            for (int i = part.starts()[example]; i < part.starts()[example + 1]; i++) {
                gradient[part.indices()[i]] += slope * part.values()[i];
            }
            gradient[length] += slope;
        }
        return sum / count + (penalty == 0 ? 0 : penalize(parameters, gradient));
    }

    /** The penalty; its gradient is added. */
    private double penalize(float[] parameters, float[] gradient) {
        double squares = 0;
        for (int i = 0; i < data.length(); i++) {
            squares += (double) parameters[i] * parameters[i];
            gradient[i] += penalty * parameters[i];
        }
        return 0.5 * penalty * squares;
    }

    @Override
    public Score test(float[] parameters) {
        Batch.check(data.length() + 1, parameters);
        SparseVectors.Part part = data.test();
        double sum = 0;
        int right = 0;
        for (int example = 0; example < part.size(); example++) {
            int label = part.labels()[example];
            double score = score(parameters, part, example);
            sum += loss(score, label);
            right += (score > 0 ? 1 : 0) == label ? 1 : 0;
        }
        return new Score(sum / part.size(), (double) right / part.size());
    }

    private double score(float[] parameters, SparseVectors.Part part, int example) {
        double score = parameters[data.length()];
        for (int i = part.starts()[example]; i < part.starts()[example + 1]; i++) {
            score += (double) parameters[part.indices()[i]] * part.values()[i];
        }
        return score;
    }

    /** {@code ln(1 + exp(-margin))}, of which the exponential can overflow, so the larger part is taken out. */
    private static double loss(double score, int label) {
        double margin = label == 1 ? score : -score;
        return Math.max(-margin, 0) + StrictMath.log1p(Exponential.exp(-Math.abs(margin)));
    }
}
