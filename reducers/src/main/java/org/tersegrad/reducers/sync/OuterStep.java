package org.tersegrad.reducers.sync;

import java.util.Locale;
import org.tersegrad.reducers.internal.DescentLimits;

/**
 * A step of the model x that all workers agree on, along the mean difference D between x and the workers' models.
 *
 * <pre>
 *   local     x = x − rate D: with rate 1 the average of all models
 *   diloco    m = mu m + D;   x = x − rate (D + mu m)
 *   fedavg    x = x − rate D, where workers count by their examples; so they do below
 *   fedavgm   m = mu m + D;   x = x − rate m                        (T.-M. H. Hsu, H. Qi, M. Brown, 2019)
 *   fedadam   m = mu m + (1 − mu) D;   v = 0.99 v + 0.01 D²;   x = x − rate m / (sqrt(v) + 0.001)      (S. Reddi and others, 2021)
 * </pre>
 *
 * @param rate above 0
 * @param momentum 0 to below 1
 */
public record OuterStep(Kind kind, float rate, float momentum) {
    private static final float ADAM_DECAY = 0.99f;
    private static final float ADAM_FLOOR = 0.001f;

    /** The formula of an outer step, with its usual rate and momentum. */
    public enum Kind {
        /** The average of all models. */
        LOCAL(1, 0, false),
        /** A step with Nesterov's momentum. */
        DILOCO(0.7f, 0.9f, false),
        /** The average by examples. */
        FEDAVG(1, 0, true),
        /** A step with momentum. */
        FEDAVGM(1, 0.9f, true),
        /** A step in units of the difference's usual size. */
        FEDADAM(0.03f, 0.9f, true);

        private final float usualRate;
        private final float usualMomentum;
        private final boolean byExamples;

        Kind(float usualRate, float usualMomentum, boolean byExamples) {
            this.usualRate = usualRate;
            this.usualMomentum = usualMomentum;
            this.byExamples = byExamples;
        }

        /** The rate of its authors' experiments. */
        public float usualRate() {
            return usualRate;
        }

        /** The momentum of its authors' experiments. */
        public float usualMomentum() {
            return usualMomentum;
        }

        /** Whether a worker counts by its examples. */
        public boolean byExamples() {
            return byExamples;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public OuterStep {
        DescentLimits.requireRate(rate);
        DescentLimits.requireMomentum(momentum);
    }

    /** The step with its usual rate and momentum. */
    public static OuterStep of(Kind kind) {
        return new OuterStep(kind, kind.usualRate, kind.usualMomentum);
    }

    /** The numbers that are remembered for each parameter. */
    int arrays() {
        return switch (kind) {
            case LOCAL, FEDAVG -> 0;
            case DILOCO, FEDAVGM -> 1;
            case FEDADAM -> 2;
        };
    }

    /**
     * One step of one parameter.
     *
     * @param memory modified: {@link #arrays} of them, at the place of the parameter
     * @return the decrease of the parameter
     */
    float step(float mean, float[][] memory, int at) {
        switch (kind) {
            case LOCAL, FEDAVG -> {
                return rate * mean;
            }
            case DILOCO -> {
                memory[0][at] = momentum * memory[0][at] + mean;
                return rate * (mean + momentum * memory[0][at]);
            }
            case FEDAVGM -> {
                memory[0][at] = momentum * memory[0][at] + mean;
                return rate * memory[0][at];
            }
            case FEDADAM -> {
                memory[0][at] = momentum * memory[0][at] + (1 - momentum) * mean;
                memory[1][at] = ADAM_DECAY * memory[1][at] + (1 - ADAM_DECAY) * (mean * mean);
                return rate * memory[0][at] / ((float) Math.sqrt(memory[1][at]) + ADAM_FLOOR);
            }
        }
        throw new AssertionError(kind);
    }
}
