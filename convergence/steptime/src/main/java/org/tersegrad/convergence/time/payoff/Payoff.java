package org.tersegrad.convergence.time.payoff;

/**
 * The effect of a recipe on the step of a model on one network.
 *
 * @param recipe as it prints
 * @param workers in the group
 * @param gradients how close the averaged ones are to the mean of all: {@link #EXACT}, {@link #ROUNDED}, unbiased, biased, or kept close
 *     by error feedback. Only exact ones are sure to learn the same
 * @param plainSeconds of a step in which nothing overlaps
 * @param seconds of a step in which the exchange overlaps the backward pass in the best groups
 * @param groups how many these are
 * @param encodeSeconds of all tensors
 * @param wireSeconds of all tensors in one exchange
 * @param addSeconds of all tensors
 * @param bytesSent by the worker that sends most
 * @param plainBreakEven the bandwidth, in bits a second, below which the recipe is faster than 32-bit floats if nothing overlaps; 0 if
 *     nowhere, infinite if everywhere
 * @param breakEven the same with the best groups for both
 */
public record Payoff(
        String recipe,
        int workers,
        String gradients,
        double plainSeconds,
        double seconds,
        int groups,
        double encodeSeconds,
        double wireSeconds,
        double addSeconds,
        double bytesSent,
        double plainBreakEven,
        double breakEven) {
    /** The gradients of 32-bit floats. */
    public static final String EXACT = "exact";

    /** The gradients of 16-bit floats. */
    public static final String ROUNDED = "rounded";

    /** Whether training with them may end elsewhere than with the mean of all gradients. */
    public boolean changesTraining() {
        return !gradients.equals(EXACT) && !gradients.equals(ROUNDED);
    }
}
