package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.summary.Baseline;
import org.tersegrad.convergence.report.summary.RecipeName;

/** Styles of recipes: a scheme with and without error feedback shares a colour, and the one without is dashed. */
final class RecipeStyles {
    /** The style of an uncompressed recipe: black or white, apart from the others. */
    static final LineStyle BASELINE = new LineStyle(Palette.BASELINE, List.of());

    private static final List<Integer> DASHED = List.of(7, 4);

    private RecipeStyles() {}

    /** One style for each recipe, in the same order. */
    static List<LineStyle> of(List<String> recipes) {
        Map<String, Integer> families = new LinkedHashMap<>();
        List<LineStyle> styles = new ArrayList<>();
        for (String recipe : recipes) {
            if (Baseline.isDense(recipe) && !styles.contains(BASELINE)) {
                styles.add(BASELINE);
                continue;
            }
            String family = RecipeName.family(recipe);
            LineStyle style = LineStyle.number(families.computeIfAbsent(family, name -> families.size()));
            boolean dashed = !RecipeName.hasMemory(recipe)
                    && recipes.stream()
                            .anyMatch(other -> RecipeName.hasMemory(other)
                                    && RecipeName.family(other).equals(family));
            styles.add(unused(dashed ? new LineStyle(style.shade(), DASHED) : style, styles));
        }
        return styles;
    }

    /** Two kinds of memory around one scheme: the first dash that the colour does not have yet. */
    private static LineStyle unused(LineStyle wanted, List<LineStyle> used) {
        if (!used.contains(wanted)) {
            return wanted;
        }
        return LineStyle.DASHES.stream()
                .map(dash -> new LineStyle(wanted.shade(), dash))
                .filter(style -> !used.contains(style))
                .findFirst()
                .orElse(wanted);
    }
}
