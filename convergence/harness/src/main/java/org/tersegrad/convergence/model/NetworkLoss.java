package org.tersegrad.convergence.model;

import org.tersegrad.convergence.data.DenseVectors;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.NumericVectors;
import org.tersegrad.convergence.model.layers.CrossEntropy;

/**
 * The loss of a network's outputs, summed over examples: cross-entropy of the scores of classes, or the squared error
 * {@code (output - target)}<sup>2</sup> of a number.
 */
interface NetworkLoss {
    static NetworkLoss of(DenseVectors data, int batch) {
        return data instanceof LabelledVectors labelled
                ? new OfClasses(labelled, batch)
                : new OfNumbers((NumericVectors) data);
    }

    /** Forgets the examples seen so far. */
    void reset();

    /**
     * Adds the losses of training examples.
     *
     * @param outputs modified: replaced by the gradient of the mean loss
     * @param examples not modified: their numbers, from {@code from} to {@code from + count}
     */
    void replace(float[] outputs, int[] examples, int from, int count);

    /**
     * Adds the losses of test examples.
     *
     * @param outputs not modified
     * @param first the number of the first of them
     */
    void add(float[] outputs, int first, int count);

    /** The sum since {@link #reset}. */
    double sum();

    /** Number of right predictions since {@link #reset}; NaN if nothing is right or wrong. */
    double right();

    /** Cross-entropy. */
    final class OfClasses implements NetworkLoss {
        private final LabelledVectors data;
        private final CrossEntropy loss;
        private final int[] labels;

        OfClasses(LabelledVectors data, int batch) {
            this.data = data;
            loss = new CrossEntropy(data.classes());
            labels = new int[batch];
        }

        @Override
        public void reset() {
            loss.reset();
        }

        @Override
        public void replace(float[] outputs, int[] examples, int from, int count) {
            for (int e = 0; e < count; e++) {
                labels[e] = data.training().labels()[examples[from + e]];
            }
            loss.replace(outputs, 0, count, labels, 0, 1.0 / count);
        }

        @Override
        public void add(float[] outputs, int first, int count) {
            for (int e = 0; e < count; e++) {
                loss.add(outputs, e, count, data.test().labels()[first + e]);
            }
        }

        @Override
        public double sum() {
            return loss.loss();
        }

        @Override
        public double right() {
            return loss.right();
        }
    }

    /** The squared error. */
    final class OfNumbers implements NetworkLoss {
        private final NumericVectors data;
        private double sum;

        OfNumbers(NumericVectors data) {
            this.data = data;
        }

        @Override
        public void reset() {
            sum = 0;
        }

        @Override
        public void replace(float[] outputs, int[] examples, int from, int count) {
            for (int e = 0; e < count; e++) {
                double error = outputs[e] - (double) data.training().targets()[examples[from + e]];
                sum += error * error;
                outputs[e] = (float) (2 * error / count);
            }
        }

        @Override
        public void add(float[] outputs, int first, int count) {
            for (int e = 0; e < count; e++) {
                double error = outputs[e] - (double) data.test().targets()[first + e];
                sum += error * error;
            }
        }

        @Override
        public double sum() {
            return sum;
        }

        @Override
        public double right() {
            return Double.NaN;
        }
    }
}
