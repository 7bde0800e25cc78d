package org.tersegrad.spark;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * A trained model, and the cost of its training.
 *
 * @param tensors of the model, one after another
 * @param parameters all of them
 * @param steps how many were made
 * @param loss the mean over all partitions' rows of the last step
 * @param bitsUp of messages from all partitions to the driver
 * @param bitsDown of answers from the driver to all partitions; an answer that is the same for all counts once for each
 * @param jobs that Spark ran
 * @param replacements how often a partition had lost its state and took the model over from another or from the driver
 */
@SuppressWarnings("ArrayRecordComponent") // a model, never compared
public record TrainedModel(
        List<NamedTensor> tensors,
        float[] parameters,
        int steps,
        double loss,
        long bitsUp,
        long bitsDown,
        long jobs,
        int replacements) {
    public TrainedModel {
        tensors = List.copyOf(tensors);
    }

    /**
     * A copy of one tensor's values.
     *
     * @throws IllegalArgumentException if there is no such tensor
     */
    public float[] values(String tensor) {
        List<FloatSlice> slices = Tensors.slices(tensors, parameters);
        for (int i = 0; i < slices.size(); i++) {
            if (tensors.get(i).name().equals(tensor)) {
                int from = slices.get(i).offset();
                return Arrays.copyOfRange(parameters, from, from + slices.get(i).length());
            }
        }
        throw new IllegalArgumentException("there is no tensor " + tensor + " (there are "
                + String.join(", ", tensors.stream().map(NamedTensor::name).toList()) + ")");
    }
}
