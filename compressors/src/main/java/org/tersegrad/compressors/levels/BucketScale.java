package org.tersegrad.compressors.levels;

import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.compressors.internal.OrderedSums;

/** The scale of a bucket: measures its elements, then turns them into levels of a step. */
final class BucketScale {
    /** Beyond this the factor comes near the largest float, and elements are scaled by {@link #UP} first. */
    private static final double LARGE_FACTOR = 0x1p100;

    private static final float UP = 0x1p64f;

    private final QuantizerPlan plan;
    private final OrderedSums norms = new OrderedSums();
    private final float[] adjusted = new float[LevelsFormat.ELEMENTS];
    private float largest;
    private float limit;
    private float step;
    private float factor;
    private float up;

    BucketScale(QuantizerPlan plan) {
        this.plan = plan;
    }

    /**
     * Looks at all elements of a bucket; {@link #step} is then that of their own norm.
     *
     * @param values not modified
     * @param key the largest of the elements
     */
    void look(float[] values, int at, int count, int key) {
        largest = Float.intBitsToFloat(key);
        limit = Float.MAX_VALUE;
        if (plan.clip() > 0) {
            limit = (float) (plan.clip() * deviation(values, at, count));
            largest = Math.min(largest, limit);
        }
        // A norm below its largest element can only be a rounding error.
        double norm = plan.euclidean() ? Math.max(largest, norms.euclidean(values, at, count, key)) : largest;
        step = QuantizerPlan.step(norm, plan.levels());
    }

    /** Goes back to a bucket that was looked at: its largest element and its limit. */
    void recall(float itsLargest, float itsLimit) {
        largest = itsLargest;
        limit = itsLimit;
    }

    /**
     * Prepares for rounding to multiples of a step.
     *
     * @param chosen that of {@link #look}, or a larger one
     */
    void use(float chosen) {
        step = chosen;
        double exact = step == 0 ? 0 : Math.scalb(1.0, plan.fraction()) / step;
        up = exact > LARGE_FACTOR ? UP : 1f;
        factor = (float) (exact / up);
        if (plan.random()) {
            int top = plan.levels() << plan.fraction();
            while (largest * up * factor > top) {
                factor = Math.nextDown(factor);
            }
        }
    }

    /** The standard deviation about the mean. */
    private static double deviation(float[] values, int at, int count) {
        double sum = 0;
        for (int i = at; i < at + count; i++) {
            sum += values[i];
        }
        double mean = sum / count;
        double squares = 0;
        for (int i = at; i < at + count; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
        }
        return Math.sqrt(squares / count);
    }

    /**
     * Elements as they are to be multiplied by {@link #factor}: {@code values} itself, or an array of this one's with clipped
     * or enlarged elements from 0 on.
     *
     * @param values not modified
     * @param count that of a block at most
     */
    float[] adjusted(float[] values, int at, int count) {
        if (plan.clip() == 0 && up == 1f) {
            return values;
        }
        for (int i = 0; i < count; i++) {
            adjusted[i] = Math.max(-limit, Math.min(limit, values[at + i])) * up;
        }
        return adjusted;
    }

    /**
     * Multiplies elements by {@link #factor}, adjusted.
     *
     * @param values not modified
     * @param products modified in {@code [to, to + count)}
     */
    void multiply(float[] values, int at, int count, float[] products, int to) {
        float[] source = adjusted(values, at, count);
        AdditionKernels.MULTIPLY.at(count).multiply(source, source == values ? at : 0, count, factor, products, to);
    }

    /** The largest magnitude, after clipping. */
    float largest() {
        return largest;
    }

    /** The magnitude at which elements are clipped. */
    float limit() {
        return limit;
    }

    /** The value of one level. */
    float step() {
        return step;
    }

    /** The factor that an element is multiplied by before rounding. */
    float factor() {
        return factor;
    }
}
