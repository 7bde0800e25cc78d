package org.tersegrad.convergence.time.payoff;

/**
 * The effect of a recipe on the step of a model on one network.
 *
 * @param recipe as it prints
 * @param workers in the group
 * @param plainSeconds of a step in which nothing overlaps
 * @param seconds of a step with the fastest usual schedule
 * @param schedule that one
 * @param encodeSeconds of all tensors
 * @param wireSeconds of all tensors in one exchange
 * @param addSeconds of all tensors
 * @param bytesSent by the worker that sends most
 * @param plainBreakEven the bandwidth, in bits a second, below which the recipe is faster than 32-bit floats if nothing overlaps; 0 if
 *     nowhere, infinite if everywhere
 * @param breakEven the same with the fastest usual schedule for both
 */
public record Payoff(
        String recipe,
        int workers,
        double plainSeconds,
        double seconds,
        String schedule,
        double encodeSeconds,
        double wireSeconds,
        double addSeconds,
        double bytesSent,
        double plainBreakEven,
        double breakEven) {}
