package org.tersegrad.reducers.sync;

import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.model.NamedTensor;

/** Tensors of a model, one after another in a vector. */
final class TensorPlaces {
    private final List<NamedTensor> tensors;
    private final int[] starts;

    /** @throws IllegalArgumentException if there are more elements than an array can hold */
    TensorPlaces(List<NamedTensor> tensors) {
        this.tensors = tensors;
        starts = new int[tensors.size() + 1];
        long end = 0;
        for (int i = 0; i < tensors.size(); i++) {
            end += tensors.get(i).shape().size();
            if (end > Shape.MAX_SIZE) {
                throw new IllegalArgumentException(
                        "a model of more than " + Shape.MAX_SIZE + " parameters does not fit into one vector");
            }
            starts[i + 1] = (int) end;
        }
    }

    int tensors() {
        return tensors.size();
    }

    String name(int tensor) {
        return tensors.get(tensor).name();
    }

    int start(int tensor) {
        return starts[tensor];
    }

    int length() {
        return starts[tensors.size()];
    }

    /** A tensor in the vector of all. */
    FloatSlice in(float[] vector, int tensor) {
        return new FloatSlice(vector, starts[tensor], starts[tensor + 1] - starts[tensor]);
    }

    /** Rejects parameters that are not those of the model. */
    void require(List<FloatSlice> parameters) {
        if (parameters.size() != tensors.size()) {
            throw new IllegalArgumentException(
                    "the model has " + tensors.size() + " tensors, these are " + parameters.size());
        }
        for (int i = 0; i < tensors.size(); i++) {
            if (parameters.get(i).length() != tensors.get(i).shape().size()) {
                throw new IllegalArgumentException("tensor " + tensors.get(i).name() + " has "
                        + tensors.get(i).shape().size() + " elements, not "
                        + parameters.get(i).length());
            }
        }
    }

    /** All tensors in one vector. */
    float[] vector(List<FloatSlice> parameters) {
        float[] vector = new float[length()];
        gather(parameters, vector);
        return vector;
    }

    /**
     * Puts all tensors into one vector.
     *
     * @param vector modified
     */
    void gather(List<FloatSlice> parameters, float[] vector) {
        require(parameters);
        for (int i = 0; i < tensors.size(); i++) {
            FloatSlice from = parameters.get(i);
            System.arraycopy(from.array(), from.offset(), vector, starts[i], from.length());
        }
    }

    /**
     * Gives each tensor its part of a vector.
     *
     * @param parameters modified
     */
    void copy(float[] vector, List<FloatSlice> parameters) {
        require(parameters);
        for (int i = 0; i < tensors.size(); i++) {
            FloatSlice to = parameters.get(i);
            System.arraycopy(vector, starts[i], to.array(), to.offset(), to.length());
        }
    }
}
