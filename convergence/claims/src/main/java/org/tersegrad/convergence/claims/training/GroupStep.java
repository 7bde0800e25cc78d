package org.tersegrad.convergence.claims.training;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * One step of a reducer on Gaussian gradients, in groups of several sizes: what a worker sends, and how much of the mean it gets.
 *
 * @param reducer how a tensor is averaged
 * @param elements of the tensor
 */
public record GroupStep(Reducer reducer, int elements) {
    /** The step of a recipe. */
    public GroupStep(String recipe, int elements) {
        this(ReducerRecipe.parse(recipe), elements);
    }

    /** Bits that a worker sends, averaged over workers. */
    public double bits(int workers) {
        return LocalGroup.run(workers, group -> {
                    float[] gradient = CounterRandom.gaussians(elements, group.rank());
                    return reduce(gradient, group);
                })
                .stream()
                .mapToLong(Long::longValue)
                .average()
                .orElseThrow();
    }

    /** The share of the mean that arrives, (result · mean) / |mean|²: 1 if the reducer is exact or unbiased. */
    public double share(int workers) {
        List<float[]> results = LocalGroup.run(workers, group -> {
            float[] gradient = CounterRandom.gaussians(elements, group.rank());
            reduce(gradient, group);
            return gradient;
        });
        double[] mean = new double[elements];
        for (int worker = 0; worker < workers; worker++) {
            float[] gradient = CounterRandom.gaussians(elements, worker);
            Arrays.setAll(mean, i -> mean[i] + gradient[i] / (double) workers);
        }
        double product = 0;
        double square = 0;
        for (int i = 0; i < elements; i++) {
            product += results.get(0)[i] * mean[i];
            square += mean[i] * mean[i];
        }
        return product / square;
    }

    private long reduce(float[] gradient, Collective group) {
        return reducer.reduction(Shape.vector(elements), Seed.of(1), group).reduce(FloatSlice.of(gradient));
    }

    /** Bits an element against workers. */
    public Picture.Line line(int... workers) {
        return new Picture.Line(
                reducer.toString(),
                Arrays.stream(workers)
                        .mapToObj(count -> new Picture.Point(count, bits(count) / elements))
                        .toList());
    }
}
