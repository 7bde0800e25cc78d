package org.tersegrad.network;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tersegrad.network.Measurement.Kind;

/** The shortest measured step of each recipe beside the predicted one. */
record PredictionTable(List<Measurement> all, int nodes) {
    /** The table as Markdown, with all links at which something was predicted; empty if nothing was. */
    String markdown() {
        StepTable predicted = StepTable.of(all, Kind.PREDICTED, nodes);
        if (predicted.lines().isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("| The shortest step, " + nodes + " nodes, ms, and as predicted |");
        predicted
                .links()
                .forEach(link -> text.append(' ').append(Measurement.link(link)).append(" |"));
        text.append("\n|---|").append("---:|".repeat(predicted.links().size())).append('\n');
        for (StepTable.Line line : predicted.lines()) {
            text.append("| `").append(line.name()).append("` |");
            predicted.links().forEach(link -> text.append(cell(line.name(), link)));
            text.append('\n');
        }
        return text.toString();
    }

    private String cell(String recipe, int link) {
        Optional<Measurement> measured = find(Kind.STEP, recipe, link);
        Optional<Measurement> predicted = find(Kind.PREDICTED, recipe, link);
        if (measured.isEmpty() || predicted.isEmpty()) {
            return " |";
        }
        double real = measured.get().leastMillis();
        double model = predicted.get().leastMillis();
        String format = real < 100 ? " %.1f, %.1f (%+.0f %%) |" : " %.0f, %.0f (%+.0f %%) |";
        return String.format(Locale.ROOT, format, real, model, 100 * (model / real - 1));
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
