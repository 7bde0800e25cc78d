package org.tersegrad.convergence.training.run;

import java.util.Arrays;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Score;

/** The gradients that one thread computes, and what their losses have come to since the last evaluation. */
final class BatchGradients {
    private final Learner learner;
    private final int batch;
    private double losses;
    private int count;
    private boolean diverged;

    BatchGradients(Run run) {
        batch = run.settings.batch();
        learner = run.problem.learner(batch);
    }

    /**
     * The gradient of a batch.
     *
     * @param gradient modified: zeros if the loss or an element is not finite, since others who wait for it cannot know: the run ends
     *     for all at the next evaluation
     */
    void compute(float[] parameters, int[] examples, float[] gradient) {
        double loss = learner.gradient(parameters, examples, 0, batch, gradient);
        if (!Double.isFinite(loss) || !WorkerModel.isFinite(gradient)) {
            diverged = true;
            Arrays.fill(gradient, 0f);
        }
        losses += loss;
        count++;
    }

    /**
     * The gradient of a batch at another model, whose loss does not count.
     *
     * @param gradient modified
     */
    void repeat(float[] parameters, int[] examples, float[] gradient) {
        double unused = learner.gradient(parameters, examples, 0, batch, gradient);
    }

    Score test(float[] parameters) {
        return learner.test(parameters);
    }

    /** The mean loss over all batches since the last call of {@link #forget}; NaN if there was none. */
    double meanLoss() {
        return count == 0 ? Double.NaN : losses / count;
    }

    void forget() {
        losses = 0;
        count = 0;
    }

    /** Whether a loss or a gradient was not finite. */
    boolean diverged() {
        return diverged;
    }
}
