package org.tersegrad.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.List;
import org.tersegrad.compressors.Buffers;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;

/** The first weights: all workers begin with those of worker 0, whatever their own initializers drew. */
final class Weights {
    private Weights() {}

    /**
     * Gives worker 0's weights to all, the frozen ones included.
     *
     * @param parameters modified where they hold floats of 32 bits; counters and the like stay as they are
     */
    static void broadcast(List<NamedParameter> parameters, NDManager manager, Collective group) {
        for (NamedParameter each : parameters) {
            if (each.hasFloats()) {
                try (NDManager scope = manager.newSubManager()) {
                    broadcast(each.parameter().getArray(), scope, group);
                }
            }
        }
    }

    private static void broadcast(NDArray weights, NDManager scope, Collective group) {
        FloatSlice copy = FloatSlice.of(new float[Math.toIntExact(weights.size())]);
        if (group.rank() == 0) {
            Buffers.copy(weights.toByteBuffer(true), copy);
        }
        group.broadcast(0, copy);
        if (group.rank() != 0) {
            scope.create(copy.array(), weights.getShape()).copyTo(weights);
        }
    }
}
