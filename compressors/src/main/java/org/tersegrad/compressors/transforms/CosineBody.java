package org.tersegrad.compressors.transforms;

import java.util.Arrays;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * Some coefficients of the cosine transforms of a matrix's chunks, all others zero.
 *
 * <pre>
 *   | columns, 4 bytes | count, 4 bytes | index set | coefficients, a float each |
 *
 *   columns   a divisor of the elements, or 1 to 64: then the last row may be shorter
 *   indices   those of places in a {@link ChunkGrid}
 * </pre>
 *
 * <p>So that no sum overflows, the sum of the magnitudes of all coefficients is at most 2^127.
 */
public final class CosineBody implements Body {
    /** Bytes before the index set. */
    public static final int FIELDS = 8;

    private static final double LARGEST_SUM = 0x1p127;

    /** No body with so many coefficients is longer. */
    public static long maxBytes(int count, int places) {
        return FIELDS + IndexSetWriter.maxBytes(count, places) + 4L * count;
    }

    /**
     * Writes the body.
     *
     * @param indices not modified; increasing
     * @param coefficients modified: none is larger than a reader accepts
     * @return how many bytes that were
     */
    public static int write(
            ChunkGrid grid, int[] indices, float[] coefficients, IndexSetWriter writer, byte[] out, int at) {
        int count = indices.length;
        Finite.bound(coefficients, 0, count, (float) (LARGEST_SUM / 2 / Math.max(1, count)));
        LittleEndian.putInt(out, at, grid.matrixColumns());
        LittleEndian.putInt(out, at + 4, count);
        int to = at + FIELDS;
        to += writer.write(indices, 0, count, grid.places(), out, to);
        return to + Dense.write(coefficients, 0, count, out, to) - at;
    }

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        int columns = columns(body);
        if (!ChunkGrid.fits(body.elements, columns)) {
            throw new MalformedInputException(
                    body.offset, body.elements + " elements in " + Integer.toUnsignedString(columns) + " columns");
        }
        int places = workspace.grid().set(body.elements, columns).places();
        int count = count(body);
        if (count < 0 || count > places) {
            throw new MalformedInputException(
                    body.offset + 4, Integer.toUnsignedString(count) + " of " + places + " coefficients");
        }
        Body.requireAtLeast(body, FIELDS + 4L * count);
        int[] block = workspace.ints();
        IndexSetReader indices = openIndices(body, places, workspace);
        while (indices.next(block, 0) > 0) {
            // reading is checking
        }
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Math.abs(Finite.read(body.bytes, coefficientsAt(body) + 4 * i));
        }
        if (sum > LARGEST_SUM) {
            throw new MalformedInputException(
                    coefficientsAt(body), "coefficients whose sums may be as large as " + sum);
        }
    }

    @Override
    public void addTo(BodyView body, float[] target, int offset, float weight, Workspace workspace) {
        ChunkGrid grid = workspace.grid().set(body.elements, columns(body));
        float[] chunk = workspace.floats();
        int[] block = workspace.ints();
        IndexSetReader indices = openIndices(body, grid.places(), workspace);
        int at = coefficientsAt(body);
        int first = 0;
        int end = 0;
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            for (int i = 0; i < got; i++) {
                if (block[i] >= end) {
                    addChunk(grid, end - first, chunk, weight, target, offset, workspace);
                    grid.find(block[i]);
                    first = grid.first();
                    end = first + grid.rows() * grid.columns();
                    Arrays.fill(chunk, 0, end - first, 0f);
                }
                chunk[block[i] - first] = Finite.get(body.bytes, at);
                at += 4;
            }
        }
        addChunk(grid, end - first, chunk, weight, target, offset, workspace);
    }

    private static void addChunk(
            ChunkGrid grid, int size, float[] chunk, float weight, float[] target, int offset, Workspace workspace) {
        if (size > 0) {
            workspace.cosines().inverse(chunk, grid.rows(), grid.columns());
            grid.add(chunk, weight, target, offset);
        }
    }

    private static int columns(BodyView body) {
        return LittleEndian.getInt(body.bytes, body.offset);
    }

    private static int count(BodyView body) {
        return LittleEndian.getInt(body.bytes, body.offset + 4);
    }

    private static IndexSetReader openIndices(BodyView body, int places, Workspace workspace) {
        int at = body.offset + FIELDS;
        return workspace.indices().open(body.bytes, at, coefficientsAt(body) - at, count(body), places);
    }

    private static int coefficientsAt(BodyView body) {
        return body.end() - 4 * count(body);
    }

    @Override
    public int paddingBits(BodyView body) {
        return 0;
    }

    @Override
    public String describe(BodyView body) {
        return count(body) + " cosine coefficients of a matrix of " + columns(body)
                + " columns in chunks of 64 x 64, all others 0";
    }
}
