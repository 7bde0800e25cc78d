package org.tersegrad.convergence.claims.report;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Papers;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.Verdict;
import org.tersegrad.convergence.report.drawing.Html;
import org.tersegrad.convergence.report.drawing.Svg;
import org.tersegrad.convergence.report.page.PageParts;

/** All claims as a page: a table of verdicts, and below it who claims what, how it was run, and what was found. */
final class ClaimsPage {
    private ClaimsPage() {}

    static String html(List<FinishedClaim> claims) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("style", PageParts.own("report.css"));
        parts.put("count", Html.text(ClaimsTable.count(claims)));
        parts.put("rows", claims.stream().map(ClaimsPage::row).collect(joining("\n")));
        parts.put("cards", claims.stream().map(ClaimsPage::card).collect(joining("\n")));
        return PageParts.fill(PageParts.own(ClaimsPage.class, "claims.html"), parts);
    }

    private static String row(FinishedClaim claim) {
        String name = claim.statement().name();
        return "<tr><th scope=\"row\"><a href=\"#" + name + "\">" + name + "</a></th><td class=\"words\">"
                + Html.text(claim.statement().claim()) + "</td><td>"
                + badge(claim.outcome().verdict()) + "</td><td>"
                + claim.time() + "</td></tr>";
    }

    private static String badge(Verdict verdict) {
        String kind = switch (verdict) {
            case HOLDS -> "yes";
            case IN_PART -> "partly";
            case NOT_HERE -> "no";
            case TOO_LARGE, NOT_RUN -> "open";
        };
        return "<span class=\"verdict " + kind + "\">" + verdict + "</span>";
    }

    private static String card(FinishedClaim claim) {
        Statement statement = claim.statement();
        return "<section class=\"card\" id=\"" + statement.name() + "\">\n<h2>" + statement.name() + " "
                + badge(claim.outcome().verdict()) + "</h2>\n<p class=\"conclusion\">" + Html.text(statement.claim())
                + "</p>\n<p class=\"note\">" + Html.text(statement.source()) + papers(statement) + "</p>\n"
                + "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Figures\"><table>\n<thead><tr>"
                + "<th scope=\"col\">what was found</th><th scope=\"col\">figure [95 %]</th><th scope=\"col\">asked for</th>"
                + "<th scope=\"col\"></th></tr></thead>\n<tbody>\n"
                + claim.outcome().checks().stream().map(ClaimsPage::check).collect(joining("\n"))
                + "\n</tbody></table></div>\n"
                + claim.outcome()
                        .picture()
                        .map(picture -> picture(picture, statement))
                        .orElse("")
                + about(claim) + "</section>";
    }

    private static String papers(Statement statement) {
        return Papers.in(statement.source()).stream()
                .map(paper -> " <a href=\"" + paper + "\">" + paper.replaceFirst("https://", "") + "</a>")
                .collect(joining());
    }

    private static String check(Check check) {
        return "<tr><td class=\"words\">" + Html.text(check.what()) + "</td><td>"
                + Html.text(check.figure().toString())
                + "</td><td>" + Html.text(check.limits()) + "</td><td>" + (check.holds() ? "found" : "<b>not found</b>")
                + "</td></tr>";
    }

    private static String picture(Picture picture, Statement statement) {
        return "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Picture\">\n"
                + Svg.of(PictureChart.of(picture, "").drawing(1040, 460), statement.claim()) + "\n</div>\n";
    }

    private static String about(FinishedClaim claim) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("setting", claim.statement().setting());
        about.put("time", claim.time());
        about.put("command", claim.command());
        about.putAll(claim.machine());
        return Html.definitions(about) + "\n";
    }
}
