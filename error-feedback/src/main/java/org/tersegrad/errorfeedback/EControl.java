package org.tersegrad.errorfeedback;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * Between {@link ErrorFeedback} and {@link Ef21}: an estimate on both sides as in the one, and a residual of what the estimate
 * lacked in all steps, which enters with a small weight. Payloads are increments, for a
 * {@link org.tersegrad.compressors.Mirror}; the step that is taken is the whole estimate.
 *
 * <pre>
 *   sent = C(eta e + g − h),   e = e + g − h − sent,   h = h + sent          e = h = 0 at first
 *
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
    /** What {@code econtrol} takes if nothing is given. */
    public static final float USUAL_ETA = 0.1f;

    public EControl {
        Feedback.requireForgetful(inner);
        Feedback.requireFraction("eta", eta);
        eta += 0f; // −0 becomes 0
    }

    /** With weight 0.1. */
    public static EControl over(Compressor inner) {
        return new EControl(inner, USUAL_ETA);
    }

    /** With another weight of the residual. */
    public EControl withEta(float newEta) {
        return new EControl(inner, newEta);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new ControlledEncoder(shape, seed);
    }

    private final class ControlledEncoder extends Feedback {
        private final FloatSlice estimate;
        private final FloatSlice residual;
        /** g − h of the step at hand. */
        private final float[] difference;

        private final FloatSlice wanted;

        ControlledEncoder(Shape shape, Seed seed) {
            super(EControl.this, inner, shape, seed);
            estimate = FloatSlice.of(saved(new float[shape.size()]));
            residual = FloatSlice.of(new float[shape.size()]);
            residualArray(residual::array);
            difference = new float[shape.size()];
            wanted = FloatSlice.of(new float[shape.size()]);
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            payload.clear();
            gradient.requireLength(estimate.length());
            Vectors.copy(gradient, difference);
            Vectors.combination(1f, difference, -1f, estimate.array(), difference);
            Vectors.combination(eta, residual.array(), 1f, difference, wanted.array());
            // Where the difference is large and wanted is not, it and e have opposite signs, and their sum does not
            // overflow.
            boolean large = Vectors.large(wanted);
            if (large) {
                gradient.requireFinite();
                Vectors.saturate(difference);
                Vectors.combination(eta, residual.array(), 1f, difference, wanted.array());
                Vectors.saturate(wanted.array());
            }
            inner().encode(wanted, payload);
            Vectors.combination(1f, residual.array(), 1f, difference, residual.array());
            if (large) {
                Vectors.saturate(residual.array());
            }
            payload.addTo(residual, -1f);
            payload.addTo(estimate, 1f);
            if (large) {
                Vectors.saturate(residual.array());
                Vectors.saturate(estimate.array());
            }
            payload.markIncrement();
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Feedback.estimating(inner.traits(shape));
    }

    @Override
    public String toString() {
        return inner + "+econtrol" + (eta == USUAL_ETA ? "" : "(" + Recipe.number(eta) + ")");
    }
}
