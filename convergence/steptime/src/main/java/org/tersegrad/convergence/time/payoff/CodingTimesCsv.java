package org.tersegrad.convergence.time.payoff;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.time.CsvTable;

/**
 * Times of encoding and adding in a file, so that they can be measured on one machine and used on another.
 *
 * <pre>
 *   recipe,tensor,workers,elements,encode_us,add_us,doubt
 *   int8+twoshot,matrix,2,65536,40.1,35.9,
 * </pre>
 *
 * <p>The last column says why a time cannot be trusted; a file without it can be read, too.
 */
public final class CodingTimesCsv {
    private static final String[] COLUMNS = {"recipe", "tensor", "workers", "elements", "encode_us", "add_us"};
    private static final String DOUBT = "doubt";
    private static final double MICROSECOND = 1e-6;
    private static final int DIGITS = 5;

    private CodingTimesCsv() {}

    /**
     * Reads such a file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is none; names line and column
     */
    public static CodingTimes read(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        List<CodingTimes.Sample> samples = new ArrayList<>();
        for (CsvTable.Row row : CsvTable.read(file, COLUMNS).rows()) {
            String tensor = row.text("tensor");
            if (!tensor.equals("vector") && !tensor.equals("matrix")) {
                throw row.wrong("tensor", "vector or matrix is needed, not " + tensor);
            }
            samples.add(new CodingTimes.Sample(
                    row.text("recipe"),
                    tensor.equals("vector"),
                    count(row, "workers"),
                    count(row, "elements"),
                    row.number("encode_us") * MICROSECOND,
                    row.number("add_us") * MICROSECOND,
                    row.columns().contains(DOUBT) ? row.text(DOUBT) : ""));
        }
        if (samples.isEmpty()) {
            throw new IllegalArgumentException(name + " has no times, only names of columns");
        }
        return new CodingTimes(samples);
    }

    private static int count(CsvTable.Row row, String column) {
        double count = row.number(column);
        if (count < 1 || count > Integer.MAX_VALUE || count != Math.rint(count)) {
            throw row.wrong(column, "a whole number of at least 1 is needed, not " + row.text(column));
        }
        return (int) count;
    }

    /** The text of such a file. */
    public static String text(CodingTimes times) {
        StringBuilder text = new StringBuilder(String.join(",", COLUMNS) + "," + DOUBT).append('\n');
        for (CodingTimes.Sample sample : times.samples()) {
            text.append(quoted(sample.recipe()));
            text.append(sample.vector() ? ",vector," : ",matrix,").append(sample.workers());
            text.append(',').append(sample.elements());
            text.append(',').append(micros(sample.encodeSeconds()));
            text.append(',').append(micros(sample.addSeconds()));
            text.append(',')
                    .append(sample.doubt().isEmpty() ? "" : quoted(sample.doubt()))
                    .append('\n');
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    private static String micros(double seconds) {
        return new BigDecimal(seconds / MICROSECOND)
                .round(new MathContext(DIGITS))
                .stripTrailingZeros() // else 6340 is written in two ways
                .toPlainString();
    }
}
