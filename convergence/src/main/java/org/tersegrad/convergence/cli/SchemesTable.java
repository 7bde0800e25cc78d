package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.Simd;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Shape;

/** Compressors beside each other, measured on the same tensor. Lines appear as they are measured. */
final class SchemesTable {
    private final List<Compressor> compressors;
    private final Shape shape;
    private final List<String> recipes;
    private final List<String> guarantees;

    /**
     * @throws IllegalArgumentException if a payload for this shape would be too long
     */
    SchemesTable(List<Compressor> compressors, Shape shape) {
        this.compressors = compressors;
        this.shape = shape;
        compressors.forEach(compressor -> compressor.maxBytes(shape));
        recipes = compressors.stream().map(Compressor::toString).toList();
        guarantees = compressors.stream()
                .map(compressor -> compressor.guarantee(shape).toString())
                .toList();
    }

    void print(double seconds, PrintWriter out, PrintWriter progress) {
        progress.printf(Locale.ROOT, "Measuring, about %.0f s.%n", 4 * compressors.size() * seconds);
        float[] tensor = CounterRandom.gaussians(shape.size(), 1);
        // Two rounds, because schemes share code: each new one may have the JVM compile it again, for better or worse.
        List<Measurement> first = compressors.stream()
                .map(compressor -> Measurement.of(compressor, shape, tensor, seconds))
                .toList();
        String row = "%-" + width("recipe", recipes) + "s  %-" + width("guarantee", guarantees) + "s  %12s  %9s  %9s%n";
        out.printf(Locale.ROOT, row, "recipe", "guarantee", "bits/element", "encode ns", "decode ns");
        for (int i = 0; i < compressors.size(); i++) {
            Measurement best =
                    Measurement.of(compressors.get(i), shape, tensor, seconds).orBetter(first.get(i));
            out.printf(
                    Locale.ROOT,
                    row,
                    recipes.get(i),
                    guarantees.get(i),
                    decimals(best.bits()),
                    decimals(best.encodeNanos()),
                    decimals(best.decodeNanos()));
            out.flush();
        }
        String size = shape.rows() + " x " + shape.columns() + " = " + shape.size();
        String java = "JDK " + System.getProperty("java.version");
        out.println();
        out.println("ns per element, " + size + " Gaussian elements, " + java + ", " + Simd.describe());
    }

    private static int width(String header, List<String> cells) {
        return Stream.concat(Stream.of(header), cells.stream())
                .mapToInt(String::length)
                .max()
                .orElseThrow();
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
