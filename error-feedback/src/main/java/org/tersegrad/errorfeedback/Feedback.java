package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/** What the encoders of this package have in common: one inside, and a residual beside it that is saved together with it. */
abstract class Feedback extends SavedState implements Encoder {
    private final Encoder inner;

    Feedback(Compressor recipe, Compressor inner, Shape shape, Seed seed) {
        super(recipe, shape);
        this.inner = inner.encoder(shape, seed);
    }

    final Encoder inner() {
        return inner;
    }

    /** How many bytes {@link #saveMemory} writes. */
    abstract long memoryBytes();

    abstract void saveMemory(ByteBuffer out);

    abstract void restoreMemory(ByteBuffer in);

    @Override
    protected final long contentBytes() {
        return inner.stateBytes() + memoryBytes();
    }

    @Override
    protected final void saveContent(ByteBuffer out) {
        inner.save(out);
        saveMemory(out);
    }

    @Override
    protected final void restoreContent(ByteBuffer in) {
        inner.restore(in);
        restoreMemory(in);
    }

    static void requireForgetful(Compressor inner) {
        inner.traits(Traits.ANY_SHAPE).requireErrorFeedback(inner);
    }

    /**
     * Traits of a compressor that keeps a residual. A single step has no guarantee; what is promised is the sum over all steps.
     *
     * @param kept the share of a residual that is left in the next step, 0 to 1
     */
    static Traits residual(Compressor inner, Shape shape, float kept) {
        return inner.traits(shape)
                .withGuarantee(Guarantee.NONE)
                .withRemembers(true)
                .andCaution(growth(inner, shape, kept));
    }

    /** Traits of a compressor that sends increments of an estimate, which are no gradients. */
    static Traits estimate(Compressor inner, Shape shape) {
        return residual(inner, shape, 1f).withSendsIncrements(true);
    }

    /**
     * A warning of residuals that grow. Unbiased with omega below 1 is contractive, too, with delta 1 − omega; from 1 on, the
     * error of a step may be as large as all that was given to the compressor, the residual of earlier steps included.
     *
     * @param kept what is left of a residual in the next step, 0 to 1
     */
    static Optional<String> growth(Compressor inner, Shape shape, float kept) {
        return inner.traits(shape).guarantee() instanceof Guarantee.Unbiased unbiased
                        && kept * kept * unbiased.omega() >= 1
                ? Optional.of(inner + " is " + unbiased + ", so its residuals may grow without end; with a contractive"
                        + " compressor, or omega below 1, they do not")
                : Optional.empty();
    }

    static void requireFraction(String name, float value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " is from 0 to 1, this is " + value);
        }
    }
}
