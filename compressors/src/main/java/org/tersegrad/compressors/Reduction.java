package org.tersegrad.compressors;

/** Averages the gradients of one tensor over a group, step after step. All workers of the group call it together. */
public interface Reduction {
    /**
     * Averages a gradient.
     *
     * @param gradient modified: this worker's before, the mean of all afterwards, with the same bits on every worker
     * @return how many bits this worker sent for it
     * @throws IllegalArgumentException if the length is not that of the shape, or an element is not finite
     */
    long reduce(FloatSlice gradient);

    /**
     * Averages a gradient together with what is owed, and remembers what this worker's part in the mean lacks of the two.
     *
     * <pre>
     *   sum = owed + gradient;   gradient = mean of what was sent of all sums;   owed = sum − what was sent of this one
     * </pre>
     *
     * @param gradient modified: this worker's before, the mean of all afterwards, with the same bits on every worker
     * @param memory modified, unless the gradient is refused; as long as the gradient
     * @return how many bits this worker sent for it
     */
    long reduce(FloatSlice gradient, Memory memory);
}
