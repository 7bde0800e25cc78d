package org.tersegrad.convergence.model.layers;

import java.util.Arrays;

/** One number for each row of a matrix. */
public final class Bias {
    private Bias() {}

    /**
     * Starts the sums of a matrix: each row is filled with its bias.
     *
     * @param rows modified: a row of {@code columns} floats for each of {@code count} biases, from {@code to} on
     */
    public static void spread(float[] biases, int at, int count, int columns, float[] rows, int to) {
        for (int i = 0; i < count; i++) {
            Arrays.fill(rows, to + i * columns, to + (i + 1) * columns, biases[at + i]);
        }
    }

    /**
     * The gradient of {@link #spread}.
     *
     * @param gradient modified: each bias takes the sum of its row, first to last
     */
    public static void addSums(float[] rows, int from, int count, int columns, float[] gradient, int at) {
        for (int i = 0; i < count; i++) {
            float sum = 0;
            for (int j = from + i * columns; j < from + (i + 1) * columns; j++) {
                sum += rows[j];
            }
            gradient[at + i] += sum;
        }
    }
}
