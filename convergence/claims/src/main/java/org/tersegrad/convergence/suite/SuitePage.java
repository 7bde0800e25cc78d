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
import org.tersegrad.convergence.time.report.Cells;

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
        parts.put("workloads", scrolling("Workloads", suite.table()));
        return PageParts.fill(PageParts.own(SuitePage.class, "suite.html"), parts);
    }

    /** As in the leaderboard; a workload that was not run is an empty cell. */
    private static String scores(Suite suite, List<Score> scores) {
        List<String> heads = new ArrayList<>(List.of("recipe", "bits", "seconds"));
        heads.addAll(suite.names());
        List<List<String>> rows = new ArrayList<>();
        for (Score score : scores) {
            String partial = score.whole() ? "" : " (partial)";
            List<String> row = new ArrayList<>(List.of(
                    score.recipe(), Leaderboard.times(score.bits()) + partial, Leaderboard.times(score.seconds())));
            row.addAll(Leaderboard.times(score, suite.names(), ""));
            rows.add(row);
        }
        return scrolling("Scores", new Cells(heads, rows));
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
                        + scrolling(
                                "Runs on " + workload.name(),
                                new Cells(
                                        List.of(
                                                "recipe",
                                                "run",
                                                "rate",
                                                "seed",
                                                "sent to target",
                                                "seconds to target",
                                                "at the end"),
                                        rows))
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

    /** A table that scrolls on a narrow screen. */
    private static String scrolling(String label, Cells cells) {
        return "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" + label + "\">" + cells.html()
                + "</div>";
    }
}
