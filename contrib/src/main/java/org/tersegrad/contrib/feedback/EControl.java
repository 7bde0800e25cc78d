package org.tersegrad.contrib.feedback;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.errorfeedback.EfBv;
import org.tersegrad.errorfeedback.ErrorFeedback;

/**
 * A scheme between {@link ErrorFeedback} and EF21, an {@link EfBv}: an estimate on both sides as in the one, and a residual of what the
 * estimate lacked in all steps, which enters with a small weight. Payloads are increments, for a {@link
 * org.tersegrad.compressors.Mirror}; the step that is taken is the whole estimate.
 *
 * <pre>
 *   sent = C(eta e + g − h),   e = e + g − h − sent,   h = h + sent          e = h = 0 at first
 *   the sum of h over all steps + e = everything produced;    eta = 0 is EF21
 * </pre>
 *
 * <p>It needs neither large batches nor similar data on all workers. The residual, e, is in units of the gradient, as in
 * {@link ErrorFeedback}.
 *
 * <p>Y. Gao, R. Islamov, S. Stich, <i>EControl: fast distributed optimization with compression and error control</i>, 2023.
 *
 * @param inner C; contractive, and one that does not remember itself
 * @param eta weight of e, 0 to 1
 */
public record EControl(Compressor inner, float eta) implements Compressor {
    /** Default of {@code econtrol}. */
    public static final float USUAL_ETA = 0.1f;

    /** Below it, decoded payloads are less than 2^103, and their sums with any float do not overflow. */
    private static final float LARGE = 0x1p64f;

    private static final int BLOCK = 4096;

    public EControl {
        inner.traits(Traits.ANY_SHAPE).requireErrorFeedback(inner);
        if (!(eta >= 0 && eta <= 1)) {
            throw new IllegalArgumentException("eta is from 0 to 1, this is " + eta);
        }
        eta += 0f; // −0 becomes 0
    }

    /** EControl with weight 0.1. */
    public static EControl over(Compressor inner) {
        return new EControl(inner, USUAL_ETA);
    }

    /** The same with another weight of the residual. */
    public EControl withEta(float newEta) {
        return new EControl(inner, newEta);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new ControlledEncoder(shape, seed);
    }

    private final class ControlledEncoder extends SavedState implements Encoder {
        private final Encoder encoder;
        private final FloatSlice estimate;
        private final FloatSlice residual;
        /** g − h of the current step. */
        private final FloatSlice difference;

        private final FloatSlice wanted;

        ControlledEncoder(Shape shape, Seed seed) {
            super(EControl.this, shape);
            encoder = saved(inner.encoder(shape, seed));
            estimate = FloatSlice.of(saved(new float[shape.size()]));
            residual = FloatSlice.of(new float[shape.size()]);
            residualArray(residual::array);
            difference = FloatSlice.of(new float[shape.size()]);
            wanted = FloatSlice.of(new float[shape.size()]);
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            payload.clear();
            gradient.requireLength(estimate.length());
            System.arraycopy(gradient.array(), gradient.offset(), difference.array(), 0, difference.length());
            combine(1f, difference, -1f, estimate, difference);
            combine(eta, residual, 1f, difference, wanted);
            // Where the difference is large and wanted is not, it and e have opposite signs, and their sum does not
            // overflow.
            boolean large = !(wanted.largestMagnitude() < LARGE);
            if (large) {
                gradient.requireFinite();
                difference.bound(Float.MAX_VALUE);
                combine(eta, residual, 1f, difference, wanted);
                wanted.bound(Float.MAX_VALUE);
            }
            encoder.encode(wanted, payload);
            combine(1f, residual, 1f, difference, residual);
            if (large) {
                residual.bound(Float.MAX_VALUE);
            }
            payload.addTo(residual, -1f);
            payload.addTo(estimate, 1f);
            if (large) {
                residual.bound(Float.MAX_VALUE);
                estimate.bound(Float.MAX_VALUE);
            }
            payload.markIncrement();
        }
    }

    /** {@code target = a * x + b * y}, a block at a time: a loop over a whole tensor, entered once a step, is compiled late. */
    private static void combine(float a, FloatSlice x, float b, FloatSlice y, FloatSlice target) {
        for (int from = 0; from < target.length(); from += BLOCK) {
            int to = Math.min(from + BLOCK, target.length());
            combine(a, x.array(), b, y.array(), target.array(), from, to);
        }
    }

    private static void combine(float a, float[] x, float b, float[] y, float[] target, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] = a * x[i] + b * y[i];
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return EfBv.ef21(inner).traits(shape);
    }

    @Override
    public String toString() {
        return inner + "+econtrol" + (eta == USUAL_ETA ? "" : "(" + Recipe.number(eta) + ")");
    }
}
