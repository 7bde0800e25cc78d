package org.tersegrad.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.nio.ByteBuffer;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;

/** Weights and buffers that all workers take from worker 0, whatever their own are. */
final class Weights {
    private Weights() {}

    /**
     * Gives worker 0's values to all, in one message.
     *
     * @param parameters with floats; modified
     */
    static void broadcast(List<NamedParameter> parameters, NDManager manager, Collective group) {
        int length = parameters.stream()
                .mapToInt(each -> each.tensor().shape().size())
                .reduce(0, Math::addExact);
        float[] values = new float[length];
        try (NDManager scope = manager.newSubManager()) {
            if (group.rank() == 0) {
                get(parameters, values);
            }
            group.broadcast(0, FloatSlice.of(values));
            if (group.rank() != 0) {
                set(parameters, values, scope);
            }
        }
    }

    private static void get(List<NamedParameter> parameters, float[] values) {
        int at = 0;
        for (NamedParameter each : parameters) {
            int length = each.tensor().shape().size();
            each.slice(each.parameter().getArray().toByteBuffer(true)).get(0, length, values, at);
            at += length;
        }
    }

    private static void set(List<NamedParameter> parameters, float[] values, NDManager scope) {
        int at = 0;
        for (NamedParameter each : parameters) {
            int length = each.tensor().shape().size();
            ByteBuffer bytes = scope.allocateDirect(each.bytes());
            each.slice(bytes).set(values, at, length, 0);
            NDArray array = each.parameter().getArray();
            scope.create(bytes, array.getShape(), array.getDataType()).copyTo(array);
            at += length;
        }
    }
}
