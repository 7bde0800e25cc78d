package org.tersegrad.spark;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.model.NamedTensor;

/** Tensors one after another in one array. */
final class Tensors {
    private Tensors() {}

    /** Number of elements of all tensors. */
    static int elements(List<NamedTensor> tensors) {
        return tensors.stream().mapToInt(tensor -> tensor.shape().size()).reduce(0, Math::addExact);
    }

    /** Each of them in an array of all. */
    static List<FloatSlice> slices(List<NamedTensor> tensors, float[] all) {
        List<FloatSlice> slices = new ArrayList<>();
        int offset = 0;
        for (NamedTensor tensor : tensors) {
            slices.add(new FloatSlice(all, offset, tensor.shape().size()));
            offset += tensor.shape().size();
        }
        return slices;
    }
}
