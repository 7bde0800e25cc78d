package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * Keeps an estimate of the gradient on both sides and sends what the estimate lacks. Payloads are increments, for a
 * {@link org.tersegrad.compressors.Mirror}; the step that is taken is the whole estimate.
 *
 * <pre>
 *   v = (1 − eta) v + eta g                          eta = 1: v = g.  In the first step v = g
 *   sent = C(v − h),   h = h + sent                  h = 0 at first; the mirror does the same
 *
 *   for a contractive C and a constant v, h comes closer to v with each step
 * </pre>
 *
 * <p>Unlike {@link ErrorFeedback} it converges to the exact solution when workers have different data, and has no residual: a
 * change of the learning rate needs no attention. Stochastic gradients need an eta below 1, or large batches.
 *
 * <p>P. Richtárik, I. Sokolov, I. Fatkhullin, <i>EF21: a new, simpler, theoretically better, and practically faster error
 * feedback</i>, 2021. I. Fatkhullin, A. Tyurin, P. Richtárik, <i>Momentum provably improves error feedback!</i>, 2023.
 *
 * @param inner C; contractive, and one that does not remember itself
 * @param eta how much of a new gradient goes into v, above 0 and at most 1
 */
public record Ef21(Compressor inner, float eta) implements Compressor {
    /** Default of {@code ef21m}. */
    public static final float USUAL_ETA = 0.1f;

    public Ef21 {
        Feedback.requireForgetful(inner);
        if (!(eta > 0 && eta <= 1)) {
            throw new IllegalArgumentException("eta is above 0 and at most 1, this is " + eta);
        }
    }

    /** EF21 without momentum. */
    public static Ef21 over(Compressor inner) {
        return new Ef21(inner, 1f);
    }

    /** Follows a moving average of the gradients instead of each one. */
    public Ef21 withMomentum(float newEta) {
        return new Ef21(inner, newEta);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new EstimateEncoder(shape, seed);
    }

    private final class EstimateEncoder extends Feedback {
        private final FloatSlice estimate;
        /** v − h, and that of the current step until that is sent. */
        private FloatSlice residual;

        private FloatSlice nextResidual;
        /** v, and the v of the current step until that is sent; of no length if v is the gradient. */
        private float[] average;

        private float[] nextAverage;
        private boolean begun;

        EstimateEncoder(Shape shape, Seed seed) {
            super(Ef21.this, inner, shape, seed);
            int size = shape.size();
            estimate = FloatSlice.of(saved(new float[size]));
            residual = FloatSlice.of(new float[size]);
            residualArray(() -> residual.array()); // how far the estimate is from what it follows
            nextResidual = FloatSlice.of(new float[size]);
            average = new float[eta == 1f ? 0 : size];
            savedArray(() -> average);
            nextAverage = new float[average.length];
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            payload.clear();
            float[] wanted = nextResidual.array();
            Vectors.copy(gradient.requireLength(estimate.length()), wanted);
            if (eta < 1f) {
                float weight = begun ? eta : 1f;
                Vectors.combination(1f - weight, average, weight, wanted, nextAverage);
                Vectors.combination(1f, nextAverage, -1f, estimate.array(), wanted);
            } else {
                Vectors.combination(1f, wanted, -1f, estimate.array(), wanted);
            }
            boolean large = Vectors.large(nextResidual);
            if (large) {
                gradient.requireFinite();
                Vectors.saturate(wanted);
            }
            inner().encode(nextResidual, payload);
            payload.addTo(estimate, 1f);
            payload.addTo(nextResidual, -1f);
            if (large) {
                Vectors.saturate(estimate.array());
                Vectors.saturate(wanted);
            }
            payload.markIncrement();
            swap();
        }

        private void swap() {
            FloatSlice oldResidual = residual;
            residual = nextResidual;
            nextResidual = oldResidual;
            float[] oldAverage = average;
            average = nextAverage;
            nextAverage = oldAverage;
            begun = true;
        }

        /** An estimate is no debt: it is worth the same under another learning rate. */
        @Override
        public void scaleResidual(float factor) {}

        @Override
        protected long contentBytes() {
            return 1;
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            out.put((byte) (begun ? 1 : 0));
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            int flag = in.get();
            if (flag != 0 && flag != 1) {
                throw new MalformedInputException(in.position() - 1, "a flag of " + flag + ", it is 0 or 1");
            }
            begun = flag == 1;
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = Feedback.estimating(inner.traits(shape));
        return traits.withKeepsMomentum(traits.keepsMomentum() || eta < 1);
    }

    @Override
    public String toString() {
        return inner + (eta == 1f ? "+ef21" : "+ef21m" + (eta == USUAL_ETA ? "" : "(" + Recipe.number(eta) + ")"));
    }
}
