package org.tersegrad.convergence.cli.record;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A list of contestants in CSV, with the columns name, version and command; an empty version is asked of the process. */
final class EntrantFile {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([\\w-]+)\\}");

    private EntrantFile() {}

    /**
     * A contestant.
     *
     * @param version empty to ask the process
     * @param command words between spaces, with placeholders as in {@code {grace}}
     */
    record Line(String name, String version, String command) {
        /**
         * The words with values in place of placeholders. A value may contain spaces.
         *
         * @throws IllegalArgumentException if there is no value for one
         */
        List<String> command(Map<String, String> values) {
            return Arrays.stream(command.strip().split("\\s+", -1))
                    .map(word -> filled(word, values))
                    .toList();
        }

        private static String filled(String word, Map<String, String> values) {
            return PLACEHOLDER
                    .matcher(word)
                    .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1), values)));
        }

        private static String value(String name, Map<String, String> values) {
            String value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException(
                        "not run: no value for {" + name + "}; --set " + name + "=... gives it");
            }
            return value;
        }
    }

    /**
     * All lines.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it is no such list; the message says where
     */
    static List<Line> read(Path file) throws IOException {
        List<Line> lines = new ArrayList<>();
        Set<String> names = new HashSet<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(Files.readString(file))) {
            for (NamedCsvRecord each : csv) {
                Line line = new Line(field(each, "name"), field(each, "version"), field(each, "command"));
                if (line.name().isBlank() || line.command().isBlank()) {
                    throw new IllegalArgumentException(
                            file + ", line " + each.getStartingLineNumber() + ": name and command must not be empty");
                }
                if (!names.add(line.name())) {
                    throw new IllegalArgumentException(
                            file + ", line " + each.getStartingLineNumber() + ": " + line.name() + " is there already");
                }
                lines.add(line);
            }
        } catch (CsvParseException e) {
            throw new IllegalArgumentException(file + " is no CSV: " + e.getMessage(), e);
        }
        return lines;
    }

    private static String field(NamedCsvRecord line, String column) {
        return line.findField(column)
                .orElseThrow(() -> new IllegalArgumentException("line " + line.getStartingLineNumber()
                        + " has no column " + column + "; columns are name,version,command"));
    }
}
