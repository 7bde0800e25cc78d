package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.FloatKernels;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * A matrix as the product of two thin ones.
 *
 * <pre>
 *   | rows, 4 bytes | rank, 4 bytes | rank times: rows floats | rank times: columns floats |
 *
 *   columns = elements / rows; element (i, j) is the sum over the rank of left_r[i] * right_r[j]
 * </pre>
 */
public final class LowRankBody implements Body {
    /** Bytes before the factors. */
    public static final int FIELDS = 8;

    @Override
    public void validate(BodyBytes body, Workspace workspace) {
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
        for (int at = body.offset + FIELDS; at < body.end(); at += 4) {
            Finite.read(body.bytes, at);
        }
    }

    @Override
    public void addTo(BodyBytes body, float[] target, int offset, float weight, Workspace workspace) {
        int rows = rows(body);
        int rank = rank(body);
        int columns = body.elements / rows;
        int leftLength = rank * rows;
        int count = leftLength + rank * columns;
        float[] factors = workspace.factors(body);
        for (int i = 0; i < count; i++) {
            factors[i] = Finite.get(body.bytes, body.offset + FIELDS + 4 * i);
        }
        ActiveKernels.FLOATS.addProduct(
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
                workspace.scratch(FloatKernels.scratch(rank, columns)));
    }

    private static int rows(BodyBytes body) {
        return LittleEndian.getInt(body.bytes, body.offset);
    }

    private static int rank(BodyBytes body) {
        return LittleEndian.getInt(body.bytes, body.offset + 4);
    }

    @Override
    public int paddingBits(BodyBytes body) {
        return 0;
    }

    @Override
    public String describe(BodyBytes body) {
        int rows = rows(body);
        return "a matrix of " + rows + " x " + body.elements / rows + " of rank " + rank(body);
    }
}
