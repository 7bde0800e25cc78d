package org.tersegrad.convergence.report.page;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tersegrad.convergence.report.drawing.Html;
import org.tersegrad.convergence.report.drawing.Svg;
import org.tersegrad.convergence.report.pictures.StepBars;
import org.tersegrad.convergence.report.summary.Measure;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.RecipeSummary;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.report.tables.Column;
import org.tersegrad.convergence.report.tables.Conclusions;
import org.tersegrad.convergence.report.tables.Legend;
import org.tersegrad.convergence.training.Results;

/**
 * The comparison as one file that a browser opens without a network: curves to look into, the table, and how it was made.
 * Needs no AWT.
 */
public final class Page {
    private Page() {}

    /** The whole file. */
    public static String of(Results results, Summary summary) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("title", Html.text(results.title() + " - Tersegrad"));
        parts.put("heading", summary.metric().label() + " against bits sent");
        parts.put("subtitle", Html.text(results.title()));
        parts.put("horizontal", choices("x", summary, Measure::isCost));
        parts.put("vertical", choices("y", summary, measure -> !measure.isCost()));
        parts.put("conclusions", Html.paragraphs("conclusion", Conclusions.of(results, summary)));
        parts.put("bands", Html.text(bands(summary)));
        parts.put(
                "steps",
                summary.time()
                        .filter(time -> !time.steps().isEmpty())
                        .map(Page::steps)
                        .orElse(""));
        parts.put("table", table(summary));
        parts.put("legend", Html.paragraphs("note", Legend.of(summary)));
        parts.put("about", about(results));
        parts.put("data", Html.json(PageData.of(summary)));
        parts.put("style", PageParts.own("report.css"));
        parts.put("library", PageParts.chartJs());
        parts.put("script", PageParts.own("curves.js"));
        parts.put("sorting", PageParts.own("sorting.js"));
        return PageParts.fill(PageParts.own("report.html"), parts);
    }

    private static String choices(String axis, Summary summary, Predicate<Measure> which) {
        return PageData.measures(summary).stream()
                .filter(which)
                .map(measure -> "<label><input type=\"radio\" name=\"" + axis + "\" value=\"" + measure.key()
                        + "\"><span>" + measure.label() + "</span></label>")
                .collect(Collectors.joining("\n"));
    }

    private static String bands(Summary summary) {
        return (summary.seeds() == 1
                        ? ""
                        : "Lines are means over seeds, bands go from the lowest seed to the highest. ")
                + "Bits are those of the bytes that really went through the collective, headers included: what one"
                + " worker sent to the others, or received from them, as a mean over workers.";
    }

    private static String steps(ModelledTime time) {
        return "<section class=\"card\" aria-label=\"Time of a step\">\n<div class=\"wide\" tabindex=\"0\" role=\"region\""
                + " aria-label=\"Bars\">\n" + Svg.of(StepBars.of(time), "Where the time of a step goes")
                + "\n</div>\n</section>\n";
    }

    private static String table(Summary summary) {
        List<Column> columns = Column.forPage(summary);
        StringBuilder html = new StringBuilder("<table>\n<thead><tr>").append(head("recipe"));
        columns.forEach(column -> html.append(head(column.title())));
        html.append("</tr></thead>\n<tbody>\n");
        for (RecipeSummary recipe : summary.recipes()) {
            String name = Html.text(recipe.recipe());
            html.append("<tr><th scope=\"row\" data-value=\"" + name + "\">" + name + "</th>");
            for (Column column : columns) {
                double number = column.number().applyAsDouble(recipe);
                html.append("<td data-value=\"" + (Double.isFinite(number) ? Units.exact(number) : "") + "\">");
                html.append(Html.text(column.text().apply(recipe))).append("</td>");
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody>\n</table>").toString();
    }

    private static String head(String title) {
        return "<th scope=\"col\"><button type=\"button\">" + Html.text(title) + "</button></th>";
    }

    private static String about(Results results) {
        StringBuilder html = new StringBuilder();
        Map<String, String> about = new LinkedHashMap<>(results.about());
        String command = about.remove("command");
        about.remove(Results.UNTUNED); // it is among the conclusions
        if (command != null) {
            html.append("<pre>").append(Html.text(command)).append("</pre>\n");
        }
        if (results.parameters() > 0) {
            about.putIfAbsent("parameters", Integer.toString(results.parameters()));
        }
        return html + Html.definitions(about);
    }
}
