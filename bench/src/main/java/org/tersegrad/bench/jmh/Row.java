package org.tersegrad.bench.jmh;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;

/**
 * One line of a record.
 *
 * @param jdk the version of Java that ran it, or that of a peer outside the JVM
 * @param benchmark class and method, as {@code Packing.pack}
 * @param parameter all but the size, as {@code recipe=sign}; may be empty
 * @param elements 1 where a benchmark counts calls
 * @param nanos per element
 * @param error half of the 99.9 % interval or, if that is more, how far rounds are apart; in nanoseconds per element
 * @param overRead time over that of {@code Limits.read} in the same run; NaN if there was none
 * @param bytes allocated per element; NaN if unknown
 */
public record Row(
        String jdk,
        String benchmark,
        String parameter,
        long elements,
        double nanos,
        double error,
        double overRead,
        double bytes) {

    /** The columns of a record. */
    private static final List<String> HEADER = List.of(
            "jdk", "benchmark", "parameter", "elements", "ns_per_element", "error", "over_read", "bytes_per_element");

    /** The class, without {@code Benchmark}. */
    public String family() {
        return benchmark.substring(0, Math.max(0, benchmark.indexOf('.')));
    }

    /** The benchmark without its class. */
    public String method() {
        return benchmark.substring(benchmark.indexOf('.') + 1);
    }

    /** The measured work, whatever ran it. */
    public String job() {
        return benchmark + ' ' + parameter + ' ' + elements;
    }

    /** The same on the same Java; an update of it is not another Java. */
    public String jobOnJdk() {
        return jdk.replaceAll("\\..*", "") + ' ' + job();
    }

    /** The number of the Java release, as 17; 0 for a peer outside the JVM. */
    public int release() {
        String digits = jdk.replaceAll("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    /** The value of one parameter, as {@code sign} for {@code recipe}. */
    public String value(String name) {
        return parameter.replaceAll(".*" + name + "=(\\S+).*", "$1");
    }

    /** Whether a time is that of one call. */
    public boolean countsCalls() {
        return elements == 1;
    }

    /** The same with another error. */
    public Row withError(double other) {
        return new Row(jdk, benchmark, parameter, elements, nanos, other, overRead, bytes);
    }

    /** Rows as CSV, the names of the columns first. */
    public static String csv(List<Row> rows) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(HEADER);
            for (Row row : rows) {
                csv.writeRecord(
                        row.jdk,
                        row.benchmark,
                        row.parameter,
                        Long.toString(row.elements),
                        text(row.nanos),
                        text(row.error),
                        text(row.overRead),
                        text(row.bytes));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static String text(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.4f", value);
    }

    /**
     * Reads CSV, in which lines that begin with # are skipped.
     *
     * @param name of the text, for messages
     * @throws IllegalArgumentException if a line is wrong; names it
     */
    public static List<Row> read(String csv, String name) {
        List<Row> rows = new ArrayList<>();
        CsvReader.builder()
                .commentStrategy(CommentStrategy.SKIP)
                .ofNamedCsvRecord(csv)
                .forEach(line -> {
                    try {
                        rows.add(of(line));
                    } catch (IllegalArgumentException | NoSuchElementException e) {
                        throw new IllegalArgumentException(
                                name + ", line " + line.getStartingLineNumber() + ": " + e.getMessage(), e);
                    }
                });
        return rows;
    }

    private static Row of(NamedCsvRecord line) {
        return new Row(
                line.getField("jdk"),
                line.getField("benchmark"),
                line.getField("parameter"),
                Long.parseLong(line.getField("elements")),
                number(line, "ns_per_element"),
                number(line, "error"),
                number(line, "over_read"),
                number(line, "bytes_per_element"));
    }

    /** NaN where there is no number. */
    private static double number(NamedCsvRecord line, String column) {
        return line.findField(column)
                .filter(field -> !field.isEmpty())
                .map(Double::valueOf)
                .orElse(Double.NaN);
    }
}
