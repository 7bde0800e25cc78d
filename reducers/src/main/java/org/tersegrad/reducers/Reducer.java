package org.tersegrad.reducers;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.Wrapper;
import org.tersegrad.reducers.model.Plan;

/**
 * A recipe for turning every worker's gradient into the same averaged gradient: immutable, comparable, shareable. Mutable state
 * lives in the {@link Reduction} that it makes, one for each tensor on each worker.
 *
 * <pre>{@code
 * Reduction reduction = new Gather(TopK.fraction(0.01)).reduction(shape, Seed.of(42), group);
 * for (...) {
 *     bits += reduction.reduce(gradient);   // this worker's before, the mean afterwards
 * }
 * }</pre>
 */
public interface Reducer {
    /**
     * One tensor's state on one worker. All allocation happens here.
     *
     * @param seed the same on all workers; what must differ from worker to worker is forked by rank
     * @param group of which this worker is one
     */
    Reduction reduction(Shape shape, Seed seed, Collective group);

    /**
     * As {@link Compressor#traits}. The guarantee is one for the mean x of the gradients x_w: the expected |result − x|² is at most
     * the relative error times the mean of |x_w|². A {@link Plan} prints the caution.
     */
    Traits traits(Shape shape);

    /**
     * The same reducer around other compressors, if it is made of compressors, as a {@link Gather} is. So error feedback around
     * it is error feedback in its compressors.
     *
     * @param change what becomes of each compressor
     */
    default Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return Optional.empty();
    }

    /**
     * This reducer in a wrapper, as {@code +} is in a recipe. A residual goes into its compressors, if it is made of some.
     *
     * @throws IllegalArgumentException if the wrapper does not go around it
     */
    default Reducer with(Wrapper wrapper) {
        return WrappedReducer.of(this, wrapper);
    }
}
