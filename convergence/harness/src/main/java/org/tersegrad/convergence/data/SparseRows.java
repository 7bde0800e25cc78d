package org.tersegrad.convergence.data;

import java.util.Arrays;

/** Collects sparse vectors one by one. */
final class SparseRows {
    private final int[] starts;
    private final int[] labels;
    private int[] indices = new int[1 << 10];
    private float[] values = new float[1 << 10];
    private int rows;

    SparseRows(int size) {
        starts = new int[size + 1];
        labels = new int[size];
    }

    /**
     * Adds a vector, scaled to length 1 unless it is empty.
     *
     * @param rowIndices not modified: increasing
     * @param rowValues not modified
     */
    void add(int label, int[] rowIndices, double[] rowValues) {
        double squares = 0;
        for (double value : rowValues) {
            squares += value * value;
        }
        int end = Math.addExact(starts[rows], rowIndices.length);
        if (end > indices.length) {
            int capacity = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(end, 2L * indices.length));
            indices = Arrays.copyOf(indices, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        for (int i = 0; i < rowIndices.length; i++) {
            indices[starts[rows] + i] = rowIndices[i];
            values[starts[rows] + i] = (float) (rowValues[i] / Math.sqrt(squares));
        }
        labels[rows] = label;
        starts[++rows] = end;
    }

    SparseVectors.Part part() {
        return new SparseVectors.Part(
                starts, Arrays.copyOf(indices, starts[rows]), Arrays.copyOf(values, starts[rows]), labels);
    }
}
