package org.tersegrad.convergence.suite;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.report.drawing.Html;
import org.tersegrad.convergence.report.page.PageParts;
import org.tersegrad.convergence.report.summary.Units;

/** The scores as a page: whole ones, partial ones, and the runs on each workload. */
final class SuitePage {
    private SuitePage() {}

    static String html(SuiteTable table) throws IOException {
        Suite suite = table.suite();
        List<Score> scores = Leaderboard.ordered(table.scores());
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("style", PageParts.own("report.css"));
        parts.put("version", Integer.toString(suite.version()));
        parts.put("scores", scores(suite, scores));
        parts.put(
                "cards",
                suite.workloads().stream()
                        .map(workload -> card(workload, scores))
                        .collect(joining("\n")));
        parts.put(
                "rules", Html.paragraphs("note", suite.frozen().lines().limit(1).toList()));
        parts.put(
                "workloads",
                table(
                        "Workloads",
                        Suite.COLUMNS,
                        suite.workloads().stream().map(Workload::cells).toList()));
        return PageParts.fill(PageParts.own(SuitePage.class, "suite.html"), parts);
    }

    /** As in the leaderboard; a workload that was not run is an empty cell. */
    private static String scores(Suite suite, List<Score> scores) {
        List<String> names = suite.workloads().stream().map(Workload::name).toList();
        List<String> head = new ArrayList<>(List.of("recipe", "bits", "seconds"));
        head.addAll(names);
        List<List<String>> rows = new ArrayList<>();
        for (Score score : scores) {
            String partial = score.whole() ? "" : " (partial)";
            List<String> row = new ArrayList<>(List.of(
                    score.recipe(), Leaderboard.times(score.bits()) + partial, Leaderboard.times(score.seconds())));
            names.forEach(name -> row.add(score.parts().stream()
                    .filter(part -> part.workload().name().equals(name))
                    .map(Leaderboard::times)
                    .findFirst()
                    .orElse("")));
            rows.add(row);
        }
        return table("Scores", head, rows);
    }

    private static String card(Workload workload, List<Score> scores) {
        List<List<String>> rows = scores.stream()
                .flatMap(score -> score.parts().stream()
                        .filter(part -> part.workload().equals(workload))
                        .flatMap(part -> part.rows().stream().map(row -> cells(workload, row))))
                .toList();
        return rows.isEmpty()
                ? ""
                : "<section class=\"card\">\n<h2>" + workload.name() + "</h2>\n<p class=\"note\">"
                        + Html.text("target: " + workload.goal().text()) + "</p>\n"
                        + table(
                                "Runs on " + workload.name(),
                                List.of(
                                        "recipe",
                                        "run",
                                        "rate",
                                        "seed",
                                        "sent to target",
                                        "seconds to target",
                                        "at the end"),
                                rows)
                        + "\n</section>";
    }

    private static List<String> cells(Workload workload, SuiteRow row) {
        return List.of(
                row.recipe(),
                row.trial() ? "trial" : "judged",
                Recipe.number(row.rate()),
                Long.toString(row.seed()),
                row.reached() ? Units.bits(row.bits()) : "missed",
                row.reached() ? Units.seconds(row.seconds()) : "missed",
                Double.isNaN(row.end())
                        ? "diverged"
                        : Units.value(workload.goal().metric(), row.end()));
    }

    /** A table that scrolls on a narrow screen; the first cell of a row is its head. */
    private static String table(String label, List<String> head, List<List<String>> rows) {
        return "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" + label + "\"><table>\n<thead>"
                + row(head, "th scope=\"col\"", "th scope=\"col\"") + "</thead>\n<tbody>\n"
                + rows.stream()
                        .map(cells -> row(cells, "th scope=\"row\"", "td"))
                        .collect(joining("\n"))
                + "\n</tbody></table></div>";
    }

    private static String row(List<String> texts, String first, String other) {
        StringBuilder row = new StringBuilder("<tr>");
        for (int i = 0; i < texts.size(); i++) {
            String tag = i == 0 ? first : other;
            row.append("<" + tag + ">" + Html.text(texts.get(i)) + "</" + tag.substring(0, 2) + ">");
        }
        return row.append("</tr>").toString();
    }
}
