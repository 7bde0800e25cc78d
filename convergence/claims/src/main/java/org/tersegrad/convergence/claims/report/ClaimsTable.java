package org.tersegrad.convergence.claims.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Papers;
import org.tersegrad.convergence.claims.Verdict;
import org.tersegrad.convergence.report.tables.ResultsCsv;
import org.tersegrad.convergence.report.tables.Sentences;
import org.tersegrad.convergence.time.report.Cells;

/** Verdicts and figures as text. */
public final class ClaimsTable {
    private static final String CSV_HEAD = "claim,source,check,value,low,high,least,most,holds,verdict,seconds\n";

    private ClaimsTable() {}

    /** The text for a terminal: a paragraph for each claim. */
    public static String text(List<FinishedClaim> claims) {
        StringBuilder text = new StringBuilder();
        for (FinishedClaim each : claims) {
            text.append(each.statement().name() + ": " + each.outcome().verdict() + " (" + each.time() + ")\n");
            Sentences.wrap(
                    "  " + each.statement().claim() + " [" + each.statement().source() + "]", text);
            Papers.in(each.statement().source()).forEach(paper -> text.append("  " + paper + "\n"));
            for (Check check : each.outcome().checks()) {
                Sentences.wrap((check.holds() ? "  + " : "  - ") + check, text);
            }
            text.append('\n');
        }
        return text.append(count(claims)).append('\n').toString();
    }

    /** The count, as in {@code 31 claims: holds 20, holds in part 5}. */
    public static String count(List<FinishedClaim> claims) {
        return claims.size() + (claims.size() == 1 ? " claim: " : " claims: ")
                + Arrays.stream(Verdict.values())
                        .filter(verdict -> of(verdict, claims) > 0)
                        .map(verdict -> verdict + " " + of(verdict, claims))
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private static long of(Verdict verdict, List<FinishedClaim> claims) {
        return claims.stream()
                .filter(each -> each.outcome().verdict() == verdict)
                .count();
    }

    /** Names by verdict, for documents with little space. */
    public static String verdicts(List<FinishedClaim> claims) {
        return new Cells(
                        List.of("verdict", "claims"),
                        Arrays.stream(Verdict.values())
                                .filter(verdict -> of(verdict, claims) > 0)
                                .map(verdict ->
                                        List.of(verdict + " (" + of(verdict, claims) + ")", names(verdict, claims)))
                                .toList())
                .markdown();
    }

    private static String names(Verdict verdict, List<FinishedClaim> claims) {
        return claims.stream()
                .filter(each -> each.outcome().verdict() == verdict)
                .map(each -> "`" + each.statement().name() + "`")
                .collect(Collectors.joining(", "));
    }

    /** The table for documents. */
    public static String markdown(List<FinishedClaim> claims) {
        return new Cells(
                        List.of("claim", "who", "what was found here", "verdict"),
                        claims.stream()
                                .map(each -> List.of(
                                        "`" + each.statement().name() + "`: "
                                                + each.statement().claim(),
                                        each.statement().source(),
                                        each.headline(),
                                        "**" + each.outcome().verdict() + "**"))
                                .toList())
                .markdown();
    }

    /** A line for each check. */
    public static String csv(List<FinishedClaim> claims) {
        StringBuilder text = new StringBuilder(CSV_HEAD);
        for (FinishedClaim each : claims) {
            for (Check check : each.outcome().checks()) {
                text.append(String.format(
                        Locale.ROOT,
                        "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%.3f\n",
                        each.statement().name(),
                        ResultsCsv.cell(each.statement().source()),
                        ResultsCsv.cell(check.what()),
                        number(check.figure().value()),
                        number(check.figure().low()),
                        number(check.figure().high()),
                        number(check.least()),
                        number(check.most()),
                        check.holds(),
                        each.outcome().verdict(),
                        each.seconds()));
            }
        }
        return text.toString();
    }

    /** An empty cell where there is no number or no limit. */
    private static String number(double number) {
        return Double.isFinite(number) ? Double.toString(number) : "";
    }
}
