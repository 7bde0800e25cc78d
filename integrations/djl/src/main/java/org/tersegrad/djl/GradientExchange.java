package org.tersegrad.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Parameter;
import ai.djl.training.ParameterServer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.BufferSlice;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.model.ModelReduction;

/**
 * The way of gradients from the engine through the group to the optimizer. They are averaged where the engine keeps them, which PyTorch
 * lets Java do on the processor. Where the engine gives a copy only, for a gradient on another device or in another order of its
 * elements, the mean in the copy goes back into the engine.
 */
final class GradientExchange {
    private final List<NamedParameter> trained;
    private final ModelReduction reduction;
    private final List<BufferSlice> slices = new ArrayList<>();

    /** Elements that are looked at together. */
    private final FloatSlice piece = FloatSlice.of(new float[1 << 12]);

    /** The gradients of a step, from {@link #read} on. */
    private final List<Gradient> gradients = new ArrayList<>();

    /** @param bytes of the gradient, or of a copy of it */
    private record Gradient(NDArray array, ByteBuffer bytes) {
        /** Whether a change of the bytes is one of the gradient: tries it with one bit, which it puts back. */
        boolean isInPlace() {
            if (!bytes.hasRemaining()) {
                return true;
            }
            byte first = bytes.get(0);
            bytes.put(0, (byte) (first ^ 1));
            boolean seen = array.toByteBuffer(true).get(0) != first;
            bytes.put(0, first);
            return seen;
        }
    }

    GradientExchange(List<NamedParameter> trained, ModelReduction reduction) {
        this.trained = trained;
        this.reduction = reduction;
        trained.forEach(each -> slices.add(each.slice(ByteBuffer.allocate(each.bytes()))));
    }

    /**
     * Looks up the gradients.
     *
     * @param scope of all that an engine makes for it; open until they are updated
     */
    void read(NDManager scope) {
        gradients.clear();
        for (int i = 0; i < trained.size(); i++) {
            NDArray array = trained.get(i).parameter().getArray().getGradient();
            array.attach(scope); // with all copies that an engine makes for a buffer
            ByteBuffer bytes = array.toByteBuffer(true);
            gradients.add(new Gradient(array, bytes));
            slices.set(i, trained.get(i).slice(bytes).inPlaceOf(slices.get(i)));
        }
    }

    /** Whether an element of a gradient is not 0. */
    boolean isAny() {
        return slices.stream().anyMatch(this::isAny);
    }

    private boolean isAny(BufferSlice slice) {
        boolean any = false;
        for (int done = 0; done < slice.length() && !any; done += piece.length()) {
            int next = Math.min(piece.length(), slice.length() - done);
            slice.get(done, next, piece.array(), 0);
            any = new FloatSlice(piece.array(), 0, next).largestMagnitude() != 0;
        }
        return any;
    }

    /** Puts the mean of all workers' gradients in the place of this worker's. */
    void average() {
        for (int i = slices.size() - 1; i >= 0; i--) { // the order of buckets
            reduction.begin(i, slices.get(i));
        }
        reduction.finish();
    }

    /** Has the optimizer change the weights, in the order of the block's list. */
    void update(ParameterServer optimizer, NDManager scope) {
        for (int i = 0; i < gradients.size(); i++) {
            Parameter parameter = trained.get(i).parameter();
            NDArray weights = parameter.getArray();
            Gradient gradient = gradients.get(i);
            NDArray mean = gradient.isInPlace()
                    ? gradient.array()
                    : scope.create(gradient.bytes(), weights.getShape(), weights.getDataType());
            optimizer.update(parameter.getId(), new NDArray[] {mean}, new NDArray[] {weights});
        }
    }
}
