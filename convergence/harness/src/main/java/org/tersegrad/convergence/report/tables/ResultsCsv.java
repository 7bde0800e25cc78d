package org.tersegrad.convergence.report.tables;

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
import java.util.Optional;
import java.util.function.Function;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The evaluations of a comparison as a table in a file, one line each. Evaluations read are equal to those written, and equal
 * evaluations give equal bytes on any JDK.
 *
 * <p>A recipe that a spreadsheet would take for a formula, because it begins with {@code =}, {@code +}, {@code -}, {@code @}, a
 * tab or a line end, has an apostrophe before it, and so has one that begins with apostrophes and then one of these. Reading
 * takes that apostrophe away.
 */
public final class ResultsCsv {
    /** The columns that every such file begins with. */
    private static final List<String> FIRST = List.of(
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

    /** Columns that a file of an older version does not have. */
    private static final List<String> MORE =
            List.of("residual_norm", "compression_error", "consensus_distance", "virtual_seconds");

    private static final String DOUBT = "modelled_doubt";

    private static final String FORMULA = "=+-@\t\r\n";

    private ResultsCsv() {}

    /** Writes a file as a whole, or leaves what was there. */
    public static void write(List<Evaluation> evaluations, Path file) throws IOException {
        write(evaluations, Optional.empty(), file);
    }

    /** The same with a last column of why seconds cannot be trusted, if they are modelled. It is not read again. */
    public static void write(List<Evaluation> evaluations, Optional<ModelledTime> time, Path file) throws IOException {
        WholeFile.write(file, text(evaluations, time));
    }

    static String text(List<Evaluation> evaluations) {
        return text(evaluations, Optional.empty());
    }

    private static String text(List<Evaluation> evaluations, Optional<ModelledTime> time) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            List<String> header = new ArrayList<>(FIRST);
            header.addAll(MORE);
            time.ifPresent(modelled -> header.add(DOUBT));
            csv.writeRecord(header);
            for (Evaluation row : evaluations) {
                List<String> cells = new ArrayList<>(List.of(
                        isFormula(row.recipe()) ? "'" + row.recipe() : row.recipe(),
                        Long.toString(row.seed()),
                        Integer.toString(row.step()),
                        Units.exact(row.at().epoch()),
                        Long.toString(row.bits().sent()),
                        Long.toString(row.bits().received()),
                        Long.toString(row.at().wallMillis()),
                        Units.exact(row.trainLoss()),
                        Units.exact(row.test().loss()),
                        orEmpty(row.test().accuracy()),
                        orEmpty(row.diagnostics().residualNorm()),
                        orEmpty(row.diagnostics().compressionError()),
                        orEmpty(row.diagnostics().consensusDistance()),
                        orEmpty(row.at().virtualSeconds())));
                time.ifPresent(modelled -> cells.add(modelled.doubt(row.recipe())));
                csv.writeRecord(cells);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail", e);
        }
        return text.toString();
    }

    /** A column of {@link #MORE}. */
    private static double optional(List<String> header, Function<String, String> cell, String column) {
        return header.contains(column) ? orNaN(cell.apply(column)) : Double.NaN;
    }

    private static String orEmpty(double value) {
        return Double.isNaN(value) ? "" : Units.exact(value);
    }

    /** A recipe as the cell of a table: quoted where it has a comma or a quote. */
    public static String cell(String recipe) {
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
    public static boolean isTable(Path file) throws IOException {
        byte[] header = String.join(",", FIRST).getBytes(StandardCharsets.UTF_8);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(header.length), header);
        }
    }

    /**
     * Reads a file that {@link #write} wrote, in this version or an older one. A column that the file does not have is NaN; an
     * unknown one is not read.
     *
     * @throws IOException if it cannot be read or is no such file; names the line
     */
    public static List<Evaluation> read(Path file) throws IOException {
        List<Evaluation> evaluations = new ArrayList<>();
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(file)) {
            List<String> header = List.of();
            for (CsvRecord row : csv) {
                if (!header.isEmpty()) {
                    evaluations.add(evaluation(file, header, row));
                } else if (row.getFields().containsAll(FIRST)) {
                    header = row.getFields();
                } else {
                    throw new IOException(file + " does not begin with the line " + String.join(",", FIRST));
                }
            }
            if (header.isEmpty()) {
                throw new IOException(file + " is empty");
            }
        } catch (CsvParseException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
        return evaluations;
    }

    private static Evaluation evaluation(Path file, List<String> header, CsvRecord row) throws IOException {
        Function<String, String> cell = column -> row.getField(header.indexOf(column));
        try {
            String recipe = cell.apply("recipe");
            return new Evaluation(
                    recipe.startsWith("'") && isFormula(recipe) ? recipe.substring(1) : recipe,
                    Long.parseLong(cell.apply("seed")),
                    new Evaluation.Moment(
                            Integer.parseInt(cell.apply("step")),
                            Double.parseDouble(cell.apply("epoch")),
                            Long.parseLong(cell.apply("wall_ms")),
                            optional(header, cell, "virtual_seconds")),
                    new Evaluation.Bits(
                            Long.parseLong(cell.apply("bits_sent")), Long.parseLong(cell.apply("bits_received"))),
                    Double.parseDouble(cell.apply("train_loss")),
                    new Score(Double.parseDouble(cell.apply("test_loss")), orNaN(cell.apply("test_accuracy"))),
                    new Evaluation.Diagnostics(
                            optional(header, cell, "residual_norm"),
                            optional(header, cell, "compression_error"),
                            optional(header, cell, "consensus_distance")));
        } catch (NumberFormatException e) {
            throw new IOException(file + ", line " + row.getStartingLineNumber() + ": " + e.getMessage(), e);
        }
    }

    private static double orNaN(String cell) {
        return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
    }
}
