package org.tersegrad.bench.report;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rows of one record or of several, and what is known about where they come from.
 *
 * @param about from lines such as {@code # commit: 1234abc}, which older records lack
 */
record Measured(Map<String, String> about, List<Row> rows) {
    Measured {
        about = Map.copyOf(about);
        rows = List.copyOf(rows);
    }

    /** Of rows with the same job on the same Java the last one counts. */
    static Measured read(List<Path> files) throws IOException {
        Map<String, String> about = new LinkedHashMap<>();
        Map<String, Row> rows = new LinkedHashMap<>();
        for (Path file : files) {
            Measured one = parse(Files.readString(file), file.toString());
            addAbout(about, one.about());
            one.rows().forEach(row -> rows.put(row.jobOnJdk(), row));
        }
        return new Measured(about, List.copyOf(rows.values()));
    }

    /**
     * @param name of the text, for those who have to mend it
     */
    static Measured parse(String text, String name) {
        Map<String, String> about = new LinkedHashMap<>();
        text.lines().filter(line -> line.startsWith("# ")).forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                about.put(line.substring(2, colon), line.substring(colon + 2));
            }
        });
        List<Row> rows = new ArrayList<>();
        CsvReader.builder()
                .commentStrategy(CommentStrategy.SKIP)
                .ofNamedCsvRecord(text)
                .forEach(line -> rows.add(row(line, name)));
        return new Measured(about, rows);
    }

    private static Row row(NamedCsvRecord line, String name) {
        try {
            return new Row(
                    line.getField("jdk"),
                    line.getField("benchmark"),
                    line.getField("parameter"),
                    Long.parseLong(line.getField("elements")),
                    number(line, "ns_per_element"),
                    number(line, "error"),
                    number(line, "over_read"),
                    number(line, "bytes_per_element"));
        } catch (IllegalArgumentException | java.util.NoSuchElementException e) {
            throw new IllegalArgumentException(
                    name + ", line " + line.getStartingLineNumber() + ": " + e.getMessage(), e);
        }
    }

    /** Not a number where there is none. */
    private static double number(NamedCsvRecord line, String column) {
        Optional<String> field = line.findField(column);
        return field.isEmpty() || field.get().isEmpty() ? Double.NaN : Double.parseDouble(field.get());
    }

    /** Where records differ, all is said. */
    private static void addAbout(Map<String, String> about, Map<String, String> more) {
        more.forEach((key, value) ->
                about.merge(key, value, (a, b) -> List.of(a.split("; ", -1)).contains(b) ? a : a + "; " + b));
    }

    Measured with(Measured others) {
        Map<String, String> both = new LinkedHashMap<>(about);
        addAbout(both, others.about());
        return new Measured(
                both, Stream.concat(rows.stream(), others.rows().stream()).toList());
    }

    String about(String what) {
        return about.getOrDefault(what, "not recorded");
    }
}
