package org.tersegrad.compressors.internal.bodies.transformed;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * A matrix as the product of two thin ones.
 *
 * <pre>
 *   | rows, 4 bytes | rank, 4 bytes | rank times: rows floats | rank times: columns floats |
 *
 *   columns = elements / rows; element (i, j) is the sum over the rank of left_r[i] * right_r[j]
 * </pre>
 *
 * <p>So that no sum overflows, the largest |left_r| times the largest |right_r|, summed over the rank, is at most 2^127.
 */
public final class LowRankBody implements Body {
    /** Bytes before the factors. */
    public static final int FIELDS = 8;

    private static final double LARGEST_SUM = 0x1p127;

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        int rows = rows(body);
        int rank = rank(body);
        if (rows < 1 || body.elements % rows != 0) {
            throw new MalformedInputException(
                    body.offset, body.elements + " elements in " + Integer.toUnsignedString(rows) + " rows");
        }
        int columns = body.elements / rows;
        if (rank < 1 || rank > Math.min(rows, columns)) {
            throw new MalformedInputException(
                    body.offset + 4,
                    "rank " + Integer.toUnsignedString(rank) + " of a matrix of " + rows + " x " + columns);
        }
        Body.requireLength(body, FIELDS + 4L * rank * ((long) rows + columns));
        validateFactors(body, rows, columns, rank);
    }

    private static void validateFactors(BodyView body, int rows, int columns, int rank) {
        int left = body.offset + FIELDS;
        int right = left + 4 * rank * rows;
        double sum = 0;
        for (int r = 0; r < rank; r++) {
            double largestLeft = readLargest(body.bytes, left + 4 * r * rows, rows);
            sum += largestLeft * readLargest(body.bytes, right + 4 * r * columns, columns);
        }
        if (sum > LARGEST_SUM) {
            throw new MalformedInputException(left, "factors whose products may be as large as " + sum);
        }
    }

    /** The largest magnitude among floats that must be finite. */
    private static double readLargest(byte[] bytes, int from, int count) {
        float largest = 0;
        for (int i = 0; i < count; i++) {
            largest = Math.max(largest, Math.abs(Finite.read(bytes, from + 4 * i)));
        }
        return largest;
    }

    @Override
    public void addTo(BodyView body, float[] target, int offset, float weight, Workspace workspace) {
        int rows = rows(body);
        int rank = rank(body);
        int columns = body.elements / rows;
        int leftLength = rank * rows;
        int count = leftLength + rank * columns;
        float[] factors = workspace.factors(body);
        for (int i = 0; i < count; i++) {
            factors[i] = Finite.get(body.bytes, body.offset + FIELDS + 4 * i);
        }
        LowRankKernels.ADD_PRODUCT
                .at(rows * columns)
                .addProduct(
                        target,
                        offset,
                        rows,
                        columns,
                        rank,
                        weight,
                        factors,
                        0,
                        factors,
                        leftLength,
                        workspace.scratch(LowRankKernels.scratch(rank, columns)));
    }

    private static int rows(BodyView body) {
        return LittleEndian.getInt(body.bytes, body.offset);
    }

    private static int rank(BodyView body) {
        return LittleEndian.getInt(body.bytes, body.offset + 4);
    }

    @Override
    public int paddingBits(BodyView body) {
        return 0;
    }

    @Override
    public String describe(BodyView body) {
        int rows = rows(body);
        return "a matrix of " + rows + " x " + body.elements / rows + " of rank " + rank(body);
    }
}
