package org.tersegrad.convergence.claims.training;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * The traffic of a worker in one step of a recipe, in groups of several sizes.
 *
 * @param recipe how a tensor is averaged
 * @param elements of the tensor
 */
public record GroupTraffic(String recipe, int elements) {
    /** Bits that a worker sends, averaged over workers. */
    public double bits(int workers) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        Shape shape = Shape.vector(elements);
        return LocalGroup.run(workers, group -> {
                    float[] gradient = CounterRandom.gaussians(elements, group.rank());
                    return reducer.reduction(shape, Seed.of(1), group).reduce(FloatSlice.of(gradient));
                })
                .stream()
                .mapToLong(Long::longValue)
                .average()
                .orElseThrow();
    }

    /** Bits an element against workers. */
    public Picture.Line line(int... workers) {
        return new Picture.Line(
                recipe,
                Arrays.stream(workers)
                        .mapToObj(count -> new Picture.Point(count, bits(count) / elements))
                        .toList());
    }
}
