package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.summary.Curve;
import org.tersegrad.convergence.report.summary.Curve.Spread;
import org.tersegrad.convergence.report.summary.Measure;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;

/** The curves of a comparison: one measure against another, a line for each recipe. */
public final class CurveChart {
    private CurveChart() {}

    /** Accuracy or loss against the data sent, or against steps where nothing is sent, as by a single worker. */
    public static Chart of(Summary summary, String title) {
        boolean sent = summary.curves().stream()
                .flatMap(curve -> curve.points().stream())
                .anyMatch(point -> point.mean(Measure.SENT) > 0);
        return of(
                summary,
                title,
                sent ? Measure.SENT : Measure.STEP,
                summary.metric().measure());
    }

    /** Any two measures. */
    public static Chart of(Summary summary, String title, Measure x, Measure y) {
        List<LineStyle> styles =
                RecipeStyles.of(summary.curves().stream().map(Curve::recipe).toList());
        List<Chart.Line> lines = new ArrayList<>();
        for (Curve curve : summary.curves()) {
            lines.add(new Chart.Line(curve.recipe(), styles.get(lines.size()), Chart.Form.LINE, points(curve, x, y)));
        }
        double target = summary.target().value();
        Optional<Chart.Level> level = Optional.of(new Chart.Level(
                        y == Measure.ACCURACY ? 100 * target : target,
                        Units.value(summary.metric(), target) + ", "
                                + summary.target().reason()))
                .filter(each -> Double.isFinite(target) && y == summary.metric().measure());
        String seeds = summary.seeds() == 1
                ? ""
                : ": mean over seeds; at the end of a line, from the lowest seed to the highest";
        return new Chart(
                capitalized(y.label()) + " against " + x.label() + ": " + title,
                y == Measure.CONSENSUS ? Axis.log(x.title()) : axis(summary, x),
                vertical(y, lines, y.title() + seeds),
                lines,
                level);
    }

    private static List<Chart.Point> points(Curve curve, Measure x, Measure y) {
        return curve.points().stream()
                // Workers begin with one model, but for rounding, and some recipes keep it.
                .filter(point -> y != Measure.CONSENSUS
                        || (point.mean(Measure.STEP) > 0 && point.of(y).low() > 0))
                .map(point -> {
                    Spread spread = point.of(y);
                    return new Chart.Point(point.mean(x), spread.mean(), spread.low(), spread.high());
                })
                .toList();
    }

    /** The axis of a measure in this comparison. */
    public static Axis axis(Summary summary, Measure measure) {
        String title = measure == Measure.SECONDS && summary.time().isPresent()
                ? "Modelled seconds on " + summary.time().get().network()
                : measure.title();
        Axis axis = measure.isLogarithmic() ? Axis.log(title) : Axis.linear(title);
        return measure.isBytes() ? axis.in(Axis.Unit.BYTES) : axis;
    }

    /**
     * Accuracies are shown from a multiple of ten below the lowest end of a line, so that the way up from chance does not squeeze the
     * differences into the upper tenth; a line that ends at less than half of the best does not count. Losses that span more than two
     * powers of ten have a logarithmic axis.
     */
    private static Axis vertical(Measure y, List<Chart.Line> lines, String title) {
        if (y == Measure.ACCURACY) {
            double best = ends(lines).max().orElse(100);
            double lowest = ends(lines).filter(end -> end > best / 2).min().orElse(0);
            return Axis.linear(title).from(Math.max(0, Math.min(90, 10 * Math.floor((lowest - 1) / 10))));
        }
        double low = values(lines).min().orElse(0);
        return low > 0 && values(lines).max().orElse(0) > 100 * low ? Axis.log(title) : Axis.linear(title);
    }

    private static DoubleStream ends(List<Chart.Line> lines) {
        return lines.stream()
                .flatMap(line -> line.points().stream().reduce((first, second) -> second).stream())
                .mapToDouble(Chart.Point::y)
                .filter(Double::isFinite);
    }

    private static DoubleStream values(List<Chart.Line> lines) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .flatMapToDouble(point -> DoubleStream.of(point.low(), point.high()))
                .filter(Double::isFinite);
    }

    private static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
