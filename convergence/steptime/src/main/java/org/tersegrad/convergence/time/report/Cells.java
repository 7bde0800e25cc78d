package org.tersegrad.convergence.time.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.report.drawing.Html;

/**
 * A table of texts, for a terminal, a page and a document. In a terminal the first column stands on the left, all others on the right.
 *
 * @param heads of the columns
 * @param rows as many cells as heads each
 */
public record Cells(List<String> heads, List<List<String>> rows) {
    public Cells {
        heads = List.copyOf(heads);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != heads.size()) {
                throw new IllegalArgumentException(row + " has not " + heads.size() + " cells");
            }
        }
    }

    /** Aligned lines. */
    public String text() {
        List<List<String>> all = new ArrayList<>(List.of(heads));
        all.addAll(rows);
        int[] widths = new int[heads.size()];
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : all) {
            text.append(row.get(0)).append(" ".repeat(widths[0] - row.get(0).length()));
            for (int i = 1; i < widths.length; i++) {
                String cell = row.get(i);
                text.append(" ".repeat(2 + widths[i] - cell.length())).append(cell);
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** The lines of a document in Markdown, in which cells may have Markdown of their own. */
    public String markdown() {
        return markdown(heads) + "|---".repeat(heads.size()) + "|\n"
                + rows.stream().map(Cells::markdown).collect(joining());
    }

    private static String markdown(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(joining(" | ", "| ", " |\n"));
    }

    /** The element of a page. */
    public String html() {
        return "<table>\n<thead><tr>"
                + heads.stream()
                        .map(head -> "<th scope=\"col\">" + Html.text(head) + "</th>")
                        .collect(joining())
                + "</tr></thead>\n<tbody>\n" + rows.stream().map(Cells::row).collect(joining("\n"))
                + "\n</tbody>\n</table>";
    }

    private static String row(List<String> cells) {
        return "<tr><th scope=\"row\">" + Html.text(cells.get(0)) + "</th>"
                + cells.stream()
                        .skip(1)
                        .map(cell -> "<td>" + Html.text(cell) + "</td>")
                        .collect(joining())
                + "</tr>";
    }
}
