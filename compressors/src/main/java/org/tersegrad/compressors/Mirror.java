package org.tersegrad.compressors;

import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.compressors.internal.Finite;

/**
 * A receiver's copy of the estimates whose increments it gets: their mean over all workers, if each worker's payloads are added
 * with weight 1/n; the estimate of one worker, bit for bit, if only its payloads are added, with weight 1.
 *
 * <pre>{@code
 * Mirror mirror = new Mirror(shape);                // zero, as the estimates are at first
 * for (...) {                                       // each step
 *     for (Payload payload : fromAllWorkers) {
 *         mirror.add(payload, 1f / workers);
 *     }
 *     mirror.addTo(parameters, -rate);
 * }
 * }</pre>
 */
public final class Mirror extends SavedState {
    private final FloatSlice estimate;

    /** A zero mirror for a tensor of this shape. */
    public Mirror(Shape shape) {
        super("mirror", shape);
        estimate = FloatSlice.of(saved(new float[shape.size()]));
    }

    /**
     * Takes in an increment. An estimate that overflows stays at the largest float, as the sender's does.
     *
     * @param increment not modified
     * @param weight finite
     * @throws IllegalArgumentException if the payload is a gradient, or of another length
     */
    public void add(Payload increment, float weight) {
        increment.requireMessage();
        if (!increment.isIncrement()) {
            throw new IllegalArgumentException(
                    "the payload is a gradient, not an increment of an estimate; read it with Payload.addTo");
        }
        if (!Float.isFinite(weight)) {
            throw new IllegalArgumentException("a weight is finite, this is " + weight);
        }
        increment.addDecodedTo(estimate, weight);
        Finite.saturate(estimate.array(), 0, estimate.length());
    }

    /**
     * Adds the estimate, which is the gradient of this step as far as the receiver knows.
     *
     * @param target modified: {@code target += weight * estimate}
     */
    public void addTo(FloatSlice target, float weight) {
        target.requireLength(estimate.length());
        AdditionKernels.ADD_SCALED
                .at(estimate.length())
                .addScaled(estimate.array(), 0, estimate.length(), weight, target.array(), target.offset());
    }
}
