package org.tersegrad.convergence.training.run;

/**
 * The relative distance of an averaged gradient r from the exact mean of the gradients:
 *
 * <pre>
 *   |mean of g over the workers − r| / |mean of g over the workers|
 * </pre>
 *
 * <p>Both norms are Euclidean, over all tensors of the model. It takes the gradients of all workers in one place: a
 * run measures it in the last step of an epoch, and does not count what that sends.
 */
final class CompressionError {
    private CompressionError() {}

    /**
     * Adds in double, worker by worker, so that the same run has the same error each time.
     *
     * @param gradients not modified: what the workers have given to the reduction
     * @param reduced not modified: what the reduction has given to each of them
     * @return NaN if the mean is 0, or there are no gradients yet
     */
    static double of(float[][] gradients, float[] reduced) {
        double difference = 0;
        double whole = 0;
        for (int i = 0; i < gradients[0].length; i++) {
            double sum = 0;
            for (float[] gradient : gradients) {
                sum += gradient[i];
            }
            double mean = sum / gradients.length;
            difference += (mean - reduced[i]) * (mean - reduced[i]);
            whole += mean * mean;
        }
        return whole == 0 ? Double.NaN : Math.sqrt(difference / whole);
    }
}
