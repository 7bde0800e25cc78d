package org.tersegrad.errorfeedback;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.HalfSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;

/**
 * Sends what it can of a gradient and of the residual of earlier steps, and keeps the new residual.
 *
 * <pre>
 *   sent = C(e + g),   e = e + g − sent              e = 0 at first
 *
 *   everything sent + e = everything produced
 * </pre>
 *
 * <p><b>The learning rate.</b> The residual is in units of the gradient, and whoever receives a payload multiplies it by the
 * rate of that step. While the rate is constant, that is the method of the papers, where the gradient is multiplied first.
 * When it changes from a to b, {@code encoder.scaleResidual(a / b)} keeps the residual worth what it was; without that, a
 * step that was computed under the old rate is taken at the new one.
 *
 * <p>F. Seide, H. Fu, J. Droppo, G. Li, D. Yu, <i>1-bit stochastic gradient descent and its application to data-parallel
 * distributed training of speech DNNs</i>, 2014. S. U. Stich, J.-B. Cordonnier, M. Jaggi, <i>Sparsified SGD with memory</i>,
 * 2018. S. P. Karimireddy, Q. Rebjock, S. U. Stich, M. Jaggi, <i>Error feedback fixes SignSGD and other gradient compression
 * schemes</i>, 2019.
 *
 * @param inner C; one that does not remember itself
 * @param decay what is left of e when the next gradient is added, 0 to 1; usually 1
 * @param clip the largest magnitude in e, above 0: what is beyond it is forgotten; infinite if all is kept
 */
public record ErrorFeedback(Compressor inner, float decay, float clip) implements Compressor {
    public ErrorFeedback {
        Feedback.requireForgetful(inner);
        Feedback.requireFraction("decay", decay);
        if (!(clip > 0)) {
            throw new IllegalArgumentException("a magnitude to clip at is above 0, this is " + clip);
        }
        decay += 0f; // −0 becomes 0
    }

    /** Nothing is forgotten. */
    public static ErrorFeedback over(Compressor inner) {
        return new ErrorFeedback(inner, 1f, Float.POSITIVE_INFINITY);
    }

    /**
     * Around a way to average instead of a compressor. If that is made of compressors, as {@link Gather} and
     * {@link org.tersegrad.reducers.TwoShot} are, it is a residual in each of them.
     */
    public static Reducer over(Reducer inner) {
        return inner.withCompressors(ErrorFeedback::over).orElseGet(() -> new FeedbackReducer(inner));
    }

    /** Forgets a part of the residual in each step. */
    public ErrorFeedback withDecay(float newDecay) {
        return new ErrorFeedback(inner, newDecay, clip);
    }

    /** Forgets the residual of an element beyond a limit. */
    public ErrorFeedback withClip(float newClip) {
        return new ErrorFeedback(inner, decay, newClip);
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new MemoryEncoder(shape, seed);
    }

    private final class MemoryEncoder extends ResidualEncoder {
        MemoryEncoder(Shape shape, Seed seed) {
            super(ErrorFeedback.this, inner, shape, seed, decay);
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            inner().encode(gradient, residual(), payload);
            clip();
        }

        @Override
        public void encode(HalfSlice gradient, Payload payload) {
            inner().encode(gradient, residual(), payload);
            clip();
        }

        private void clip() {
            if (clip < Float.POSITIVE_INFINITY) {
                residual().clip(clip);
            }
        }

        @Override
        public boolean canUndo() {
            return inner().canUndo();
        }

        @Override
        public void undo() {
            inner().undo();
            residual().undo();
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Feedback.residual(inner, shape, clip < Float.POSITIVE_INFINITY ? 0f : decay);
    }

    @Override
    public String toString() {
        String settings = (decay == 1f ? "" : ",decay=" + Recipe.number(decay))
                + (clip == Float.POSITIVE_INFINITY ? "" : ",clip=" + Recipe.number(clip));
        return inner + "+ef" + (settings.isEmpty() ? "" : "(" + settings.substring(1) + ")");
    }
}
