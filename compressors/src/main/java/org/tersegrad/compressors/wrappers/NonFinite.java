package org.tersegrad.compressors.wrappers;

import java.util.Locale;
import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Preparation;

/**
 * What to do with a gradient that has infinities or NaNs, other than to refuse it.
 *
 * @param inner gets finite gradients only
 * @param policy what becomes of others
 */
public record NonFinite(Compressor inner, Policy policy) implements Compressor {
    /** What becomes of a gradient that is not finite. */
    public enum Policy {
        /** Elements that are not finite count as 0. */
        ZERO,
        /** The whole gradient counts as 0, as when a step is skipped after an overflow. */
        SKIP
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new PreprocessingEncoder(
                inner.encoder(shape, seed), shape, Preparation.nonFinite(policy == Policy.SKIP));
    }

    @Override
    public boolean remembers() {
        return inner.remembers();
    }

    @Override
    public boolean sendsIncrements(Shape shape) {
        return inner.sendsIncrements(shape);
    }

    @Override
    public boolean keepsMomentum() {
        return inner.keepsMomentum();
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Optional<String> caution(Shape shape) {
        return inner.caution(shape);
    }

    @Override
    public Guarantee guarantee(Shape shape) {
        return inner.guarantee(shape);
    }

    @Override
    public String toString() {
        return inner + "+nonfinite(" + policy.name().toLowerCase(Locale.ROOT) + ")";
    }
}
