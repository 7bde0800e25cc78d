package org.tersegrad.convergence.report;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The evaluations of a comparison as a table in a file, one line each. What is read is equal to what was written, and
 * equal evaluations give equal bytes on any JDK.
 *
 * <p>A recipe that a spreadsheet would take for a formula, because it begins with {@code =}, {@code +}, {@code -}, {@code @}, a
 * tab or a line end, has an apostrophe before it, and so has one that begins with apostrophes and then one of these. Reading
 * takes that apostrophe away.
 */
public final class ResultsCsv {
    private static final List<String> HEADER = List.of(
            "recipe",
            "seed",
            "step",
            "epoch",
            "bits_sent",
            "bits_received",
            "wall_ms",
            "train_loss",
            "test_loss",
            "test_accuracy");

    private static final String FORMULA = "=+-@\t\r\n";

    private ResultsCsv() {}

    /** Writes a file as a whole, or leaves what was there. */
    public static void write(List<Evaluation> evaluations, Path file) throws IOException {
        WholeFile.write(file, text(evaluations));
    }

    static String text(List<Evaluation> evaluations) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(HEADER);
            for (Evaluation row : evaluations) {
                csv.writeRecord(
                        isFormula(row.recipe()) ? "'" + row.recipe() : row.recipe(),
                        Long.toString(row.seed()),
                        Integer.toString(row.step()),
                        Units.exact(row.epoch()),
                        Long.toString(row.bitsSent()),
                        Long.toString(row.bitsReceived()),
                        Long.toString(row.wallMillis()),
                        Units.exact(row.trainLoss()),
                        Units.exact(row.testLoss()),
                        Double.isNaN(row.testAccuracy()) ? "" : Units.exact(row.testAccuracy()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail", e);
        }
        return text.toString();
    }

    /** A recipe as the cell of a table: quoted where it has a comma or a quote. */
    static String cell(String recipe) {
        String safe = isFormula(recipe) ? "'" + recipe : recipe;
        boolean plain = safe.chars().noneMatch(sign -> sign == ',' || sign == '"' || sign == '\n' || sign == '\r');
        return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }

    /** Whether the first sign that is no apostrophe begins a formula. */
    private static boolean isFormula(String recipe) {
        int at = 0;
        while (at < recipe.length() && recipe.charAt(at) == '\'') {
            at++;
        }
        return at < recipe.length() && FORMULA.indexOf(recipe.charAt(at)) >= 0;
    }

    /** Whether a file begins as {@link #write} begins one. */
    static boolean isTable(Path file) throws IOException {
        byte[] header = String.join(",", HEADER).getBytes(StandardCharsets.UTF_8);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(header.length), header);
        }
    }

    /**
     * Reads a file that {@link #write} wrote.
     *
     * @throws IOException if it cannot be read or is no such file; names the line
     */
    public static List<Evaluation> read(Path file) throws IOException {
        List<Evaluation> evaluations = new ArrayList<>();
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(file)) {
            boolean header = true;
            for (CsvRecord row : csv) {
                if (header && !row.getFields().equals(HEADER)) {
                    throw new IOException(file + " does not begin with the line " + String.join(",", HEADER));
                } else if (!header) {
                    evaluations.add(evaluation(file, row));
                }
                header = false;
            }
            if (header) {
                throw new IOException(file + " is empty");
            }
        } catch (CsvParseException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
        return evaluations;
    }

    private static Evaluation evaluation(Path file, CsvRecord row) throws IOException {
        try {
            String accuracy = row.getField(9);
            String recipe = row.getField(0);
            return new Evaluation(
                    recipe.startsWith("'") && isFormula(recipe) ? recipe.substring(1) : recipe,
                    Long.parseLong(row.getField(1)),
                    Integer.parseInt(row.getField(2)),
                    Double.parseDouble(row.getField(3)),
                    Long.parseLong(row.getField(4)),
                    Long.parseLong(row.getField(5)),
                    Long.parseLong(row.getField(6)),
                    Double.parseDouble(row.getField(7)),
                    Double.parseDouble(row.getField(8)),
                    accuracy.isEmpty() ? Double.NaN : Double.parseDouble(accuracy));
        } catch (NumberFormatException e) {
            throw new IOException(file + ", line " + row.getStartingLineNumber() + ": " + e.getMessage(), e);
        }
    }
}
