package org.tersegrad.errorfeedback;

import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/** Base class of the encoders that keep more than a residual beside an inner encoder. */
abstract class Feedback extends SavedState implements Encoder {
    private final Encoder inner;

    Feedback(Compressor recipe, Compressor inner, Shape shape, Seed seed) {
        super(recipe, shape);
        this.inner = saved(inner.encoder(shape, seed));
    }

    final Encoder inner() {
        return inner;
    }

    static void requireForgetful(Compressor inner) {
        inner.traits(Traits.ANY_SHAPE).requireErrorFeedback(inner);
    }

    /**
     * Traits of a recipe that keeps a residual. A single step has no guarantee; what is promised is the sum over all steps.
     *
     * <p>Unbiased with omega below 1 is contractive, too, with delta 1 − omega; from 1 on, the error of a step may be as large as
     * all that was given to the compressor, the residual of earlier steps included.
     *
     * @param kept the share of a residual that is left in the next step, 0 to 1
     */
    static Traits remembering(Traits inner, float kept) {
        return remembering(inner, kept * kept * omega(inner) >= 1);
    }

    private static double omega(Traits inner) {
        return inner.guarantee() instanceof Guarantee.Unbiased unbiased ? unbiased.omega() : 0;
    }

    private static Traits remembering(Traits inner, boolean grows) {
        return inner.withGuarantee(Guarantee.NONE)
                .withRemembers(true)
                .andCaution(
                        grows
                                ? Optional.of("the compressor is " + inner.guarantee()
                                        + ", so its residuals may grow without end; with a contractive compressor, or omega"
                                        + " below 1, they do not")
                                : Optional.empty());
    }

    /**
     * Traits of a compressor that sends increments of an estimate, which are no gradients. What the estimate lacks is left in the
     * next step to (1 − lambda)² + lambda² omega of its square, on average.
     */
    static Traits estimating(Traits inner, Mirror.Weights weights) {
        double unsent = 1 - weights.lambda();
        double noise = weights.lambda() * weights.lambda() * omega(inner);
        return remembering(inner, unsent * unsent + noise >= 1).withIncrements(Optional.of(weights));
    }

    static void requireFraction(String name, float value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is from 0 to 1, this is " + value);
        }
    }
}
