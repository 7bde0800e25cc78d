package org.tersegrad.errorfeedback;

import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.Wrapper;
import org.tersegrad.reducers.Reducer;

/**
 * Sends what it can of a gradient and of the residual of earlier steps, and keeps the new residual.
 *
 * <pre>
 *   sent = C(e + g),   e = e + g − sent              e = 0 at first
 *
 *   everything sent + e = everything produced
 *   around a reducer:  everything taken + mean of all workers' e = mean of everything produced
 * </pre>
 *
 * <p>A recipe for which that does not hold is rejected, with the reason that its {@link Traits} give. Around a reducer that is made
 * of compressors, as {@link org.tersegrad.reducers.Gather} and {@link org.tersegrad.reducers.TwoShot} are, it is a residual in each
 * of them.
 *
 * <p><b>The learning rate.</b> The residual is in units of the gradient, and the receiver of a payload multiplies it by the rate of
 * that step. While the rate is constant, that is the method of the papers, where the gradient is multiplied first. When it
 * changes from a to b, {@code encoder.scaleResidual(a / b)} keeps the residual worth what it was; without that, a step that was
 * computed under the old rate is taken at the new one.
 *
 * <p>F. Seide, H. Fu, J. Droppo, G. Li, D. Yu, <i>1-bit stochastic gradient descent and its application to data-parallel
 * distributed training of speech DNNs</i>, 2014. S. U. Stich, J.-B. Cordonnier, M. Jaggi, <i>Sparsified SGD with memory</i>,
 * 2018. S. P. Karimireddy, Q. Rebjock, S. U. Stich, M. Jaggi, <i>Error feedback fixes SignSGD and other gradient compression
 * schemes</i>, 2019.
 *
 * @param decay the share of e that is left when the next gradient is added, 0 to 1; usually 1
 * @param clip the largest magnitude in e, above 0: what is beyond it is forgotten; infinite if all is kept
 */
public record ErrorFeedback(float decay, float clip) implements Wrapper {
    public ErrorFeedback {
        Feedback.requireFraction("decay", decay);
        if (!(clip > 0)) {
            throw new IllegalArgumentException("a magnitude to clip at is above 0, this is " + clip);
        }
        decay += 0f; // −0 becomes 0
    }

    /** Error feedback without decay: nothing is forgotten. */
    public ErrorFeedback() {
        this(1f, Float.POSITIVE_INFINITY);
    }

    /** A compressor with a residual of which nothing is forgotten. */
    public static Compressor over(Compressor inner) {
        return inner.with(new ErrorFeedback());
    }

    /** A reducer with a residual of which nothing is forgotten. */
    public static Reducer over(Reducer inner) {
        return inner.with(new ErrorFeedback());
    }

    /** Forgets a part of the residual in each step. */
    public ErrorFeedback withDecay(float newDecay) {
        return new ErrorFeedback(newDecay, clip);
    }

    /** Forgets the residual of an element beyond a limit. */
    public ErrorFeedback withClip(float newClip) {
        return new ErrorFeedback(decay, newClip);
    }

    private boolean clips() {
        return clip < Float.POSITIVE_INFINITY;
    }

    @Override
    public void requireAround(Object inner, Traits its) {
        its.requireErrorFeedback(inner);
    }

    @Override
    public Work work(Shape shape) {
        return new ResidualWork(shape);
    }

    private final class ResidualWork extends Work {
        private final Residual residual;
        private final Optional<Residual> present;

        ResidualWork(Shape shape) {
            residual = part(new Residual(shape.size(), decay));
            present = Optional.of(residual);
        }

        @Override
        public Optional<Residual> residual() {
            return present;
        }

        @Override
        public void finish() {
            if (clips()) {
                residual.clip(clip);
            }
        }

        @Override
        public boolean canUndo() {
            return true;
        }

        @Override
        public void undo() {
            residual.undo();
        }
    }

    @Override
    public Traits traits(Traits inner) {
        return Feedback.remembering(inner, clips() ? 0f : decay);
    }

    @Override
    public String toString() {
        String settings =
                (decay == 1f ? "" : ",decay=" + Recipe.number(decay)) + (clips() ? ",clip=" + Recipe.number(clip) : "");
        return "ef" + (settings.isEmpty() ? "" : "(" + settings.substring(1) + ")");
    }
}
