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
 *
 * <p>Senders that take only a part of an increment into their estimate say so in their {@link Traits}, and the mirror does the same:
 *
 * <pre>
 *   g = h + nu q          what is read, once a step
 *   h = h + lambda q      what the next step starts from
 * </pre>
 */
public final class Mirror extends SavedState {
    private final Weights weights;
    /** Whether g is not simply the next h. */
    private final boolean ahead;
    /** h. */
    private final FloatSlice shift;
    /** g, which is h again once it has been read; the same array if lambda = nu for all n. */
    private final FloatSlice estimate;

    /**
     * The share of an increment that counts.
     *
     * @param lambda in the estimate of the next step, above 0
     * @param nu in the gradient of this step, above 0, for one of infinitely many senders
     * @param omega variance of one sender's increment, for nu / (1 + omega / n) with n senders; 0 if nu is the same for all n
     */
    public record Weights(float lambda, float nu, float omega) {
        /** All of it. */
        public static final Weights ALL = new Weights(1f, 1f, 0f);

        /** nu for a payload that is added with this weight, 1/n for each of n senders. */
        float nu(float weight) {
            return (float) (nu / (1 + (double) omega * Math.abs(weight)));
        }
    }

    /** A zero mirror for a tensor of this shape, of estimates that take all of each increment. */
    public Mirror(Shape shape) {
        this(shape, Weights.ALL);
    }

    /** A zero mirror of the estimates that this compressor's encoders keep. */
    public Mirror(Compressor sender, Shape shape) {
        this(shape, sender.traits(shape).increments().orElse(Weights.ALL));
    }

    private Mirror(Shape shape, Weights weights) {
        super("mirror", shape);
        this.weights = weights;
        shift = FloatSlice.of(saved(new float[shape.size()]));
        ahead = weights.omega != 0 || weights.lambda != weights.nu;
        estimate = ahead ? FloatSlice.of(saved(new float[shape.size()])) : shift;
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
        increment.addDecodedTo(shift, weight * weights.lambda);
        Finite.saturate(shift.array(), 0, shift.length());
        if (ahead) {
            increment.addDecodedTo(estimate, weight * weights.nu(weight));
            Finite.saturate(estimate.array(), 0, estimate.length());
        }
    }

    /**
     * The same as {@link #addTo(FloatSlice, float)} for a tensor of 16-bit floats, or in a buffer.
     *
     * @param target modified: {@code target += weight * estimate}
     */
    public void addTo(Slice target, float weight) {
        target.requireWritable();
        FloatSlice sums = target.floats();
        addTo(sums, weight);
        target.set(sums);
    }

    /**
     * Adds the estimate, which is the gradient of this step as far as the receiver knows, and ends the step.
     *
     * @param target modified: {@code target += weight * estimate}
     */
    public void addTo(FloatSlice target, float weight) {
        target.requireLength(estimate.length());
        AdditionKernels.ADD_SCALED
                .at(estimate.length())
                .addScaled(estimate.array(), 0, estimate.length(), weight, target.array(), target.offset());
        if (ahead) {
            System.arraycopy(shift.array(), 0, estimate.array(), 0, shift.length());
        }
    }
}
