package org.tersegrad.errorfeedback;

import java.util.Arrays;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * Error feedback for training with momentum, as in deep gradient compression: each worker applies the momentum to its own
 * gradients before anything is dropped. The optimizer that gets the payloads must not apply it again.
 *
 * <pre>
 *   u = m u + g,   sent = C(v + u),   v = v + u − sent          u = v = 0 at first
 *   with masking:  u = 0 where something was sent               an element that was sent starts afresh
 *
 *   without masking, everything sent + v = the sum of all u;    m = 0 is {@link ErrorFeedback}
 * </pre>
 *
 * <p>The other parts of deep gradient compression are wrappers: a schedule that keeps more at first goes inside, clipping at
 * a worker's share of the norm, which is norm / √workers, outside. Weight decay, if any, is added to the gradient before.
 *
 * <pre>
 *   topk(0.001)+warmup(stages=4,steps=100)+dgc(0.9)+clip(1.0,workers=8)
 * </pre>
 *
 * <p>The residual, v, is in units of the gradient, as in {@link ErrorFeedback}; u is no residual and is not scaled when the
 * learning rate changes.
 *
 * <p>Y. Lin, S. Han, H. Mao, Y. Wang, W. J. Dally, <i>Deep gradient compression</i>, 2018.
 *
 * @param inner C; one that does not remember itself
 * @param momentum m, at least 0 and below 1
 * @param masking whether u is set to 0 where something was sent, so that it does not lead on in an old direction
 */
public record MomentumCorrection(Compressor inner, float momentum, boolean masking) implements Compressor {
    /** Default of {@code dgc}. */
    public static final float USUAL_MOMENTUM = 0.9f;

    public MomentumCorrection {
        Feedback.requireForgetful(inner);
        if (!(momentum >= 0 && momentum < 1)) {
            throw new IllegalArgumentException("momentum is at least 0 and below 1, this is " + momentum);
        }
        momentum += 0f; // −0 becomes 0
    }

    /** Momentum correction with momentum 0.9 and masking. */
    public static MomentumCorrection over(Compressor inner) {
        return new MomentumCorrection(inner, USUAL_MOMENTUM, true);
    }

    /** The same with another momentum. */
    public MomentumCorrection withMomentum(float newMomentum) {
        return new MomentumCorrection(inner, newMomentum, masking);
    }

    /** The same with u going on where something was sent. */
    public MomentumCorrection withoutMasking() {
        return new MomentumCorrection(inner, momentum, false);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new CorrectedEncoder(shape, seed);
    }

    private final class CorrectedEncoder extends Feedback {
        private final Residual residual;
        private final FloatSlice sent;
        /** u, and the u of the current step until that is sent. */
        private FloatSlice velocity;

        private FloatSlice next;

        CorrectedEncoder(Shape shape, Seed seed) {
            super(MomentumCorrection.this, inner, shape, seed);
            residual = part(new Residual(shape.size()));
            velocity = FloatSlice.of(new float[shape.size()]);
            savedArray(() -> velocity.array());
            next = FloatSlice.of(new float[shape.size()]);
            sent = FloatSlice.of(new float[masking ? shape.size() : 0]);
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            payload.clear();
            gradient.requireLength(velocity.length());
            Vectors.copy(gradient, next.array());
            Vectors.combination(momentum, velocity.array(), 1f, next.array(), next.array());
            encodeNext(gradient, payload);
            swap();
            if (masking) {
                mask(payload, velocity.array());
            }
        }

        private void swap() {
            FloatSlice swap = velocity;
            velocity = next;
            next = swap;
        }

        @Override
        public boolean canUndo() {
            return inner().canUndo();
        }

        /** The other array still holds the u from before the step. */
        @Override
        public void undo() {
            inner().undo();
            residual.undo();
            swap();
        }

        /** A velocity that overflows is rejected, which changes nothing, and only then brought back: to look first costs a pass. */
        private void encodeNext(FloatSlice gradient, Payload payload) {
            try {
                inner().encode(next, residual, payload);
            } catch (IllegalArgumentException e) {
                gradient.requireFinite();
                if (Float.isFinite(next.largestMagnitude())) {
                    throw e;
                }
                Vectors.saturate(next.array());
                inner().encode(next, residual, payload);
            }
        }

        private void mask(Payload payload, float[] u) {
            float[] values = sent.array();
            Arrays.fill(values, 0f);
            payload.addTo(sent, 1f);
            Vectors.clearWhereSet(values, u);
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Feedback.remembering(inner.traits(shape), 1f).withKeepsMomentum(true);
    }

    @Override
    public String toString() {
        String settings = (momentum == USUAL_MOMENTUM ? "" : ",momentum=" + Recipe.number(momentum))
                + (masking ? "" : ",masking=false");
        return inner + "+dgc" + (settings.isEmpty() ? "" : "(" + settings.substring(1) + ")");
    }
}
