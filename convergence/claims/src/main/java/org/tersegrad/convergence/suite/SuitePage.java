package org.tersegrad.convergence.suite;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.report.drawing.Html;
import org.tersegrad.convergence.report.page.PageParts;
import org.tersegrad.convergence.report.summary.Units;

/** The scores as a page: whole ones, partial ones, and the runs on each workload. */
final class SuitePage {
    private SuitePage() {}

    static String html(SuiteTable table) throws IOException {
        List<Score> scores = Leaderboard.ordered(table.scores());
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("style", PageParts.own("report.css"));
        parts.put("version", Integer.toString(table.suite().version()));
        parts.put("rows", scores.stream().map(SuitePage::row).collect(joining("\n")));
        parts.put(
                "cards",
                table.suite().workloads().stream()
                        .map(workload -> card(workload, scores))
                        .collect(joining("\n")));
        parts.put(
                "frozen", Html.paragraphs("note", table.suite().frozen().lines().toList()));
        return PageParts.fill(PageParts.own(SuitePage.class, "suite.html"), parts);
    }

    private static String row(Score score) {
        int count = score.parts().size();
        String state = !score.missed().isEmpty()
                ? "missed " + String.join(", ", score.missed())
                : score.whole() ? "" : "partial: " + count + (count == 1 ? " workload" : " workloads");
        return cells(
                "th scope=\"row\"",
                score.recipe(),
                Leaderboard.times(score.bits()),
                Leaderboard.times(score.seconds()),
                state);
    }

    private static String card(Workload workload, List<Score> scores) {
        String rows = scores.stream()
                .flatMap(score -> score.parts().stream()
                        .filter(part -> part.workload().equals(workload))
                        .flatMap(part -> rows(score, part)))
                .collect(joining("\n"));
        return rows.isEmpty()
                ? ""
                : "<section class=\"card\">\n<h2>" + workload.name() + "</h2>\n<p class=\"note\">"
                        + Html.text("target: " + workload.goal().text()) + "</p>\n"
                        + "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Runs\"><table>\n<thead><tr>"
                        + Stream.of(
                                        "recipe",
                                        "run",
                                        "rate",
                                        "seed",
                                        "sent to target",
                                        "seconds to target",
                                        "at the end")
                                .map(each -> "<th scope=\"col\">" + each + "</th>")
                                .collect(joining())
                        + "</tr></thead>\n<tbody>\n" + rows + "\n</tbody></table></div>\n</section>";
    }

    private static Stream<String> rows(Score score, Score.Part part) {
        return part.rows().stream()
                .map(row -> cells(
                        "td",
                        score.recipe(),
                        row.trial() ? "trial" : "judged",
                        Recipe.number(row.rate()),
                        Long.toString(row.seed()),
                        row.reached() ? Units.bits(row.bits()) : "missed",
                        row.reached() ? Units.seconds(row.seconds()) : "missed",
                        Double.isNaN(row.end())
                                ? "diverged"
                                : Units.value(part.workload().goal().metric(), row.end())));
    }

    /** A row whose first cell has this tag. */
    private static String cells(String first, String... texts) {
        StringBuilder row = new StringBuilder("<tr>");
        for (int i = 0; i < texts.length; i++) {
            String tag = i == 0 ? first : "td";
            row.append("<" + tag + ">" + Html.text(texts[i]) + "</" + tag.replaceFirst(" .*", "") + ">");
        }
        return row.append("</tr>").toString();
    }
}
