package org.tersegrad.convergence.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the line of a recipe looks. Colours can be told apart with the usual kinds of colour blindness (most are Okabe and
 * Ito's). A scheme and the same scheme with memory share a colour, and the one without memory is dashed; when colours run
 * out, they come again dotted.
 *
 * @param light the colour on white, as in {@code #0072B2}
 * @param dark the colour on black
 * @param dash lengths of strokes and gaps in turn; empty for a solid line
 */
record LineStyle(String light, String dark, List<Integer> dash) {
    private static final String[][] COLOURS = {
        {"#0072B2", "#4BA3DB"}, // blue
        {"#D55E00", "#F0812E"}, // vermilion
        {"#009E73", "#2BC297"}, // green
        {"#CC79A7", "#E29AC3"}, // pink
        {"#E69F00", "#F2B632"}, // orange
        {"#56B4E9", "#8FD0F7"}, // sky
        {"#7A3E9D", "#B48AE0"}, // violet
        {"#8C6D1F", "#C4A24A"}, // brown
        {"#6B7A00", "#B3C62E"}, // olive
    };

    /** What sends all as it is stands apart: black or white. */
    private static final LineStyle BASELINE = new LineStyle("#222222", "#EEEEEE", List.of());

    private static final List<Integer> DASHED = List.of(7, 4);
    private static final List<List<Integer>> ROUNDS =
            List.of(List.of(), List.of(2, 3), List.of(12, 3, 2, 3), List.of(14, 5));

    private static final String MEMORY = "\\+(ef|ef21|ef21m|econtrol|dgc)(\\([^()]*\\))?(?=\\+|\\)|$)";

    /** One style for each recipe, in the same order. */
    static List<LineStyle> of(List<String> recipes) {
        Map<String, Integer> families = new LinkedHashMap<>();
        List<LineStyle> styles = new ArrayList<>();
        for (String recipe : recipes) {
            if (Baseline.isDense(recipe) && !styles.contains(BASELINE)) {
                styles.add(BASELINE);
                continue;
            }
            String family = recipe.replaceAll(MEMORY, "");
            int index = families.computeIfAbsent(family, name -> families.size());
            String[] colour = COLOURS[index % COLOURS.length];
            List<Integer> dash = ROUNDS.get(index / COLOURS.length % ROUNDS.size());
            boolean dashed = recipe.equals(family)
                    && recipes.stream()
                            .anyMatch(other -> !other.equals(recipe)
                                    && other.replaceAll(MEMORY, "").equals(family));
            styles.add(unused(new LineStyle(colour[0], colour[1], dashed ? DASHED : dash), styles));
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
