package org.tersegrad.network;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tersegrad.network.Measurement.Kind;

/** The predicted step of each recipe beside the measured ones: the shortest, and the median. */
record PredictionTable(List<Measurement> all, int nodes) {
    /** The share by which a prediction may be wrong to count as right. */
    private static final double CLOSE = 0.1;

    /** The table as Markdown, with all links at which something was predicted; empty if nothing was. */
    String markdown() {
        StepTable predicted = StepTable.of(all, Kind.PREDICTED, nodes);
        if (predicted.lines().isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("| A step, " + nodes + " nodes, ms: predicted; least; median |");
        predicted
                .links()
                .forEach(link -> text.append(' ').append(Measurement.link(link)).append(" |"));
        text.append("\n|---|").append("---:|".repeat(predicted.links().size())).append('\n');
        for (StepTable.Line line : predicted.lines()) {
            text.append("| `").append(line.name()).append("` |");
            predicted
                    .links()
                    .forEach(link ->
                            text.append(pair(line.name(), link).map(Pair::cell).orElse(" |")));
            text.append('\n');
        }
        text.append("| within 10 % of least; median |");
        for (int link : predicted.links()) {
            List<Pair> pairs = predicted.lines().stream()
                    .flatMap(line -> pair(line.name(), link).stream())
                    .toList();
            text.append(String.format(
                    Locale.ROOT,
                    " %d; %d of %d |",
                    pairs.stream().filter(pair -> isClose(pair.overLeast())).count(),
                    pairs.stream().filter(pair -> isClose(pair.overMedian())).count(),
                    pairs.size()));
        }
        return text.append('\n').toString();
    }

    private static boolean isClose(double error) {
        return Math.abs(error) <= CLOSE;
    }

    /** A step as it was measured and predicted. */
    private record Pair(Measurement measured, Measurement predicted) {
        double overLeast() {
            return predicted.leastMillis() / measured.leastMillis() - 1;
        }

        double overMedian() {
            return predicted.leastMillis() / measured.medianMillis() - 1;
        }

        String cell() {
            String number = measured.leastMillis() < 100 ? "%.1f" : "%.0f";
            return String.format(
                    Locale.ROOT,
                    " " + number + "; " + number + " (%+.0f %%); " + number + " (%+.0f %%)%s |",
                    predicted.leastMillis(),
                    measured.leastMillis(),
                    100 * overLeast(),
                    measured.medianMillis(),
                    100 * overMedian(),
                    measured.doubt().isEmpty() && predicted.doubt().isEmpty() ? "" : " *");
        }
    }

    private Optional<Pair> pair(String recipe, int link) {
        return find(Kind.STEP, recipe, link)
                .flatMap(
                        measured -> find(Kind.PREDICTED, recipe, link).map(predicted -> new Pair(measured, predicted)));
    }

    private Optional<Measurement> find(Kind kind, String recipe, int link) {
        return all.stream()
                .filter(each -> each.kind() == kind
                        && each.nodes() == nodes
                        && each.linkMbit() == link
                        && each.name().equals(recipe))
                .reduce((earlier, later) -> later);
    }
}
