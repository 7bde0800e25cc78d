package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.CounterRandom;

/**
 * The threshold of Deep Gradient Compression: the magnitude above which k of d elements are expected, guessed from a random
 * sample of n elements, drawn with replacement.
 *
 * <pre>
 *   threshold = the ceil(k n / d)-th largest magnitude of the sample
 * </pre>
 *
 * <p>Y. Lin and others, <i>Deep gradient compression: reducing the communication bandwidth for distributed training</i>, 2018.
 */
public final class SampledThreshold {
    private final int size;
    private final int[] places;
    private final float[] sample;
    private final int[] largest;
    private final LargestMagnitudes selection;

    /**
     * Allocates all that is needed.
     *
     * @param size of the tensor, 1 or more
     * @param count how many of its elements are wanted, 1 or more
     * @param fraction of the elements that are looked at, above 0, at most 1
     */
    public SampledThreshold(int size, int count, double fraction) {
        this.size = size;
        int drawn = (int) Math.max(1, Math.ceil(fraction * size));
        places = new int[drawn];
        sample = new float[drawn];
        largest = new int[(int) Math.ceil((double) count * drawn / size)];
        selection = new LargestMagnitudes(drawn, largest.length);
    }

    /**
     * Leaves only those indices whose elements reach the threshold, in their order.
     *
     * @param seed of this step
     * @param values not modified; finite
     * @param indices modified: the first ones stay
     * @return how many are left, at least one if one was the index of the largest element
     */
    public int keep(long seed, float[] values, int offset, int[] indices, int count) {
        float threshold = threshold(seed, values, offset);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (Math.abs(values[offset + indices[i]]) >= threshold) {
                indices[kept++] = indices[i];
            }
        }
        return kept;
    }

    private float threshold(long seed, float[] values, int offset) {
        CounterRandom.fill(seed, 0, places, 0, places.length);
        for (int i = 0; i < places.length; i++) {
            int place = (int) (((places[i] & 0xffffffffL) * size) >>> 32);
            sample[i] = values[offset + place];
        }
        selection.select(sample, 0, largest);
        float least = Float.MAX_VALUE;
        for (int i : largest) {
            least = Math.min(least, Math.abs(sample[i]));
        }
        return least;
    }
}
