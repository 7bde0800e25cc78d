package org.tersegrad.convergence.report.summary;

import java.util.List;
import org.tersegrad.convergence.training.Evaluation;

/** The measure by which recipes are compared: accuracy, or the loss where nothing is right or wrong. */
public enum Metric {
    /** The share of test examples that are told right: the more, the better. */
    ACCURACY(Measure.ACCURACY) {
        @Override
        public double of(Evaluation evaluation) {
            return evaluation.test().accuracy();
        }

        @Override
        public boolean reaches(double value, double target) {
            return value >= target;
        }

        @Override
        double nearly(double value) {
            return value - 0.01;
        }
    },
    /** The loss on the test examples: the less, the better. */
    LOSS(Measure.TEST_LOSS) {
        @Override
        public double of(Evaluation evaluation) {
            return evaluation.test().loss();
        }

        @Override
        public boolean reaches(double value, double target) {
            return value <= target;
        }

        @Override
        double nearly(double value) {
            return value + 0.05 * Math.abs(value);
        }
    };

    private final Measure measure;

    Metric(Measure measure) {
        this.measure = measure;
    }

    /** The same on an axis of charts. */
    public Measure measure() {
        return measure;
    }

    /** Its name in tables and on axes. */
    public String label() {
        return measure.label();
    }

    /** The value at an evaluation; NaN where it has none. */
    public abstract double of(Evaluation evaluation);

    /** Whether a value is as good as the target or better; never if it is NaN. */
    public abstract boolean reaches(double value, double target);

    /** A value that is only a little worse: one point of accuracy, or a loss 5 % higher. */
    abstract double nearly(double value);

    /** Accuracy, unless no evaluation has one. */
    static Metric of(List<Evaluation> evaluations) {
        boolean accuracy = evaluations.stream()
                .anyMatch(evaluation -> !Double.isNaN(evaluation.test().accuracy()));
        return accuracy ? ACCURACY : LOSS;
    }
}
