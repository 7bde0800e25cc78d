package org.tersegrad.reducers;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.model.Plan;

/**
 * A recipe for turning every worker's gradient into the same averaged gradient: immutable, comparable, shareable. What changes
 * from step to step lives in the {@link Reduction} that it makes, one for each tensor on each worker.
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

    /** As {@link Compressor#remembers}. */
    default boolean remembers() {
        return false;
    }

    /** As {@link Compressor#keepsMomentum}. */
    default boolean keepsMomentum() {
        return false;
    }

    /**
     * Why error feedback around this reducer is refused: the law "everything taken + mean residual = mean produced" would not
     * hold, or only with residuals that grow until they overflow. Empty if it holds.
     */
    default Optional<String> errorFeedbackRefusal() {
        return Optional.empty();
    }

    /**
     * The same reducer around other compressors, if it is made of compressors, as a {@link Gather} is. So error feedback around
     * it is error feedback in its compressors.
     *
     * @param change what becomes of each compressor
     */
    default Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return Optional.empty();
    }

    /** What somebody who chooses this reducer for such a tensor should know before training starts; a {@link Plan} prints it. */
    default Optional<String> caution(Shape shape) {
        return Optional.empty();
    }
}
