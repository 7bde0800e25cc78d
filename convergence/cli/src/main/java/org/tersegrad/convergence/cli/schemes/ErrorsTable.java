package org.tersegrad.convergence.cli.schemes;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
    private static final double[] TARGETS = {0.5, 0.1, 0.01, 0.001};

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
        String row = "%-" + Math.max(width, "recipe".length()) + "s  %-12s  %12s  %9s  %9s  %7s  %8s  %9s%n";
        if (!json) {
            out.printf(
                    Locale.ROOT,
                    row,
                    "recipe",
                    "gradient",
                    "bits/element",
                    "NMSE",
                    "bias",
                    "cosine",
                    "distance",
                    "of mean");
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
                            String.format(Locale.ROOT, "%.4f", error.cosine()),
                            error.error() == 0 ? "-" : String.format(Locale.ROOT, "%.3f", error.distance()),
                            brief(error.errorOfMean()));
                    out.flush();
                }
            }
        }
        if (json) {
            JsonOption.print(errors.stream().map(ErrorsTable::members).toList(), out);
        } else {
            out.println();
            out.println(shape.rows() + " x " + shape.columns() + " = " + shape.size() + " elements; in units of |x|²,"
                    + " NMSE is the error of a message, bias that of the mean of many, of mean that of "
                    + SchemeError.WORKERS
                    + " workers with a gradient in common and as much noise; distance is bits above"
                    + " Shannon's bound for Gaussian numbers");
        }
        return errors;
    }

    /** Prints the bits that recipes of one kind need for a given error, between two that are measured. */
    static void printBits(List<SchemeError> errors, PrintWriter out) {
        List<String> families =
                errors.stream().map(SchemeError::family).distinct().toList();
        int width = families.stream().mapToInt(String::length).max().orElse(0);
        String row = "%-" + Math.max(width, "bits to reach NMSE".length()) + "s  %-12s" + "  %8s".repeat(TARGETS.length)
                + "%n";
        out.println();
        List<Object> head = new ArrayList<>(List.of("bits to reach NMSE", "gradient"));
        Arrays.stream(TARGETS).forEach(head::add);
        out.printf(Locale.ROOT, row, head.toArray());
        for (String kind : errors.stream().map(SchemeError::gradient).distinct().toList()) {
            for (String family : families) {
                List<SchemeError> rates = errors.stream()
                        .filter(error ->
                                error.gradient().equals(kind) && error.family().equals(family))
                        .sorted(Comparator.comparingDouble(SchemeError::bitsPerElement))
                        .toList();
                List<Object> cells = new ArrayList<>(List.of(family, kind));
                for (double target : TARGETS) {
                    double bits = bitsFor(target, rates);
                    cells.add(Double.isNaN(bits) ? "-" : String.format(Locale.ROOT, "%.3f", bits));
                }
                if (!cells.subList(2, cells.size()).stream().allMatch("-"::equals)) {
                    out.printf(Locale.ROOT, row, cells.toArray());
                }
            }
        }
    }

    /** The fewest bits with at most this error, on the line between two rates in logarithms; NaN if all have more. */
    static double bitsFor(double target, List<SchemeError> rates) {
        for (int i = 0; i < rates.size(); i++) {
            SchemeError found = rates.get(i);
            if (found.error() <= target) {
                if (i == 0 || rates.get(i - 1).error() <= found.error()) {
                    return found.bitsPerElement();
                }
                SchemeError before = rates.get(i - 1);
                double share =
                        Math.log(before.error() / target) / Math.log(before.error() / Math.max(found.error(), 1e-30));
                return before.bitsPerElement() + share * (found.bitsPerElement() - before.bitsPerElement());
            }
        }
        return Double.NaN;
    }

    private static Map<String, Object> members(SchemeError error) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("recipe", error.recipe());
        members.put("gradient", error.gradient());
        members.put("bits_per_element", error.bitsPerElement());
        members.put("nmse", error.error());
        members.put("bias", error.bias());
        members.put("cosine", error.cosine());
        members.put("distance", error.error() == 0 ? null : error.distance());
        members.put("nmse_of_mean", error.errorOfMean());
        return members;
    }

    /** Three digits. */
    private static String brief(double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, value < 1e-3 ? "%.2e" : "%.3g", value);
    }
}
