package org.tersegrad.convergence.time;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.tersegrad.convergence.internal.InputFile;

/**
 * A table with a line of names of columns. A mistake in it throws an {@link IllegalArgumentException} that names line and column.
 *
 * @param name of the file, for messages
 * @param columns their names
 * @param rows behind them
 */
public record CsvTable(String name, List<String> columns, List<Row> rows) {
    public CsvTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * A line.
     *
     * @param file its name
     * @param line its number, from 1
     * @param columns the names of its cells
     * @param cells as many
     */
    public record Row(String file, long line, List<String> columns, List<String> cells) {
        public Row {
            columns = List.copyOf(columns);
            cells = List.copyOf(cells);
        }

        /** The text of a column. */
        public String text(String column) {
            return cells.get(columns.indexOf(column)).strip();
        }

        /** The number in a column, not negative. */
        public double number(String column) {
            String cell = text(column);
            String wanted = "a number of at least 0 is needed, not " + (cell.isEmpty() ? "nothing" : cell);
            try {
                double value = Double.parseDouble(cell);
                if (value >= 0 && value < Double.POSITIVE_INFINITY) {
                    return value;
                }
                throw new NumberFormatException(cell + " is out of range");
            } catch (NumberFormatException e) {
                throw wrong(column, wanted, e);
            }
        }

        /** The exception about a cell. */
        public IllegalArgumentException wrong(String column, String why) {
            return new IllegalArgumentException(file + ", line " + line + ", column " + column + ": " + why);
        }

        /** The same, where something else was thrown about it. */
        public IllegalArgumentException wrong(String column, String why, Exception cause) {
            return new IllegalArgumentException(file + ", line " + line + ", column " + column + ": " + why, cause);
        }
    }

    /** Reads a table from a file in the jar, beside a class. */
    public static CsvTable ofResource(Class<?> beside, String name, String... needed) {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
            return read(name, new InputStreamReader(in, StandardCharsets.UTF_8), needed);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " in the jar cannot be read", e);
        }
    }

    /**
     * Reads a table from a file in UTF-8.
     *
     * @throws IOException if it cannot be read
     */
    public static CsvTable read(Path file, String... needed) throws IOException {
        String name = String.valueOf(file.getFileName());
        return read(name, new StringReader(InputFile.text(file, "a table in UTF-8 is needed")), needed);
    }

    /**
     * Reads a table.
     *
     * @param needed the columns that it has to have; it may have more
     * @throws IllegalArgumentException if it is no such table
     */
    public static CsvTable read(String name, Reader text, String... needed) throws IOException {
        List<String> columns = List.of();
        List<Row> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(text)) {
            for (CsvRecord record : csv) {
                if (columns.isEmpty()) {
                    columns = record.getFields().stream().map(String::strip).toList();
                } else {
                    rows.add(new Row(name, record.getStartingLineNumber(), columns, record.getFields()));
                }
            }
        } catch (CsvParseException e) {
            throw new IllegalArgumentException(name + " is no table: " + e.getMessage(), e);
        }
        for (String column : needed) {
            if (!columns.contains(column)) {
                throw new IllegalArgumentException(name + ": its first line has no column " + column + ", only "
                        + (columns.isEmpty() ? "nothing" : String.join(", ", columns)));
            }
        }
        return new CsvTable(name, columns, rows);
    }
}
