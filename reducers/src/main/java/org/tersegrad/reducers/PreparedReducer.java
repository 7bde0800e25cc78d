package org.tersegrad.reducers;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/** A reducer around another one that gets every worker's gradient changed. What stands here is the same for all of them. */
sealed interface PreparedReducer extends Reducer permits ClippedReducer, NonFiniteReducer {
    /** The reducer that gets the changed gradients. */
    Reducer inner();

    /** The same around another one. */
    Reducer around(Reducer other);

    @Override
    default Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return inner().withCompressors(change).map(this::around);
    }

    @Override
    default Traits traits(Shape shape) {
        return inner().traits(shape)
                .withErrorFeedbackRefusal("the residual belongs inside; write +ef before +clip and +nonfinite");
    }
}
