package org.tersegrad.compressors.wrappers;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.internal.Numbers;
import org.tersegrad.compressors.internal.Preparation;

/**
 * Shortens a gradient whose Euclidean norm is too large, before it is compressed.
 *
 * <pre>
 *   C(x) = inner(x min(1, norm / |x|))
 * </pre>
 *
 * @param inner gets the shortened gradient
 * @param norm above 0, finite
 */
public record Clip(Compressor inner, float norm) implements Compressor {
    public Clip {
        Numbers.requireMagnitude(norm, Float.MIN_VALUE, "a norm to clip at is above 0 and finite");
    }

    /**
     * Clips the gradient of one of n workers at its share of a norm, norm / √n: independent gradients that long have a sum
     * of about the norm.
     */
    public static Clip ofWorker(Compressor inner, float norm, int workers) {
        return new Clip(inner, Preparation.shareOfWorker(norm, workers));
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new PreprocessingEncoder(inner.encoder(shape, seed), shape, Preparation.clip(norm));
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape).withGuarantee(Guarantee.NONE);
    }

    @Override
    public String toString() {
        return inner + "+clip(" + Numbers.plain(norm) + ")";
    }
}
