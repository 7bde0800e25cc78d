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
        double testAccuracy) {}
