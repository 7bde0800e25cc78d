package org.tersegrad.compressors;

/**
 * The elements that a sparse payload carries; all others are 0.
 *
 * @param indices of the elements, in the order of the payload: increasing, but for those that a seed chose at random
 * @param values as many, decoded
 */
@SuppressWarnings("ArrayRecordComponent") // copies for the caller, who may do with them as it likes
public record SparseEntries(int[] indices, float[] values) {}
