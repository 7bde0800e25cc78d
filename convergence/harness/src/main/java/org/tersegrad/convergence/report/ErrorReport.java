package org.tersegrad.convergence.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Png;
import org.tersegrad.convergence.report.pictures.ErrorChart;
import org.tersegrad.convergence.report.pictures.SchemeError;
import org.tersegrad.convergence.report.summary.Units;

/** Errors of compressors as files: {@code errors.csv}, and the picture {@code error-vs-bits.png}. */
public final class ErrorReport {
    /** The name of the table. */
    public static final String TABLE = "errors.csv";

    /** The name of the picture. */
    public static final String PICTURE = "error-vs-bits.png";

    private ErrorReport() {}

    /**
     * Writes both files.
     *
     * @return why there is no picture, if there is none
     * @throws IOException if a file cannot be written
     */
    public static Optional<String> write(List<SchemeError> errors, Path folder) throws IOException {
        return write(errors, () -> ErrorChart.of(errors), folder);
    }

    /** The same with recipes of one kind as a line, beside the bound. */
    public static Optional<String> writeFrontier(List<SchemeError> errors, Path folder) throws IOException {
        return write(errors, () -> ErrorChart.frontier(errors), folder);
    }

    private static Optional<String> write(List<SchemeError> errors, Supplier<Drawing> picture, Path folder)
            throws IOException {
        Files.createDirectories(folder);
        WholeFile.write(folder.resolve(TABLE), csv(errors));
        List<String> remarks = new ArrayList<>();
        Report.paint(folder.resolve(PICTURE), () -> Png.of(picture.get()), remarks);
        return remarks.stream().findFirst();
    }

    static String csv(List<SchemeError> errors) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(
                    "recipe", "gradient", "bits_per_element", "nmse", "bias", "cosine", "distance", "nmse_of_mean");
            for (SchemeError error : errors) {
                csv.writeRecord(
                        error.recipe(),
                        error.gradient(),
                        Units.exact(error.bitsPerElement()),
                        Units.exact(error.error()),
                        Units.exact(error.bias()),
                        Units.exact(error.cosine()),
                        error.error() == 0 ? "" : Units.exact(error.distance()),
                        Units.exact(error.errorOfMean()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail", e);
        }
        return text.toString();
    }
}
