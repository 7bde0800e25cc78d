package org.tersegrad.network;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tersegrad.network.Measurement.Kind;

/** A file of measurements: lines that begin with # say where and when, then come the names of the columns, then a line each. */
final class MeasurementsCsv {
    private static final List<String> COLUMNS = List.of(
            "kind",
            "nodes",
            "link_mbit",
            "transport",
            "recipe",
            "elements",
            "steps",
            "median_ms",
            "least_ms",
            "bits",
            "wire_bits",
            "accuracy",
            "cpu_ms",
            "doubt");

    /** Columns of older files. */
    private static final List<String> FIRST_COLUMNS = COLUMNS.subList(0, COLUMNS.size() - 2);

    private MeasurementsCsv() {}

    /** Begins a file, which must not be there yet. */
    static void create(Path file, List<String> comments) throws IOException {
        StringBuilder text = new StringBuilder();
        comments.forEach(comment -> text.append("# ").append(comment).append('\n'));
        text.append(line(COLUMNS));
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    }

    /** Adds a line to a file. */
    static void append(Path file, Measurement m) throws IOException {
        Files.writeString(
                file,
                line(List.of(
                        m.kind().word(),
                        String.valueOf(m.nodes()),
                        String.valueOf(m.linkMbit()),
                        m.transport(),
                        m.recipe(),
                        String.valueOf(m.elements()),
                        String.valueOf(m.steps()),
                        String.format(Locale.ROOT, "%.3f", m.medianMillis()),
                        String.format(Locale.ROOT, "%.3f", m.leastMillis()),
                        m.bits() < 0 ? "" : String.valueOf(m.bits()),
                        String.valueOf(m.wireBits()),
                        Double.isNaN(m.accuracy()) ? "" : String.valueOf(m.accuracy()),
                        Double.isNaN(m.cpuMillis()) ? "" : String.format(Locale.ROOT, "%.3f", m.cpuMillis()),
                        m.doubt())),
                StandardOpenOption.APPEND);
    }

    private static String line(List<String> fields) throws IOException {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(fields);
        }
        return text.toString();
    }

    /** All measurements of a file, in its order. */
    static List<Measurement> read(Path file) throws IOException {
        List<Measurement> all = new ArrayList<>();
        boolean named = false;
        try (CsvReader<CsvRecord> csv =
                CsvReader.builder().commentStrategy(CommentStrategy.SKIP).ofCsvRecord(Files.readString(file))) {
            for (CsvRecord line : csv) {
                if (!named
                        && !line.getFields().equals(COLUMNS)
                        && !line.getFields().equals(FIRST_COLUMNS)) {
                    throw new IOException(file + " has the columns " + line.getFields() + ", not " + COLUMNS);
                }
                if (!named) {
                    named = true;
                    continue;
                }
                try {
                    all.add(measurement(line.getFields()));
                } catch (IllegalArgumentException e) {
                    throw new IOException(file + ", line " + line.getStartingLineNumber() + ": " + e.getMessage(), e);
                }
            }
        } catch (CsvParseException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        return all;
    }

    private static Measurement measurement(List<String> fields) {
        return new Measurement(
                Kind.valueOf(fields.get(0).toUpperCase(Locale.ROOT)),
                Integer.parseInt(fields.get(1)),
                Integer.parseInt(fields.get(2)),
                fields.get(3),
                fields.get(4),
                Integer.parseInt(fields.get(5)),
                Integer.parseInt(fields.get(6)),
                Double.parseDouble(fields.get(7)),
                Double.parseDouble(fields.get(8)),
                fields.get(9).isEmpty() ? -1 : Long.parseLong(fields.get(9)),
                Long.parseLong(fields.get(10)),
                orNaN(fields.get(11)),
                fields.size() > FIRST_COLUMNS.size() ? orNaN(fields.get(12)) : Double.NaN,
                fields.size() > FIRST_COLUMNS.size() ? fields.get(13) : "");
    }

    private static double orNaN(String field) {
        return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
    }
}
