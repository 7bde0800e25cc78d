package org.tersegrad.convergence.model;

import java.util.Arrays;

/** The loss of a problem, written down from its formulas in double, one example at a time. */
interface Twin {
    /** The loss of an example to learn from. */
    double loss(double[] parameters, int example);

    /** The score on the test examples. */
    Score test(double[] parameters);

    /** The loss of an example of a class with these scores. */
    static double crossEntropy(double[] scores, int label) {
        double sum = 0;
        for (double score : scores) {
            sum += Math.exp(score);
        }
        return Math.log(sum) - scores[label];
    }

    static int best(double[] scores) {
        int best = 0;
        for (int i = 0; i < scores.length; i++) {
            best = scores[i] > scores[best] ? i : best;
        }
        return best;
    }

    /** Some values less their mean, over their standard deviation. */
    static double[] normal(double[] values, int from, int to) {
        double mean = Arrays.stream(values, from, to).sum() / (to - from);
        double variance = Arrays.stream(values, from, to)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (to - from);
        return Arrays.stream(values, from, to)
                .map(value -> (value - mean) / Math.sqrt(variance + 1e-5))
                .toArray();
    }
}
