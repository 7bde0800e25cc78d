package org.tersegrad.convergence.cli.record;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.report.pictures.SchemeError;
import org.tersegrad.convergence.report.summary.Units;

/**
 * A record: facts about the machine, a line for each contestant, and one for each contestant and gradient.
 *
 * @param about facts by name
 * @param results in the order of the contestants
 */
record Ledger(Map<String, String> about, List<Result> results) {
    static final String ABOUT = "about.csv";
    static final String CONTESTANTS = "contestants.csv";
    static final String ERRORS = "errors.csv";

    /** The fact that says of which gradients the record is. */
    static final String GRADIENTS = "gradients";

    private static final String[] CONTESTANT_COLUMNS = {
        "contestant",
        "version",
        "deterministic",
        "nan",
        "infinity",
        "encode_ns_per_element",
        "decode_ns_per_element",
        "memory_over_gradient",
        "note"
    };
    private static final String[] ERROR_COLUMNS = {
        "contestant", "gradient", "elements", "bytes", "packed_bytes", "nmse", "nmse_of_mean", "bias", "cosine"
    };

    /**
     * A contestant.
     *
     * @param deterministic yes or no: the same seed gives the same bytes in a new process
     * @param nan the answer to a gradient with a NaN: rejects, keeps (one element is wrong), spreads (more are), hides (none is), fails
     * @param infinity the same for an infinite element
     * @param note why columns are missing; empty if none is
     */
    record Standing(
            String contestant,
            String version,
            String deterministic,
            String nan,
            String infinity,
            Entrant.Costs costs,
            String note) {}

    /**
     * A contestant on a gradient.
     *
     * @param error its errors, and bits of the messages as written
     * @param elements of the gradient
     * @param packedBytes of a message if all its integers were packed
     */
    record Row(SchemeError error, int elements, double packedBytes) {
        double bytes() {
            return error.bitsPerElement() * elements / Byte.SIZE;
        }
    }

    /**
     * All about one contestant.
     *
     * @param rows in the order of the gradients
     */
    record Result(Standing standing, List<Row> rows) {
        Result {
            rows = List.copyOf(rows);
        }

        private boolean isOf(Result other) {
            return standing.contestant().equals(other.standing.contestant());
        }

        boolean isComplete() {
            return standing.note().isEmpty();
        }
    }

    Ledger {
        about = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(about));
        results = List.copyOf(results);
    }

    /** The result of a contestant that is complete. */
    Optional<Result> complete(String contestant) {
        return results.stream()
                .filter(result -> result.standing().contestant().equals(contestant) && result.isComplete())
                .findFirst();
    }

    /** With this result in place of the contestant's former one, or behind all. */
    Ledger with(Result result) {
        List<Result> all = new ArrayList<>(results);
        all.replaceAll(each -> each.isOf(result) ? result : each);
        if (results.stream().noneMatch(result::isOf)) {
            all.add(result);
        }
        return new Ledger(about, all);
    }

    /** Writes all files. */
    void write(Path folder) throws IOException {
        List<String[]> facts = new ArrayList<>();
        about.forEach((name, text) -> facts.add(new String[] {name, text}));
        WholeFile.write(folder.resolve(ABOUT), csv(new String[] {"fact", "value"}, facts));
        WholeFile.write(
                folder.resolve(ERRORS),
                csv(
                        ERROR_COLUMNS,
                        results.stream()
                                .flatMap(result -> result.rows().stream())
                                .map(Ledger::fields)
                                .toList()));
        WholeFile.write(
                folder.resolve(CONTESTANTS),
                csv(
                        CONTESTANT_COLUMNS,
                        results.stream()
                                .map(result -> fields(result.standing()))
                                .toList()));
    }

    private static String[] fields(Standing standing) {
        return new String[] {
            standing.contestant(),
            standing.version(),
            standing.deterministic(),
            standing.nan(),
            standing.infinity(),
            text(standing.costs().encodeNanos(), 4),
            text(standing.costs().decodeNanos(), 4),
            text(standing.costs().memory(), 3),
            standing.note()
        };
    }

    private static String[] fields(Row row) {
        SchemeError error = row.error();
        return new String[] {
            error.recipe(),
            error.gradient(),
            Integer.toString(row.elements()),
            text(row.bytes(), 9),
            text(row.packedBytes(), 9),
            text(error.error(), 6),
            text(error.errorOfMean(), 6),
            text(error.bias(), 6),
            text(error.cosine(), 6)
        };
    }

    private static String text(double value, int digits) {
        return Double.isNaN(value) ? "" : Units.rounded(value, digits);
    }

    private static String csv(String[] head, List<String[]> lines) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(head);
            lines.forEach(csv::writeRecord);
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail", e);
        }
        return text.toString();
    }

    /**
     * The record in a folder; an empty one if there is none.
     *
     * @throws IOException if a file cannot be read
     * @throws RuntimeException if it is no record
     */
    static Ledger read(Path folder) throws IOException {
        Map<String, String> about = new LinkedHashMap<>();
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        List<Result> results = new ArrayList<>();
        if (!Files.exists(folder.resolve(CONTESTANTS))) {
            return new Ledger(about, results);
        }
        for (NamedCsvRecord line : lines(folder.resolve(ABOUT))) {
            about.put(line.getField("fact"), line.getField("value"));
        }
        for (NamedCsvRecord line : lines(folder.resolve(ERRORS))) {
            rows.computeIfAbsent(line.getField("contestant"), name -> new ArrayList<>())
                    .add(row(line));
        }
        for (NamedCsvRecord line : lines(folder.resolve(CONTESTANTS))) {
            Standing standing = standing(line);
            results.add(new Result(standing, rows.getOrDefault(standing.contestant(), List.of())));
        }
        return new Ledger(about, results);
    }

    private static List<NamedCsvRecord> lines(Path file) throws IOException {
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(Files.readString(file))) {
            return csv.stream().toList();
        }
    }

    private static Standing standing(NamedCsvRecord line) {
        return new Standing(
                line.getField("contestant"),
                line.getField("version"),
                line.getField("deterministic"),
                line.getField("nan"),
                line.getField("infinity"),
                new Entrant.Costs(
                        number(line, "encode_ns_per_element"),
                        number(line, "decode_ns_per_element"),
                        number(line, "memory_over_gradient")),
                line.getField("note"));
    }

    private static Row row(NamedCsvRecord line) {
        int elements = (int) number(line, "elements");
        SchemeError error = new SchemeError(
                line.getField("contestant"),
                line.getField("gradient"),
                number(line, "bytes") * Byte.SIZE / elements,
                number(line, "nmse"),
                number(line, "bias"),
                number(line, "cosine"),
                number(line, "nmse_of_mean"));
        return new Row(error, elements, number(line, "packed_bytes"));
    }

    private static double number(NamedCsvRecord line, String column) {
        String text = line.getField(column);
        return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }
}
