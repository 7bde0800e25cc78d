package org.tersegrad.compressors.wrappers;

import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.ForwardingEncoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;

/**
 * Sends small tensors as they are: biases and norms are few bytes, and losing them costs more than it saves.
 *
 * @param inner for all other tensors
 * @param below tensors with fewer elements are sent dense
 * @param vectors whether tensors of one row are sent dense, too
 */
public record SkipSmall(Compressor inner, int below, boolean vectors) implements Compressor {
    public SkipSmall {
        if (below < 0) {
            throw new IllegalArgumentException("a number of elements is 0 or more, this is " + below);
        }
    }

    /** Dense for tensors of fewer elements. */
    public static SkipSmall below(int elements, Compressor inner) {
        return new SkipSmall(inner, elements, false);
    }

    private boolean isSmall(Shape shape) {
        return shape.size() < below || (vectors && shape.rows() <= 1);
    }

    private Compressor chosen(Shape shape) {
        return isSmall(shape) ? new Dense() : inner;
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return ForwardingEncoder.of(this, shape, chosen(shape).encoder(shape, seed));
    }

    @Override
    public int maxBytes(Shape shape) {
        Compressor chosen = chosen(shape);
        // What is sent dense of fewer rows or columns may be longer than what is compressed of more.
        int dense = Math.min(shape.size(), Math.max(below - 1, vectors ? shape.columns() : 0));
        return Math.max(chosen.maxBytes(shape), new Dense().maxBytes(Shape.vector(Math.max(0, dense))));
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = inner.traits(shape);
        return isSmall(shape)
                ? traits.withGuarantee(Guarantee.EXACT)
                        .withSendsIncrements(false)
                        .withCaution(Optional.empty())
                : traits;
    }

    @Override
    public String toString() {
        return inner + "+skipsmall(" + below + (vectors ? ",vectors=true" : "") + ")";
    }
}
