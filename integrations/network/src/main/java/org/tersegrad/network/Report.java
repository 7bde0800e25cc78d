package org.tersegrad.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.tersegrad.network.Measurement.Kind;

/** Prints tables of a file of measurements, and draws a picture for each number of nodes beside it. */
final class Report {
    private Report() {}

    /** {@code args} is the file. */
    public static void main(String[] args) {
        try {
            write(Path.of(args[0]));
        } catch (IOException e) {
            System.err.println("slow-network: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void write(Path file) throws IOException {
        List<Measurement> all = MeasurementsCsv.read(file);
        List<Integer> numbers =
                all.stream().map(Measurement::nodes).distinct().sorted().toList();
        for (int nodes : numbers) {
            for (Kind kind : Kind.values()) {
                StepTable table = StepTable.of(all, kind, nodes);
                if (kind == Kind.PREDICTED) {
                    System.out.println(new PredictionTable(all, nodes).markdown());
                } else if (!table.lines().isEmpty()) {
                    System.out.println(table.markdown());
                    Path picture =
                            file.resolveSibling(file.getFileName().toString().replaceAll("\\.csv$", "") + "-"
                                    + kind.word() + "-" + nodes + "-nodes.png");
                    Files.write(picture, StepPlot.png(table, title(all, kind, nodes)));
                    System.out.println(picture + "\n");
                }
            }
        }
    }

    private static String title(List<Measurement> all, Kind kind, int nodes) {
        return String.format(
                Locale.ROOT,
                "%s, %.1f million floats, %d nodes",
                kind.title(),
                all.stream()
                                .filter(each -> each.kind() == kind)
                                .mapToInt(Measurement::elements)
                                .max()
                                .orElse(0)
                        / 1e6,
                nodes);
    }
}
