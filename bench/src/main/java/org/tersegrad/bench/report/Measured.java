package org.tersegrad.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tersegrad.bench.jmh.Row;

/**
 * The rows of one record or of several, and their origin.
 *
 * @param about from lines such as {@code # commit: 1234abc}, which older records lack
 */
record Measured(Map<String, String> about, List<Row> rows) {
    /** The mark of a load that was too high. */
    static final String BUSY = "(busy)";

    Measured {
        about = Map.copyOf(about);
        rows = List.copyOf(rows);
    }

    /** Reads the records; of rows with the same job on the same Java the last one counts. */
    static Measured read(List<Path> files) throws IOException {
        Measured all = new Measured(Map.of(), List.of());
        for (Path file : files) {
            all = all.with(parse(Files.readString(file), file.toString()));
        }
        Map<String, Row> rows = new LinkedHashMap<>();
        all.rows().forEach(row -> rows.put(row.jobOnJdk(), row));
        return new Measured(all.about(), List.copyOf(rows.values()));
    }

    /** @param name of the text, for those who have to mend it */
    static Measured parse(String text, String name) {
        Map<String, String> about = new LinkedHashMap<>();
        text.lines().filter(line -> line.startsWith("# ")).forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                about.put(line.substring(2, colon), line.substring(colon + 2));
            }
        });
        return new Measured(about, Row.read(text, name));
    }

    /** All rows of both; where records differ about their origin, both are named. */
    Measured with(Measured others) {
        Map<String, String> both = new LinkedHashMap<>(about);
        others.about()
                .forEach((key, value) -> both.merge(
                        key, value, (a, b) -> List.of(a.split("; ", -1)).contains(b) ? a : a + "; " + b));
        return new Measured(
                both, Stream.concat(rows.stream(), others.rows().stream()).toList());
    }

    /** The record without those of machines that did other things meanwhile. */
    static Measured readQuiet(List<Path> files) throws IOException {
        List<Path> quiet = new ArrayList<>();
        for (Path file : files) {
            if (!read(List.of(file)).isOfBusyMachine()) {
                quiet.add(file);
            }
        }
        return read(quiet);
    }

    /** Whether the record says that others took part of the machine. */
    boolean isOfBusyMachine() {
        return about.getOrDefault("load", "").contains(BUSY);
    }

    String about(String what) {
        return about.getOrDefault(what, "not recorded");
    }
}
