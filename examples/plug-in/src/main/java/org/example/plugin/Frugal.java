package org.example.plugin;

import java.util.List;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.ForwardingEncoder;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.sparse.TopK;

/** A recipe: {@code frugal} keeps one element of a thousand, and all of a small tensor. */
public record Frugal() implements Compressor {
    private static final int SMALL = 1000;

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return ForwardingEncoder.of(this, shape, chosen(shape).encoder(shape, seed));
    }

    @Override
    public int maxBytes(Shape shape) {
        // A law: more elements never take less room.
        int small = TopK.fraction(1).maxBytes(Shape.vector(Math.min(SMALL - 1, shape.size())));
        return Math.max(small, chosen(shape).maxBytes(shape));
    }

    @Override
    public Traits traits(Shape shape) {
        return chosen(shape).traits(shape);
    }

    private static Compressor chosen(Shape shape) {
        return TopK.fraction(shape.size() < SMALL ? 1 : 0.001);
    }

    @Override
    public String toString() {
        return "frugal";
    }

    /** Named in META-INF/services. */
    public static final class Recipes implements RecipeProvider {
        @Override
        public List<RecipeEntry<?>> entries() {
            return List.of(
                    RecipeEntry.scheme("frugal", "frugal", "one element of a thousand", arguments -> new Frugal()));
        }
    }
}
