package org.tersegrad.convergence.model;

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
}
