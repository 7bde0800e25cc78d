package org.tersegrad.convergence.training.sync;

import java.util.Locale;

/**
 * What becomes of the mean difference D between an old model x and the workers' new ones.
 *
 * <pre>
 *   local     x = x − D: the average of all models
 *   diloco    m = mu m + D;   x = x − rate (D + mu m)
 *   fedavg    x = x − D, where workers count by their examples; so they do below
 *   fedavgm   m = mu m + D;   x = x − rate m                        (T.-M. H. Hsu, H. Qi, M. Brown, 2019)
 *   fedadam   m = mu m + (1 − mu) D;   v = 0.99 v + 0.01 D²;   x = x − rate m / (sqrt(v) + 0.001)      (S. Reddi and others, 2021)
 * </pre>
 */
public enum OuterStep {
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

    private static final float ADAM_DECAY = 0.99f;
    private static final float ADAM_FLOOR = 0.001f;

    private final float usualRate;
    private final float usualMomentum;
    private final boolean byExamples;

    OuterStep(float usualRate, float usualMomentum, boolean byExamples) {
        this.usualRate = usualRate;
        this.usualMomentum = usualMomentum;
        this.byExamples = byExamples;
    }

    float usualRate() {
        return usualRate;
    }

    float usualMomentum() {
        return usualMomentum;
    }

    /** Whether a worker counts by its examples. */
    public boolean byExamples() {
        return byExamples;
    }

    /** How many numbers are remembered for each parameter. */
    public int arrays() {
        return this == FEDADAM ? 2 : this == DILOCO || this == FEDAVGM ? 1 : 0;
    }

    /**
     * One step of one parameter.
     *
     * @param memory modified: {@link #arrays} of them, at the place of the parameter
     * @return what the parameter falls by
     */
    public float step(float mean, float rate, float momentum, float[][] memory, int at) {
        switch (this) {
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
        throw new AssertionError(this);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
