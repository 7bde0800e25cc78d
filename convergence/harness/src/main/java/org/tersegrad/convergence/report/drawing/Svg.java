package org.tersegrad.convergence.report.drawing;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A drawing as an element of a page. It changes its colours with the page, and fills the width. */
public final class Svg {
    private Svg() {}

    /**
     * The text of the element.
     *
     * @param label what it shows, for those who cannot see it
     */
    public static String of(Drawing drawing, String label) {
        Set<Shade> shades = new LinkedHashSet<>();
        StringBuilder body = new StringBuilder();
        for (Drawing.Shape shape : drawing.shapes()) {
            if (shape instanceof Drawing.Box box) {
                shades.add(box.fill());
                body.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" rx=\"%.1f\"",
                        name(box.fill()),
                        box.x(),
                        box.y(),
                        box.width(),
                        box.height(),
                        box.corner()));
                body.append(box.hint().isEmpty() ? "/>" : "><title>" + Html.text(box.hint()) + "</title></rect>");
            } else if (shape instanceof Drawing.Path path) {
                shades.add(path.colour());
                body.append(String.format(
                        Locale.ROOT,
                        "<path class=\"%s line\" stroke-width=\"%.1f\" %s d=\"M%s\"/>",
                        name(path.colour()),
                        path.thickness(),
                        dash(path.dash()),
                        path.spots().stream()
                                .map(spot -> String.format(Locale.ROOT, "%.1f %.1f", spot.x(), spot.y()))
                                .collect(joining("L"))));
            } else if (shape instanceof Drawing.Words words) {
                shades.add(words.colour());
                body.append(String.format(
                        Locale.ROOT,
                        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"%s\">%s</text>",
                        name(words.colour()),
                        words.x(),
                        words.y(),
                        words.size(),
                        words.anchor(),
                        Html.text(words.text())));
            }
            body.append('\n');
        }
        return String.format(
                        Locale.ROOT,
                        "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %.0f %.0f\" width=\"100%%\">\n",
                        Html.text(label),
                        drawing.width(),
                        drawing.height())
                + style(shades)
                + body
                + "</svg>";
    }

    private static String dash(List<Integer> lengths) {
        return lengths.isEmpty()
                ? ""
                : lengths.stream().map(String::valueOf).collect(joining(" ", "stroke-dasharray=\"", "\""));
    }

    private static String style(Set<Shade> shades) {
        StringBuilder light = new StringBuilder();
        StringBuilder dark = new StringBuilder();
        for (Shade shade : shades) {
            light.append(rule(shade, shade.light()));
            dark.append(rule(shade, shade.dark()));
        }
        return "<style>\n" + light + "@media screen and (prefers-color-scheme: dark) {\n" + dark + "}\n</style>\n";
    }

    private static String rule(Shade shade, String colour) {
        String name = name(shade);
        return "." + name + " { fill: " + colour + "; } ." + name + ".line { fill: none; stroke: " + colour + "; }\n";
    }

    /** The same in all drawings of a page, which share their rules. */
    private static String name(Shade shade) {
        return "c" + shade.light().substring(1) + shade.dark().substring(1);
    }
}
