package org.tersegrad.convergence.cli.schemes;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.report.pictures.SchemeError;

/** Errors of compressors beside each other, on several kinds of gradients. Lines appear as they are measured. */
final class ErrorsTable {
    private final List<Compressor> compressors;
    private final Shape shape;

    /**
     * @throws IllegalArgumentException if a payload for this shape would be too long
     */
    ErrorsTable(List<Compressor> compressors, Shape shape) {
        this.compressors = compressors;
        this.shape = shape;
        compressors.forEach(compressor -> compressor.maxBytes(shape));
    }

    /** Prints what is measured, and returns it. */
    List<SchemeError> print(boolean json, PrintWriter out) {
        List<SchemeError> errors = new ArrayList<>();
        int width = compressors.stream()
                .mapToInt(compressor -> compressor.toString().length())
                .max()
                .orElse(0);
        String row = "%-" + Math.max(width, "recipe".length()) + "s  %-12s  %12s  %9s  %9s  %7s%n";
        if (!json) {
            out.printf(Locale.ROOT, row, "recipe", "gradient", "bits/element", "NMSE", "bias", "cosine");
        }
        for (SampleGradient kind : SampleGradient.values()) {
            float[] gradient = kind.floats(shape.size());
            for (Compressor compressor : compressors) {
                SchemeError error = ErrorMeasurement.of(compressor, shape, kind.label(), gradient);
                errors.add(error);
                if (!json) {
                    out.printf(
                            Locale.ROOT,
                            row,
                            error.recipe(),
                            error.gradient(),
                            String.format(Locale.ROOT, "%.3f", error.bitsPerElement()),
                            brief(error.error()),
                            brief(error.bias()),
                            String.format(Locale.ROOT, "%.4f", error.cosine()));
                    out.flush();
                }
            }
        }
        if (json) {
            JsonOption.print(errors.stream().map(ErrorsTable::members).toList(), out);
        } else {
            out.println();
            out.println(shape.rows() + " x " + shape.columns() + " = " + shape.size() + " elements; in units of |x|²,"
                    + " NMSE is the error of a message, bias that of the mean of many");
        }
        return errors;
    }

    private static Map<String, Object> members(SchemeError error) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("recipe", error.recipe());
        members.put("gradient", error.gradient());
        members.put("bits_per_element", error.bitsPerElement());
        members.put("nmse", error.error());
        members.put("bias", error.bias());
        members.put("cosine", error.cosine());
        return members;
    }

    /** Three digits. */
    private static String brief(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, value < 1e-3 ? "%.2e" : "%.3g", value);
    }
}
