package org.tersegrad.convergence.time.report;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Html;
import org.tersegrad.convergence.report.drawing.Svg;
import org.tersegrad.convergence.report.page.PageParts;

/**
 * A page with one picture, its numbers, and how they were made. A browser opens it without a network; it needs neither scripts nor AWT.
 *
 * @param title of the page
 * @param subtitle what it is about
 * @param sentences what to conclude
 * @param picture as a whole
 * @param table the numbers of the picture
 * @param notes what was measured, and what is a model
 * @param about command and machine, in the order to be shown
 */
record TimePage(
        String title,
        String subtitle,
        List<String> sentences,
        Drawing picture,
        Cells table,
        List<String> notes,
        Map<String, String> about) {

    String html() throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("title", Html.text(title));
        parts.put("subtitle", Html.text(subtitle));
        parts.put("sentences", Html.paragraphs("conclusion", sentences));
        parts.put("picture", Svg.of(picture, title + ": " + subtitle));
        parts.put("table", table.html());
        parts.put("notes", Html.paragraphs("note", notes));
        parts.put("about", Html.definitions(about));
        parts.put("style", PageParts.own("report.css"));
        return PageParts.fill(PageParts.own(TimePage.class, "time.html"), parts);
    }
}
