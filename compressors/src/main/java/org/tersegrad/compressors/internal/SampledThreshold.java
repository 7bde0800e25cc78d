package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.CounterRandom;

/**
 * The threshold of Deep Gradient Compression: the magnitude above which k of d elements are expected, guessed from a random
 * sample of n elements, drawn with replacement.
 *
 * <pre>
 *   threshold = the ceil(k n / d)-th largest magnitude of the sample
 *   while fewer than 0.8 k elements reach it:   threshold = 0.8 threshold, or the next magnitude below if that is less
 *   of more than k elements the k largest stay
 * </pre>
 *
 * <p>The authors' code lowers and raises the threshold in this way up to ten times, and then takes the first k. Here the lower limit
 * always holds, and the k largest are known, so there is no need to raise it.
 *
 * <p>Y. Lin and others, <i>Deep gradient compression: reducing the communication bandwidth for distributed training</i>, 2018.
 */
public final class SampledThreshold {
    /** The share of the elements wanted that is sent at least, and the factor of a threshold that is too high. */
    private static final float LEAST_SHARE = 0.8f;

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

    /** The least number of elements that reach the threshold if {@code count} are wanted. */
    public static int least(int count) {
        return (int) Math.ceil(LEAST_SHARE * (double) count);
    }

    /**
     * Leaves only those indices whose elements reach the threshold, in their order.
     *
     * @param seed of this step
     * @param values not modified; finite
     * @param indices modified: the first ones stay
     * @return how many are left, {@link #least} or more
     */
    public int keep(long seed, float[] values, int offset, int[] indices, int count) {
        float threshold = threshold(seed, values, offset);
        while (true) {
            int reached = 0;
            float next = 0f;
            for (int i = 0; i < count; i++) {
                float magnitude = Math.abs(values[offset + indices[i]]);
                reached += magnitude >= threshold ? 1 : 0;
                next = Math.max(next, magnitude >= threshold ? 0f : magnitude);
            }
            if (reached >= least(count)) {
                break;
            }
            threshold = Math.min(LEAST_SHARE * threshold, next); // the second, so that each round reaches more
        }
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
