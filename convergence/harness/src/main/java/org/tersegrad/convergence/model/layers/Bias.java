package org.tersegrad.convergence.model.layers;

import java.util.Arrays;
import java.util.Optional;

/** One number for each row of a matrix, or 0 for all of them. */
public final class Bias {
    private final int rows;
    /** Its offset in the parameters; negative if there is none. */
    private final int at;

    /** The bias of a number of rows; without a tensor it is 0. */
    public Bias(Optional<ModelTensor> tensor, int rows) {
        this.rows = rows;
        this.at = tensor.map(ModelTensor::offset).orElse(-1);
    }

    /** The number of its tensors in the model: one or none. */
    int tensors() {
        return at < 0 ? 0 : 1;
    }

    /**
     * Starts the sums of a matrix: each row is filled with its bias.
     *
     * @param target modified: a row of {@code columns} floats for each bias, from {@code to} on
     */
    public void spread(float[] parameters, int columns, float[] target, int to) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(target, to + i * columns, to + (i + 1) * columns, at < 0 ? 0f : parameters[at + i]);
        }
    }

    /**
     * The gradient of {@link #spread}.
     *
     * @param gradient modified: each bias takes the sum of its row, first to last
     */
    public void addSums(float[] source, int from, int columns, float[] gradient) {
        for (int i = 0; i < rows && at >= 0; i++) {
            float sum = 0;
            for (int j = from + i * columns; j < from + (i + 1) * columns; j++) {
                sum += source[j];
            }
            gradient[at + i] += sum;
        }
    }
}
