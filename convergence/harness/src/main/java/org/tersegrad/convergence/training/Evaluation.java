package org.tersegrad.convergence.training;

/**
 * What one run had come to at one moment: a row of {@code results.csv}.
 *
 * @param recipe as it prints
 * @param seed of the run
 * @param step gradients averaged so far
 * @param epoch passes over the training examples so far
 * @param bitsSent by one worker so far, in the mean over workers
 * @param bitsReceived by one worker so far, in the mean over workers
 * @param wallMillis since the run began; the only column that differs when a run is repeated
 * @param trainLoss mean over the steps since the last evaluation
 * @param testLoss on the test examples
 * @param testAccuracy 0 to 1; not a number where nothing is right or wrong
 * @param residualNorm the Euclidean norm of a worker's residuals over all tensors, in the mean over workers; 0 where a recipe
 *     keeps none
 * @param compressionError how far the averaged gradient of the last step is from the mean of the workers' gradients: the norm of
 *     the difference, divided by the norm of that mean. What error feedback adds and what a sign takes away count as they are.
 *     Not a number before the first step, or if that mean is 0
 * @param consensusDistance how far workers' models are from their mean, the root of the mean square over workers; 0 where all have
 *     the same model
 * @param virtualSeconds what the virtual clock of the workers shows; not a number where steps have no times
 */
public record Evaluation(
        String recipe,
        long seed,
        int step,
        double epoch,
        long bitsSent,
        long bitsReceived,
        long wallMillis,
        double trainLoss,
        double testLoss,
        double testAccuracy,
        double residualNorm,
        double compressionError,
        double consensusDistance,
        double virtualSeconds) {
    /** The same under another name. */
    public Evaluation named(String other) {
        return new Evaluation(
                other,
                seed,
                step,
                epoch,
                bitsSent,
                bitsReceived,
                wallMillis,
                trainLoss,
                testLoss,
                testAccuracy,
                residualNorm,
                compressionError,
                consensusDistance,
                virtualSeconds);
    }

    /** An evaluation without a virtual clock. */
    public Evaluation(
            String recipe,
            long seed,
            int step,
            double epoch,
            long bitsSent,
            long bitsReceived,
            long wallMillis,
            double trainLoss,
            double testLoss,
            double testAccuracy,
            double residualNorm,
            double compressionError,
            double consensusDistance) {
        this(
                recipe,
                seed,
                step,
                epoch,
                bitsSent,
                bitsReceived,
                wallMillis,
                trainLoss,
                testLoss,
                testAccuracy,
                residualNorm,
                compressionError,
                consensusDistance,
                Double.NaN);
    }

    /** An evaluation of which nobody measured residuals, compression and consensus: those are not numbers. */
    public Evaluation(
            String recipe,
            long seed,
            int step,
            double epoch,
            long bitsSent,
            long bitsReceived,
            long wallMillis,
            double trainLoss,
            double testLoss,
            double testAccuracy) {
        this(
                recipe,
                seed,
                step,
                epoch,
                bitsSent,
                bitsReceived,
                wallMillis,
                trainLoss,
                testLoss,
                testAccuracy,
                Double.NaN,
                Double.NaN,
                Double.NaN);
    }
}
