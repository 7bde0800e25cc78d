package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Shade;
import org.tersegrad.convergence.report.summary.Baseline;
import org.tersegrad.convergence.report.summary.RecipeName;

/**
 * How the line of a recipe looks. A scheme and the same scheme with error feedback share a colour of the {@link Palette}, and the one
 * without is dashed; when colours run out, they come again dotted.
 *
 * @param light the colour on white, as in {@code #0072B2}
 * @param dark the colour on black
 * @param dash lengths of strokes and gaps in turn; empty for a solid line
 */
public record LineStyle(String light, String dark, List<Integer> dash) {
    /** What sends all as it is stands apart: black or white. */
    private static final LineStyle BASELINE =
            new LineStyle(Palette.BASELINE.light(), Palette.BASELINE.dark(), List.of());

    private static final List<Integer> DASHED = List.of(7, 4);
    private static final List<List<Integer>> ROUNDS =
            List.of(List.of(), List.of(2, 3), List.of(12, 3, 2, 3), List.of(14, 5));

    /** One style for each recipe, in the same order. */
    public static List<LineStyle> of(List<String> recipes) {
        Map<String, Integer> families = new LinkedHashMap<>();
        List<LineStyle> styles = new ArrayList<>();
        for (String recipe : recipes) {
            if (Baseline.isDense(recipe) && !styles.contains(BASELINE)) {
                styles.add(BASELINE);
                continue;
            }
            String family = RecipeName.family(recipe);
            int index = families.computeIfAbsent(family, name -> families.size());
            Shade colour = Palette.SHADES.get(index % Palette.SHADES.size());
            List<Integer> dash = ROUNDS.get(index / Palette.SHADES.size() % ROUNDS.size());
            boolean dashed = !RecipeName.hasMemory(recipe)
                    && recipes.stream()
                            .anyMatch(other -> RecipeName.hasMemory(other)
                                    && RecipeName.family(other).equals(family));
            styles.add(unused(new LineStyle(colour.light(), colour.dark(), dashed ? DASHED : dash), styles));
        }
        return styles;
    }

    /** Two kinds of memory around one scheme: the first dash that the colour does not have yet. */
    private static LineStyle unused(LineStyle wanted, List<LineStyle> used) {
        if (!used.contains(wanted)) {
            return wanted;
        }
        return ROUNDS.stream()
                .map(dash -> new LineStyle(wanted.light, wanted.dark, dash))
                .filter(style -> !used.contains(style))
                .findFirst()
                .orElse(wanted);
    }
}
