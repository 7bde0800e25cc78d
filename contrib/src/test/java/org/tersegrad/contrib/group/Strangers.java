package org.tersegrad.contrib.group;

import java.util.List;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.ForwardingEncoder;
import org.tersegrad.compressors.Preparation;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.ForwardingReduction;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;

/** Recipes of another project: a scheme, a reducer by the same name, and wrappers of every kind. */
public final class Strangers implements RecipeProvider {
    /** Around both. */
    record Halved() implements Preparation {
        @Override
        public Change change(Shape shape) {
            return (gradient, target) -> {
                gradient.requireFinite();
                for (int i = 0; i < target.length; i++) {
                    target[i] = gradient.array()[gradient.offset() + i] / 2;
                }
                return true;
            };
        }

        @Override
        public String toString() {
            return "stranger-halved";
        }
    }

    /** A scheme, or a wrapper around compressors. */
    record OfCompressor(Compressor inner, String text) implements Compressor {
        @Override
        public Encoder encoder(Shape shape, Seed seed) {
            return new ForwardingEncoder(this, shape, inner.encoder(shape, seed)) {};
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
            return text.startsWith("+") ? inner + text : text;
        }
    }

    /** A reducer, or a wrapper around reducers. */
    record OfReducer(Reducer inner, String text) implements Reducer {
        @Override
        public Reduction reduction(Shape shape, Seed seed, Collective group) {
            return new ForwardingReduction(this, shape, inner.reduction(shape, seed, group)) {};
        }

        @Override
        public Traits traits(Shape shape) {
            return inner.traits(shape);
        }

        @Override
        public String toString() {
            return text.startsWith("+") ? ReducerRecipe.wrapped(inner, text.substring(1)) : text;
        }
    }

    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(
                RecipeEntry.both("stranger-halved", "dense+stranger-halved", "", a -> new Halved()),
                RecipeEntry.scheme("stranger", "stranger", "", a -> new OfCompressor(new Dense(), "stranger")),
                RecipeEntry.wrapper(
                        "stranger-twin", "dense+stranger-twin", "", (c, a) -> new OfCompressor(c, "+stranger-twin")),
                RecipeEntry.wrapper("stranger-c", "dense+stranger-c", "", (c, a) -> new OfCompressor(c, "+stranger-c")),
                ReducerRecipe.averaging("stranger", "stranger", "", a -> new OfReducer(new AllReduce(), "stranger")),
                ReducerRecipe.averagingWrapper(
                        "stranger-twin", "dense+stranger-twin", "", (r, a) -> new OfReducer(r, "+stranger-twin")),
                ReducerRecipe.averagingWrapper(
                        "stranger-r", "dense+stranger-r", "", (r, a) -> new OfReducer(r, "+stranger-r")));
    }
}
