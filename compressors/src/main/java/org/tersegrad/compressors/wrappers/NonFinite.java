package org.tersegrad.compressors.wrappers;

import java.util.Locale;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
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
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape);
    }

    @Override
    public String toString() {
        return inner + "+nonfinite(" + policy.name().toLowerCase(Locale.ROOT) + ")";
    }
}
