package org.tersegrad.convergence.model.layers;

/**
 * Softmax and cross-entropy: scores become probabilities, {@code p = exp(score) / sum}, and an example costs {@code -ln p} of
 * its own class. The gradient of that by the scores is {@code p}, less 1 at its own class.
 */
public final class CrossEntropy {
    private final int classes;
    private final double[] powers;
    private double loss;
    private int right;

    /** A loss over {@code classes} classes, that has seen no example. */
    public CrossEntropy(int classes) {
        this.classes = classes;
        this.powers = new double[classes];
    }

    /** Forgets the examples seen so far. */
    public void reset() {
        loss = 0;
        right = 0;
    }

    /** The sum over the examples seen since {@link #reset}. */
    public double loss() {
        return loss;
    }

    /** Number of examples with the largest score at their own class, and none as large before it. */
    public int right() {
        return right;
    }

    /**
     * Takes the loss of an example into account.
     *
     * @param scores not modified: the first at {@code at}, the others {@code step} apart
     */
    public void add(float[] scores, int at, int step, int label) {
        example(scores, at, step, label);
    }

    /**
     * The same for some examples, with the gradient.
     *
     * @param scores modified: class by class, in each {@code count} examples side by side, from {@code at} on; replaced by
     *     {@code weight} times the gradient by them
     * @param labels not modified: the class of each example, from {@code labelsAt} on
     */
    public void replace(float[] scores, int at, int count, int[] labels, int labelsAt, double weight) {
        for (int e = 0; e < count; e++) {
            int label = labels[labelsAt + e];
            double share = weight / example(scores, at + e, count, label);
            for (int c = 0; c < classes; c++) {
                scores[at + e + c * count] = (float) (powers[c] * share - (c == label ? weight : 0));
            }
        }
    }

    /** Leaves the powers of the scores in {@link #powers}; returns their sum. */
    private double example(float[] scores, int at, int step, int label) {
        int best = 0;
        for (int c = 1; c < classes; c++) {
            best = scores[at + c * step] > scores[at + best * step] ? c : best;
        }
        double largest = scores[at + best * step];
        double sum = 0;
        for (int c = 0; c < classes; c++) {
            powers[c] = scores[at + c * step] - largest; // at most 0: nothing overflows
        }
        Exponential.replace(powers, classes);
        for (int c = 0; c < classes; c++) {
            sum += powers[c];
        }
        loss += StrictMath.log(sum) - (scores[at + label * step] - largest);
        right += best == label ? 1 : 0;
        return sum;
    }
}
