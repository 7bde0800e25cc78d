package org.tersegrad.compressors;

/**
 * The levels of a quantizer: element i is {@code steps[i / bucket] * levels[i]}.
 *
 * @param levels one for each element
 * @param steps one for each bucket
 * @param bucket how many elements share a step; the last bucket may have fewer
 */
@SuppressWarnings("ArrayRecordComponent") // copies for the caller, who may do with them as it likes
public record QuantizedLevels(int[] levels, float[] steps, int bucket) {}
