package org.tersegrad.reducers;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.Traits;

/**
 * Makes a reducer of any compressor: every worker gets every payload and averages them, in the order of ranks. Adding a
 * sparse payload takes time in proportion to what was sent.
 *
 * <pre>
 *   mean = (1/n) C(x0) + (1/n) C(x1) + ...
 *   increments:  mirror = mirror + (1/n) C(x0) + ...,  mean = mirror
 * </pre>
 *
 * <p>A worker's randomness is that of {@code seed.ofWorker(rank, n)}. The mean has the guarantee of the compressor but for
 * {@link Guarantee.Bounded}, which counts float rounding: the mean is rounded, too, by more than any bound if elements are large.
 */
public record Gather(Compressor compressor) implements Reducer {
    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new GatherReduction(shape, seed, group);
    }

    private final class GatherReduction extends GatheredReduction {
        private final MeanBuffer mean;
        private final float weight;
        private final PayloadSum sum;

        GatherReduction(Shape shape, Seed seed, Collective group) {
            super(Gather.this, compressor, shape, seed, group);
            mean = new MeanBuffer(shape.size());
            weight = 1f / group.size();
            sum = new PayloadSum(mean.floats(), weight);
        }

        @Override
        void clear() {
            mean.clear();
            sum.clear(); // of a step that failed
        }

        @Override
        void take(int rank, Payload received) {
            estimate.take(received, weight, sum);
        }

        @Override
        void average(Slice gradient) {
            sum.finish();
            estimate.addTo(mean.floats());
            mean.moveTo(gradient);
        }
    }

    @Override
    public Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return Optional.of(new Gather(change.apply(compressor)));
    }

    @Override
    public Traits traits(Shape shape) {
        Traits traits = compressor.traits(shape).withSendsIncrements(false);
        return traits.guarantee() instanceof Guarantee.Bounded ? traits.withGuarantee(Guarantee.NONE) : traits;
    }

    @Override
    public String toString() {
        String recipe = compressor.toString();
        return ReducerRecipe.meansAReducer(recipe) ? recipe + "+gather" : recipe;
    }
}
