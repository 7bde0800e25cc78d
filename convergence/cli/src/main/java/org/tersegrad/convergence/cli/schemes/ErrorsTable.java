package org.tersegrad.convergence.cli.schemes;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.report.pictures.SchemeError;

/** Errors of compressors beside each other, on several kinds of gradients. Lines appear as they are measured. */
final class ErrorsTable {
    private static final double[] TARGETS = {0.5, 0.1, 0.01, 0.001};

    private final List<Compressor> compressors;
    private final List<Sample> samples;

    /**
     * @throws IllegalArgumentException if a payload for one of their shapes would be too long
     */
    ErrorsTable(List<Compressor> compressors, List<Sample> samples) {
        this.compressors = compressors;
        this.samples = samples;
        compressors.forEach(
                compressor -> samples.forEach(sample -> sample.shapes().forEach(compressor::maxBytes)));
    }

    /** Prints what is measured, and returns it. */
    List<SchemeError> print(boolean json, PrintWriter out) {
        List<SchemeError> errors = new ArrayList<>();
        String row = "%-" + width("recipe", compressors.stream().map(Compressor::toString)) + "s  %-"
                + width("heavy-tailed", samples.stream().map(Sample::label)) + "s  %12s  %9s  %9s  %7s  %8s  %9s%n";
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
        for (Sample sample : samples) {
            for (Compressor compressor : compressors) {
                SchemeError error = ErrorMeasurement.of(compressor, sample);
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
            out.println(size() + "; in units of |x|²,"
                    + " NMSE is the error of a message, bias that of the mean of many, of mean that of "
                    + SchemeError.WORKERS
                    + " workers with a gradient in common and as much noise; distance is bits above"
                    + " Shannon's bound for Gaussian numbers");
        }
        return errors;
    }

    private String size() {
        List<Shape> shapes = samples.get(0).shapes();
        return samples.stream().allMatch(sample -> sample.shapes().equals(shapes)) && shapes.size() == 1
                ? shapes.get(0).rows() + " x " + shapes.get(0).columns() + " = "
                        + shapes.get(0).size() + " elements"
                : "tensors of at least " + Sample.FEWEST + " elements, each in its own message";
    }

    private static int width(String least, Stream<String> cells) {
        return Stream.concat(Stream.of(least), cells)
                .mapToInt(String::length)
                .max()
                .orElseThrow();
    }

    /** Prints the bits that recipes of one kind need for a given error, between two that are measured. */
    static void printBits(List<SchemeError> errors, PrintWriter out) {
        List<String> families =
                errors.stream().map(SchemeError::family).distinct().toList();
        String row = "%-" + width("bits to reach NMSE", families.stream()) + "s  %-"
                + width("heavy-tailed", errors.stream().map(SchemeError::gradient)) + "s"
                + "  %8s".repeat(TARGETS.length)
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
