package org.tersegrad.convergence.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.compressors.internal.Suggestion;

/**
 * A CSV file in UTF-8 with the names of its columns in the first line. Fields are separated by the character that is there most
 * often: a comma, a semicolon or a tab.
 *
 * @param label the column to predict
 * @param features the other columns, in their order
 */
record Table(Column label, List<Column> features) {
    /** The names of the columns of a file. */
    static List<String> names(Path file) {
        return read(file, records -> header(file, records));
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if there is no such column
     * @throws DataUnavailableException if it is no such table
     */
    static Table read(Path file, String label) {
        return read(file, records -> table(file, label, records));
    }

    private interface Reading<T> {
        T of(Iterator<CsvRecord> records);
    }

    private static <T> T read(Path file, Reading<T> reading) {
        String text = UserFiles.text(file);
        try (CsvReader<CsvRecord> csv = CsvReader.builder()
                .fieldSeparator(separator(text))
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .ofCsvRecord(text)) {
            return reading.of(csv.iterator());
        } catch (CsvParseException e) {
            throw new DataUnavailableException(file + " is no table: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a string is closed
        }
    }

    /** Of the first line, outside quotes. */
    private static char separator(String text) {
        int[] counts = new int[3];
        String separators = ",;\t";
        boolean quoted = false;
        boolean begun = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            begun |= !Character.isWhitespace(c);
            if (begun && !quoted && (c == '\n' || c == '\r')) {
                break;
            }
            if (!quoted && separators.indexOf(c) >= 0) {
                counts[separators.indexOf(c)]++;
            }
        }
        int most = counts[1] > counts[0] ? 1 : 0;
        return separators.charAt(counts[2] > counts[most] ? 2 : most);
    }

    private static List<String> header(Path file, Iterator<CsvRecord> records) {
        if (!records.hasNext()) {
            throw new DataUnavailableException(file + " is empty; its first line should name the columns.");
        }
        CsvRecord first = records.next();
        List<String> names = first.getFields().stream().map(String::strip).toList();
        String place = file + ", line " + first.getStartingLineNumber() + ": ";
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).isEmpty()) {
                throw new DataUnavailableException(place + "column " + (i + 1) + " has no name");
            }
            if (names.indexOf(names.get(i)) < i) {
                throw new DataUnavailableException(place + "two columns are named " + Excerpt.of(names.get(i)));
            }
        }
        return names;
    }

    private static Table table(Path file, String label, Iterator<CsvRecord> records) {
        List<String> names = header(file, records);
        int at = names.indexOf(label.strip());
        if (at < 0) {
            throw new IllegalArgumentException("there is no column " + Excerpt.of(label) + " in " + file
                    + Suggestion.question(label, names) + " (there are " + Excerpt.of(String.join(", ", names)) + ")");
        }
        if (names.size() == 1) {
            throw new DataUnavailableException(file + " has no column beside " + label + " to learn from.");
        }
        List<Column> columns = new ArrayList<>();
        for (String name : names) {
            int most = name.equals(names.get(at)) ? Integer.MAX_VALUE : Column.MOST_CATEGORIES;
            columns.add(new Column(file.toString(), name, most));
        }
        while (records.hasNext()) {
            CsvRecord row = records.next();
            if (row.getFieldCount() != columns.size()) {
                throw new DataUnavailableException(file + ", line " + row.getStartingLineNumber() + ": "
                        + columns.size() + " columns are expected, not " + row.getFieldCount());
            }
            for (int i = 0; i < columns.size(); i++) {
                columns.get(i).add(row.getField(i), row.getStartingLineNumber());
            }
        }
        return new Table(columns.remove(at), List.copyOf(columns));
    }

    int rows() {
        return label.size();
    }
}
