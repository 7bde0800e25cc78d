package org.tersegrad.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.tersegrad.network.Measurement.Kind;

/**
 * One kind of measurements with one number of nodes: the times of every recipe by bandwidth.
 *
 * @param links bandwidths in Mbit/s, ascending; 0 for no limit comes last
 * @param lines one for each recipe, in the order in which they were measured
 */
record StepTable(Kind kind, int nodes, List<Integer> links, List<Line> lines) {
    static final String BASELINE = "dense";

    /**
     * One recipe.
     *
     * @param compresses whether it is to be compared with the baseline
     * @param megabytes that a node sends
     * @param accuracy of a training; else NaN
     * @param millis median time by bandwidth
     * @param measured by bandwidth
     */
    record Line(
            String name,
            boolean compresses,
            double megabytes,
            double accuracy,
            Map<Integer, Double> millis,
            Map<Integer, Measurement> measured) {
        private String cell(int link) {
            Measurement it = measured.get(link);
            if (it == null) {
                return " |";
            }
            String cpu = Double.isNaN(it.cpuMillis()) ? "" : "; CPU " + time(it.cpuMillis());
            return " " + time(it.medianMillis()) + " (" + time(it.leastMillis()) + cpu + ")"
                    + (it.doubt().isEmpty() ? "" : " *") + " |";
        }
    }

    /** Those of {@code nodes} nodes among all measurements; of the same measured twice, the later one. */
    static StepTable of(List<Measurement> all, Kind kind, int nodes) {
        TreeSet<Integer> limits = new TreeSet<>();
        Map<String, Line> lines = new LinkedHashMap<>();
        for (Measurement each : all) {
            if (each.kind() == kind && each.nodes() == nodes) {
                limits.add(each.linkMbit());
                boolean compresses = each.transport().equals("tcp") && !isBaseline(each.recipe());
                Line line = lines.computeIfAbsent(
                        each.name(),
                        name -> new Line(
                                name,
                                compresses,
                                each.wireBits() / 8e6,
                                each.accuracy(),
                                new LinkedHashMap<>(),
                                new LinkedHashMap<>()));
                line.millis().put(each.linkMbit(), each.medianMillis());
                line.measured().put(each.linkMbit(), each);
            }
        }
        List<Integer> links = new ArrayList<>(limits);
        if (links.remove((Integer) 0)) {
            links.add(0);
        }
        return new StepTable(kind, nodes, links, List.copyOf(lines.values()));
    }

    /** Whether it is dense, perhaps with a learning rate. */
    static boolean isBaseline(String recipe) {
        return recipe.equals(BASELINE) || recipe.startsWith(BASELINE + "@");
    }

    /** The table as Markdown. */
    String markdown() {
        boolean trained = kind == Kind.TRAINING;
        StringBuilder text =
                new StringBuilder("| " + kind.title() + ", " + nodes + " nodes, ms: median (least; CPU) |");
        links.forEach(link -> text.append(' ').append(Measurement.link(link)).append(" |"));
        text.append(" MB sent |" + (trained ? " accuracy |" : "") + " stops paying at |\n|---|");
        text.append("---:|".repeat(links.size() + (trained ? 2 : 1))).append("---|\n");
        for (Line line : lines) {
            text.append("| `").append(line.name()).append("` |");
            links.forEach(link -> text.append(line.cell(link)));
            text.append(String.format(Locale.ROOT, " %.3g | ", line.megabytes()));
            text.append(trained ? String.format(Locale.ROOT, "%.1f %% | ", 100 * line.accuracy()) : "");
            text.append(line.compresses() ? Crossover.of(line.millis(), baseline()) : "")
                    .append(" |\n");
        }
        lines.stream()
                .flatMap(line -> line.measured().values().stream())
                .map(Measurement::doubt)
                .filter(doubt -> !doubt.isEmpty())
                .findFirst()
                .ifPresent(doubt ->
                        text.append("\n\\* cannot be trusted: ").append(doubt).append('\n'));
        return text.toString();
    }

    private static String time(double millis) {
        return String.format(Locale.ROOT, millis < 10 ? "%.1f" : "%.0f", millis);
    }

    private Map<Integer, Double> baseline() {
        return lines.stream()
                .filter(line -> isBaseline(line.name()))
                .findFirst()
                .map(Line::millis)
                .orElse(Map.of());
    }
}
