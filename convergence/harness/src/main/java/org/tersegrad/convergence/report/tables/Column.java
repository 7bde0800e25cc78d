package org.tersegrad.convergence.report.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.PairedDifference;
import org.tersegrad.convergence.report.summary.RecipeName;
import org.tersegrad.convergence.report.summary.RecipeSummary;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;

/**
 * One column of the table that is shown in the terminal and on the page.
 *
 * @param title in two or three words
 * @param text its text
 * @param number what it is sorted by
 */
public record Column(String title, Function<RecipeSummary, String> text, ToDoubleFunction<RecipeSummary> number) {
    /** The columns of a terminal, but for the recipe itself, which is no number. */
    static List<Column> of(Summary summary) {
        List<Column> columns = new ArrayList<>();
        if (summary.metric() == Metric.ACCURACY) {
            columns.add(new Column(
                    "accuracy",
                    recipe -> Units.percent(recipe.accuracy()),
                    recipe -> recipe.accuracy().mean()));
        }
        columns.add(new Column(
                "test loss",
                recipe -> Units.loss(recipe.loss()),
                recipe -> recipe.loss().mean()));
        if (summary.recipes().stream()
                .anyMatch(recipe -> recipe.againstBaseline().difference().count() > 0)) {
            columns.add(new Column(
                    "against " + RecipeName.withoutRate(summary.baseline()),
                    recipe -> against(summary.metric(), recipe.againstBaseline()),
                    recipe -> recipe.againstBaseline().difference().mean()));
        }
        columns.add(new Column(
                "sent",
                recipe -> Units.bits(recipe.sent().bits()),
                recipe -> recipe.sent().bits()));
        if (summary.receivesOtherThanSent()) {
            columns.add(new Column(
                    "received",
                    recipe -> Units.bits(recipe.received().bits()),
                    recipe -> recipe.received().bits()));
        }
        columns.add(new Column(
                "ratio",
                recipe -> Units.ratio(recipe.sent().ratio()),
                recipe -> recipe.sent().ratio()));
        if (!Double.isNaN(summary.target().value())) {
            String title =
                    "sent to " + Units.value(summary.metric(), summary.target().value());
            columns.add(
                    new Column(title, Column::toTarget, recipe -> recipe.sent().toTarget()));
        }
        if (summary.hasVirtualSeconds() && summary.time().isEmpty()) {
            columns.add(new Column(
                    "virtual s",
                    recipe -> Units.seconds(recipe.end().virtualSeconds()),
                    recipe -> recipe.end().virtualSeconds()));
        }
        summary.time().ifPresent(time -> {
            columns.add(seconds("seconds", time, recipe -> recipe.end().virtualSeconds()));
            if (!Double.isNaN(summary.target().value())) {
                columns.add(
                        seconds("s to target", time, recipe -> recipe.toTarget().virtualSeconds()));
            }
        });
        return columns;
    }

    /** A page has room for more. */
    public static List<Column> forPage(Summary summary) {
        List<Column> columns = of(summary);
        if (summary.receivesOtherThanSent()) {
            columns.add(new Column(
                    "ratio received",
                    recipe -> Units.ratio(recipe.received().ratio()),
                    recipe -> recipe.received().ratio()));
        }
        return columns;
    }

    /** A time on a network, and a mark where it cannot be trusted. */
    private static Column seconds(String title, ModelledTime time, ToDoubleFunction<RecipeSummary> seconds) {
        return new Column(
                title,
                recipe -> Units.seconds(seconds.applyAsDouble(recipe))
                        + (time.doubt(recipe.recipe()).isEmpty() ? "" : " *"),
                seconds);
    }

    /** The difference, and a mark where it may be chance. */
    private static String against(Metric metric, PairedDifference difference) {
        String amount = Units.difference(metric, difference.difference()).replace(" points", "");
        return amount + (difference.mayBeChance() ? " n.s." : "");
    }

    /** Bits and, where they are not all, the seeds that came so far. */
    private static String toTarget(RecipeSummary recipe) {
        if (recipe.toTarget().seeds() == 0) {
            return "never";
        }
        int seeds = recipe.loss().count();
        return Units.bits(recipe.sent().toTarget())
                + (recipe.toTarget().seeds() == seeds
                        ? ""
                        : " (" + recipe.toTarget().seeds() + "/" + seeds + ")");
    }
}
