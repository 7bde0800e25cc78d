package org.tersegrad.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.nn.Parameter;
import ai.djl.training.ParameterServer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.tersegrad.compressors.Buffers;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.model.ModelReduction;

/**
 * The way of gradients from the engine through the group to the optimizer: one bulk copy out of native memory, one back into it.
 *
 * <p>The means are arrays of their own, not written over the gradients: a gradient may lie on another device, in another order of
 * its elements, or, where a parameter took no part in this worker's batches, nowhere.
 */
final class GradientExchange {
    private final List<NamedParameter> trained;
    private final ModelReduction reduction;
    private final List<FloatSlice> copies;
    /** As large as the largest gradient: the optimizer takes one mean after the other. */
    private final ByteBuffer mean;

    GradientExchange(List<NamedParameter> trained, ModelReduction reduction) {
        this.trained = trained;
        this.reduction = reduction;
        copies = trained.stream()
                .map(each -> FloatSlice.of(new float[each.tensor().shape().size()]))
                .toList();
        int largest = copies.stream().mapToInt(FloatSlice::length).max().orElse(0);
        mean = ByteBuffer.allocateDirect(Math.multiplyExact(Float.BYTES, largest))
                .order(ByteOrder.nativeOrder());
    }

    /**
     * Copies the gradients.
     *
     * @return whether one of them has an element that is not 0
     */
    boolean read(NDManager manager) {
        boolean any = false;
        try (NDManager scope = manager.newSubManager()) {
            for (int i = 0; i < copies.size(); i++) {
                NDArray gradient = trained.get(i).parameter().getArray().getGradient();
                gradient.attach(scope); // with all copies that an engine makes for a buffer
                Buffers.copy(gradient.toByteBuffer(true), copies.get(i));
                any |= copies.get(i).largestMagnitude() != 0;
            }
        }
        return any;
    }

    /** Puts the mean of all workers' gradients in the place of this worker's copies. */
    void average() {
        for (int i = copies.size() - 1; i >= 0; i--) { // the order of buckets
            reduction.begin(i, copies.get(i));
        }
        reduction.finish();
    }

    /** Has the optimizer change the weights, in the order of the block's list. */
    void update(ParameterServer optimizer, NDManager manager) {
        for (int i = 0; i < copies.size(); i++) {
            Parameter parameter = trained.get(i).parameter();
            NDArray weights = parameter.getArray();
            mean.clear().limit(Float.BYTES * copies.get(i).length());
            Buffers.copy(copies.get(i), mean);
            try (NDArray array = manager.create(mean.flip(), weights.getShape(), DataType.FLOAT32)) {
                optimizer.update(parameter.getId(), new NDArray[] {array}, new NDArray[] {weights});
            }
        }
    }
}
