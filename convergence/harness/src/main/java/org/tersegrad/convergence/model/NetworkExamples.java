package org.tersegrad.convergence.model;

import org.tersegrad.convergence.data.DenseVectors;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.NumericVectors;
import org.tersegrad.convergence.model.layers.CrossEntropy;

/**
 * Examples as a network takes them: columns of its input, and the loss of its outputs, summed over columns. The loss is the
 * cross-entropy of the scores of classes, or the squared error {@code (output - target)}<sup>2</sup> of a number.
 */
interface NetworkExamples {
    /** The examples of some vectors, a column each. */
    static NetworkExamples of(DenseVectors data, int batch) {
        return data instanceof LabelledVectors labelled
                ? new OfClasses(labelled, batch)
                : new OfNumbers((NumericVectors) data);
    }

    /** Features of a column of the input. */
    int inputs();

    /** Columns of an example. */
    int columns();

    /** Number of test examples. */
    int tests();

    /**
     * Makes a training example column {@code e} of {@code count}.
     *
     * @param input modified
     */
    void load(int example, int e, int count, float[] input);

    /** The same for a test example. */
    void loadTest(int example, int e, int count, float[] input);

    /** Forgets the examples seen so far. */
    void reset();

    /**
     * Adds the losses of training examples.
     *
     * @param outputs modified: replaced by the gradient of the mean loss
     * @param examples not modified: their numbers, from {@code from} to {@code from + count}
     * @param all examples of the mean, of which these are some
     */
    void replace(float[] outputs, int[] examples, int from, int count, int all);

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

    /** Vectors, of one column each. */
    abstract class OfVectors implements NetworkExamples {
        private final DenseVectors data;

        OfVectors(DenseVectors data) {
            this.data = data;
        }

        @Override
        public final int inputs() {
            return data.length();
        }

        @Override
        public final int columns() {
            return 1;
        }

        @Override
        public final int tests() {
            return data.test().size();
        }

        @Override
        public final void load(int example, int e, int count, float[] input) {
            data.load(example, input, e, count);
        }

        @Override
        public final void loadTest(int example, int e, int count, float[] input) {
            data.test().copy(example, data.length(), input, e, count);
        }
    }

    /** Cross-entropy. */
    final class OfClasses extends OfVectors {
        private final LabelledVectors data;
        private final CrossEntropy loss;
        private final int[] labels;

        OfClasses(LabelledVectors data, int batch) {
            super(data);
            this.data = data;
            loss = new CrossEntropy(data.classes());
            labels = new int[batch];
        }

        @Override
        public void reset() {
            loss.reset();
        }

        @Override
        public void replace(float[] outputs, int[] examples, int from, int count, int all) {
            for (int e = 0; e < count; e++) {
                labels[e] = data.training()
                        .label(examples[from + e] % data.training().size());
            }
            loss.replace(outputs, 0, count, labels, 0, 1.0 / all);
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
    final class OfNumbers extends OfVectors {
        private final NumericVectors data;
        private double sum;

        OfNumbers(NumericVectors data) {
            super(data);
            this.data = data;
        }

        @Override
        public void reset() {
            sum = 0;
        }

        @Override
        public void replace(float[] outputs, int[] examples, int from, int count, int all) {
            for (int e = 0; e < count; e++) {
                double error = outputs[e] - (double) data.training().targets()[examples[from + e]];
                sum += error * error;
                outputs[e] = (float) (2 * error / all);
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

    /** Windows of a text, a column for each symbol, of which the next is predicted. */
    final class OfWindows implements NetworkExamples {
        private final Windows windows;
        private final CrossEntropy loss;
        private final int[] next;

        OfWindows(Windows windows) {
            this.windows = windows;
            loss = new CrossEntropy(windows.symbols());
            next = new int[windows.length()];
        }

        /** The number of a symbol. */
        @Override
        public int inputs() {
            return 1;
        }

        @Override
        public int columns() {
            return windows.length();
        }

        @Override
        public int tests() {
            return windows.tests();
        }

        @Override
        public void load(int example, int e, int count, float[] input) {
            load(windows.text().training(), windows.start(example), input);
        }

        @Override
        public void loadTest(int example, int e, int count, float[] input) {
            load(windows.text().test(), windows.testStart(example), input);
        }

        /** One window at a time: attention never looks into another. */
        private void load(byte[] text, int start, float[] input) {
            for (int t = 0; t < next.length; t++) {
                input[t] = text[start + t];
                next[t] = text[start + t + 1];
            }
        }

        @Override
        public void reset() {
            loss.reset();
        }

        @Override
        public void replace(float[] outputs, int[] examples, int from, int count, int all) {
            loss.replace(outputs, 0, next.length, next, 0, 1.0 / ((double) next.length * all));
        }

        @Override
        public void add(float[] outputs, int first, int count) {
            for (int t = 0; t < next.length; t++) {
                loss.add(outputs, t, next.length, next[t]);
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
}
