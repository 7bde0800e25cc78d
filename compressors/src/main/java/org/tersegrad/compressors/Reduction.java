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
}
