package org.tersegrad.convergence.cli.schemes;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.Simd;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.time.recorded.Stopwatch;

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
                .map(compressor -> compressor.traits(shape).guarantee().toString())
                .toList();
    }

    void print(boolean json, Stopwatch stopwatch, PrintWriter out, PrintWriter progress) {
        progress.println("Measuring twice, until times are stable.");
        if (json) {
            List<Map<String, Object>> rows = new ArrayList<>();
            measure(stopwatch, (i, best) -> rows.add(members(i, best)));
            JsonOption.print(rows, out);
            return;
        }
        String row = "%-" + width("recipe", recipes) + "s  %-" + width("guarantee", guarantees)
                + "s  %12s  %9s  %9s  %11s%s%n";
        out.printf(
                Locale.ROOT, row, "recipe", "guarantee", "bits/element", "encode ns", "decode ns", "even Gbit/s", "");
        List<String> doubts = new ArrayList<>();
        measure(stopwatch, (i, best) -> {
            best.doubt().ifPresent(why -> doubts.add("* " + recipes.get(i) + ": " + why + "."));
            out.printf(
                    Locale.ROOT,
                    row,
                    recipes.get(i),
                    guarantees.get(i),
                    decimals(best.bits()),
                    decimals(best.encodeNanos()),
                    decimals(best.decodeNanos()),
                    best.breakEven() > 0 ? String.format(Locale.ROOT, "%.1f", best.breakEven()) : "-",
                    best.doubt().isEmpty() ? "" : " *");
            out.flush();
        });
        String size = shape.rows() + " x " + shape.columns() + " = " + shape.size();
        String java = "JDK " + System.getProperty("java.version");
        out.println();
        doubts.forEach(out::println);
        out.println("ns of CPU time per element, " + size + " Gaussian elements, " + java + ", " + Simd.describe());
    }

    /** Takes the measurement of a compressor, by its number. */
    private interface Row {
        void add(int compressor, Measurement best);
    }

    private void measure(Stopwatch stopwatch, Row rows) {
        float[] tensor = CounterRandom.gaussians(shape.size(), 1);
        // Two rounds, because schemes share code: each new one may have the JVM compile it again, for better or worse.
        List<Measurement> first = compressors.stream()
                .map(compressor -> Measurement.of(compressor, shape, tensor, stopwatch))
                .toList();
        for (int i = 0; i < compressors.size(); i++) {
            rows.add(
                    i,
                    Measurement.of(compressors.get(i), shape, tensor, stopwatch).orBetter(first.get(i)));
        }
    }

    private Map<String, Object> members(int compressor, Measurement best) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("recipe", recipes.get(compressor));
        members.put("guarantee", guarantees.get(compressor));
        members.put("bits_per_element", best.bits());
        members.put("encode_ns", best.encodeNanos());
        members.put("decode_ns", best.decodeNanos());
        members.put("break_even_gbit_per_second", best.breakEven());
        members.put("doubt", best.doubt().orElse(""));
        return members;
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
