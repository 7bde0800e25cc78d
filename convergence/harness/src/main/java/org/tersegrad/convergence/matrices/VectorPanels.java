package org.tersegrad.convergence.matrices;

import static org.tersegrad.convergence.matrices.VectorMatrices.HEIGHT;
import static org.tersegrad.convergence.matrices.VectorMatrices.PANEL;
import static org.tersegrad.convergence.matrices.VectorTiles.FLOATS;
import static org.tersegrad.convergence.matrices.VectorTiles.WIDTH;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Copies blocks of matrices to where {@link VectorTiles} reads them. */
final class VectorPanels {
    /** The rows of a tall strip; before JDK 25 no other shape than that of all vectors. */
    private static final VectorSpecies<Float> STRIP = FloatVector.SPECIES_256;

    private VectorPanels() {}

    /**
     * Packs {@code rows} rows of the left matrix as strips of {@code HEIGHT} rows, column k of a strip at {@code HEIGHT * k}; the last
     * strip is filled up with zeros.
     *
     * @param packed modified from {@code to} on
     */
    static void packStrips(float[] a, int at, int row, int column, int rows, int depth, float[] packed, int to) {
        for (int i = 0; i < rows; i += HEIGHT) {
            int height = Math.min(HEIGHT, rows - i);
            if (row == 1 && height == STRIP.length()) {
                for (int k = 0; k < depth; k++) {
                    FloatVector.fromArray(STRIP, a, at + i + k * column).intoArray(packed, to + i * depth + k * HEIGHT);
                }
            } else {
                packLines(a, at + i * row, row, column, height, depth, packed, to + i * depth, HEIGHT);
            }
        }
    }

    /**
     * Packs at most {@code PANEL} columns of the right matrix, row k at {@code PANEL * k}; the last columns are filled up with zeros.
     *
     * @param packed modified from {@code to} on
     */
    static void packPanel(float[] b, int at, int row, int column, int depth, int columns, float[] packed, int to) {
        if (column == 1 && columns == PANEL) {
            for (int k = 0; k < depth; k++) {
                for (int j = 0; j < PANEL; j += WIDTH) {
                    FloatVector.fromArray(FLOATS, b, at + k * row + j).intoArray(packed, to + k * PANEL + j);
                }
            }
        } else {
            packLines(b, at, column, row, columns, depth, packed, to, PANEL);
        }
    }

    /** {@code packed[to + k * step + i]} is element k of line i, or 0 if there are fewer lines than a step has elements. */
    private static void packLines(
            float[] a, int at, int line, int element, int lines, int depth, float[] packed, int to, int step) {
        if (lines < step) {
            Arrays.fill(packed, to, to + depth * step, 0f);
        }
        int i = 0;
        for (; i + 4 <= lines; i += 4) {
            packFour(a, at + i * line, line, element, depth, packed, to + i, step);
        }
        for (; i < lines; i++) {
            for (int k = 0; k < depth; k++) {
                packed[to + k * step + i] = a[at + i * line + k * element];
            }
        }
    }

    /** Four lines at once, in one of two loops: one of the steps in it should be a constant for C2 to drop its checks. */
    private static void packFour(
            float[] a, int a0, int line, int element, int depth, float[] packed, int to, int step) {
        int a1 = a0 + line;
        int a2 = a1 + line;
        int a3 = a2 + line;
        if (element == 1) {
            for (int k = 0; k < depth; k++) {
                int next = to + k * step;
                packed[next] = a[a0 + k];
                packed[next + 1] = a[a1 + k];
                packed[next + 2] = a[a2 + k];
                packed[next + 3] = a[a3 + k];
            }
        } else {
            for (int k = 0; k < depth; k++) {
                int next = to + k * step;
                int from = k * element;
                packed[next] = a[a0 + from];
                packed[next + 1] = a[a1 + from];
                packed[next + 2] = a[a2 + from];
                packed[next + 3] = a[a3 + from];
            }
        }
    }
}
