package org.tersegrad.compressors.transforms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.CosineTransform;

/**
 * A matrix cut into chunks of 64 x 64, those at its right and lower edge smaller, and the current chunk. Places in it are numbered
 * chunk by chunk: the chunks from left to right, then the next row of chunks; inside a chunk row after row.
 *
 * <p>A tensor fills the matrix row after row. A vector is a matrix of 64 columns, so that its chunks are as large as others, and may
 * leave places of the last row empty.
 */
final class ChunkGrid {
    private static final int EDGE = CosineTransform.EDGE;

    private int elements;
    private int matrixRows;
    private int matrixColumns = 1;
    private int firstRow;
    private int firstColumn;

    /** The chunks of a tensor. */
    public static ChunkGrid of(Shape shape) {
        boolean vector = shape.rows() <= 1 || shape.columns() <= 1;
        int columns = vector ? Math.max(1, Math.min(EDGE, shape.size())) : shape.columns();
        return new ChunkGrid().set(shape.size(), columns);
    }

    /**
     * Whether a matrix of {@code elements} elements can have {@code columns} columns: places are left empty only where
     * a row is short.
     */
    static boolean fits(int elements, int columns) {
        return columns >= 1 && (columns <= EDGE || elements % columns == 0);
    }

    /**
     * Chunks of the same size.
     *
     * @param places of each of them
     * @param number how many there are, 1 or more
     */
    public record Chunks(int places, int number) {}

    /** All chunks, by size: those inside, those at an edge, the one in the corner. */
    public List<Chunks> sizes() {
        List<Chunks> sizes = new ArrayList<>();
        for (int rows : new int[] {EDGE, matrixRows % EDGE}) {
            for (int columns : new int[] {EDGE, matrixColumns % EDGE}) {
                int down = rows == EDGE ? matrixRows / EDGE : 1;
                int across = columns == EDGE ? matrixColumns / EDGE : 1;
                if (rows * columns * down * across > 0) {
                    sizes.add(new Chunks(rows * columns, down * across));
                }
            }
        }
        return sizes;
    }

    /** Takes another tensor, and its first chunk. */
    ChunkGrid set(int newElements, int newColumns) {
        elements = newElements;
        matrixRows = (int) ((elements - 1L + newColumns) / newColumns);
        matrixColumns = newColumns;
        firstRow = 0;
        firstColumn = 0;
        return this;
    }

    /** Columns of the matrix. */
    public int matrixColumns() {
        return matrixColumns;
    }

    /** Number of places of the matrix, empty ones included. */
    public int places() {
        return matrixRows * matrixColumns;
    }

    /** Rows of the current chunk. */
    public int rows() {
        return Math.min(EDGE, matrixRows - firstRow);
    }

    /** Columns of the current chunk. */
    public int columns() {
        return Math.min(EDGE, matrixColumns - firstColumn);
    }

    /** The number of the first place of the current chunk. */
    public int first() {
        return firstRow * matrixColumns + firstColumn * rows();
    }

    /** Goes back to the first chunk; returns false if there is none. */
    public boolean begin() {
        firstRow = 0;
        firstColumn = 0;
        return matrixRows > 0;
    }

    /** Goes to the next chunk; returns false if there is none. */
    public boolean next() {
        firstColumn += columns();
        if (firstColumn == matrixColumns) {
            firstRow += rows();
            firstColumn = 0;
        }
        return firstRow < matrixRows;
    }

    /** Goes to the chunk of a place. */
    void find(int place) {
        firstRow = place / matrixColumns / EDGE * EDGE;
        firstColumn = (place - firstRow * matrixColumns) / rows() / EDGE * EDGE;
    }

    /** Whether the current chunk has all rows and columns, and the tensor fills them. */
    boolean isWhole() {
        return rows() == EDGE && columns() == EDGE && filled(EDGE - 1) == EDGE;
    }

    /** Start of a row of the current chunk in the tensor. */
    int start(int row) {
        return (firstRow + row) * matrixColumns + firstColumn;
    }

    /** Number of places that the tensor fills in a row of the current chunk. */
    private int filled(int row) {
        return Math.max(0, Math.min(columns(), elements - start(row)));
    }

    /**
     * Copies the current chunk, times a factor.
     *
     * @param chunk modified: takes it, row after row, with zeros in empty places
     */
    public void take(float[] tensor, int offset, float factor, float[] chunk) {
        int columns = columns();
        for (int row = 0; row < rows(); row++) {
            int to = row * columns;
            int filled = filled(row);
            AdditionKernels.MULTIPLY.at(filled).multiply(tensor, offset + start(row), filled, factor, chunk, to);
            Arrays.fill(chunk, to + filled, to + columns, 0f);
        }
    }

    /**
     * Adds a chunk, times a weight, where the current chunk is.
     *
     * @param tensor modified
     */
    void add(float[] chunk, float weight, float[] tensor, int offset) {
        int rows = rows();
        int columns = columns();
        AdditionKernels kernels = AdditionKernels.ADD_SCALED.at(rows * columns);
        for (int row = 0; row < rows; row++) {
            kernels.addScaled(chunk, row * columns, filled(row), weight, tensor, offset + start(row));
        }
    }
}
