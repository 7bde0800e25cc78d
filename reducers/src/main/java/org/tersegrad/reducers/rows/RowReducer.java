package org.tersegrad.reducers.rows;

import java.util.Locale;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.reducers.Collective;

/**
 * Averages the gradient of an embedding table over a group by sending the rows that a step touched. The mean has the bits that
 * the same values would have as a whole table:
 *
 * <pre>
 *   values as they are   those of {@code dense}:  (1/n) (((x0 + x1) + x2) + ...)
 *   compressed           (1/n) C(x0) + (1/n) C(x1) + ...   C compresses the touched rows, one after another
 *   message  | rows, 4 bytes | bytes of the index set, 4 bytes | index set | payload of the values |
 * </pre>
 *
 * <p>Formats that look at one value at a time, as {@code bf16} and {@code half} do, give what they would give for the whole table.
 * If rows would take more than the table, the table is sent, densified; {@link #plan} says so.
 *
 * <pre>{@code
 * RowReduction reduction = new RowReducer(Half.bf16(), 4096).reduction(new Shape(50_000, 128), Seed.of(42), group);
 * for (...) {
 *     bits += reduction.reduce(new SparseRows(lookups, FloatSlice.of(embedded), 128));
 *     reduction.mean().addTo(parameters, -rate);
 * }
 * }</pre>
 *
 * @param values how values are sent; one that does not remember, since rows change from step to step
 * @param mostRows how many different rows a worker touches in a step at most, 1 or more
 */
public record RowReducer(Compressor values, int mostRows) {
    public RowReducer {
        if (values.traits(Traits.ANY_SHAPE).remembers()) {
            throw new IllegalArgumentException(
                    values + " remembers what it did not send, and the rows of the next step are others");
        }
        if (mostRows < 1) {
            throw new IllegalArgumentException("a step touches 1 row or more, not " + mostRows);
        }
    }

    /** Values as they are. */
    public static RowReducer exact(int mostRows) {
        return new RowReducer(new Dense(), mostRows);
    }

    /**
     * The state of one table on one worker.
     *
     * @param table its rows, and the values of each
     * @param seed the same on all workers
     */
    public RowReduction reduction(Shape table, Seed seed, Collective group) {
        return new RowReduction(this, table, seed, group);
    }

    boolean isExact() {
        return values instanceof Dense;
    }

    /** The rows of a message, at most all of the table. */
    int rows(Shape table) {
        return Math.min(mostRows, table.rows());
    }

    /** No message is longer. */
    long messageBytes(Shape table) {
        int rows = rows(table);
        return RowReduction.FIELDS
                + (long) IndexSetWriter.maxBytes(rows, table.rows())
                + values.maxBytes(Shape.vector(rows * table.columns()));
    }

    /** Bytes that a worker sends for a table that is densified. */
    private long tableBytes(Shape table, int workers) {
        return isExact()
                ? 2L * Float.BYTES * table.size() * (workers - 1) / workers
                : (workers - 1) * (long) values.maxBytes(table);
    }

    /** Whether the whole table is sent, because the rows could take more. */
    public boolean isDensified(Shape table, int workers) {
        return workers > 1 && (workers - 1) * messageBytes(table) >= tableBytes(table, workers);
    }

    /** The plan for a table in a group of {@code workers} workers, in one line. */
    public String plan(Shape table, int workers) {
        String what = table.rows() + " x " + table.columns() + " in a group of " + workers + ", up to " + mostRows
                + " rows a step as " + values + ": ";
        double rows = (workers - 1) * (double) messageBytes(table);
        double dense = tableBytes(table, workers);
        return isDensified(table, workers)
                ? what + String.format(Locale.ROOT, "densified, %.0f bytes, since rows could take %.0f", dense, rows)
                : what
                        + String.format(
                                Locale.ROOT, "rows, at most %.0f bytes, where the table takes %.0f", rows, dense);
    }

    @Override
    public String toString() {
        return "rows(" + mostRows + ",values=" + values + ")";
    }
}
