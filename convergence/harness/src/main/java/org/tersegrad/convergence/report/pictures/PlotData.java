package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.tersegrad.convergence.report.summary.Curve;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.ModelledTime;

/**
 * Curves as they are drawn. The x axis is logarithmic, in bytes, so that its marks are at 1 kB and 1 MB; where nothing is
 * ever sent, as by a single worker, it is in steps. Losses have a logarithmic axis too, if they go over more than two
 * powers of ten.
 */
public record PlotData(
        String title, String xTitle, String yTitle, boolean bytes, boolean percent, boolean logY, List<Line> lines) {
    /** The mean and the band around it; in percent, or losses. */
    record Point(double x, double mean, double low, double high) {}

    /** One recipe. */
    record Line(String recipe, List<Point> points) {
        List<Double> x() {
            return points.stream().map(Point::x).toList();
        }

        List<Double> mean() {
            return points.stream().map(Point::mean).toList();
        }

        /** The band as the points of its outline: along the lower edge, and back along the upper one. */
        Line outline() {
            List<Point> outline = new ArrayList<>();
            points.forEach(point -> outline.add(new Point(point.x, point.low, point.low, point.low)));
            Collections.reverse(outline);
            points.forEach(point -> outline.add(new Point(point.x, point.high, point.high, point.high)));
            return new Line("band of " + recipe, outline);
        }

        /** The same line by many more points, straight where the x axis is logarithmic; without the band. */
        Line subdivided() {
            int pieces = 64;
            List<Point> fine = new ArrayList<>(points.subList(0, Math.min(1, points.size())));
            for (int i = 1; i < points.size(); i++) {
                Point from = points.get(i - 1);
                Point to = points.get(i);
                for (int piece = 1; piece <= pieces; piece++) {
                    double part = piece / (double) pieces;
                    double mean = from.mean + part * (to.mean - from.mean);
                    fine.add(new Point(from.x * Math.pow(to.x / from.x, part), mean, mean, mean));
                }
            }
            return new Line(recipe, fine);
        }
    }

    /** A picture over bytes sent, or over steps if nothing was sent. */
    public static PlotData of(List<Curve> curves, Metric metric) {
        boolean bytes =
                curves.stream().anyMatch(curve -> curve.points().stream().anyMatch(point -> point.bitsSent() > 0));
        boolean percent = metric == Metric.ACCURACY;
        ToDoubleFunction<Curve.Point> x = bytes ? point -> point.bitsSent() / 8 : Curve.Point::step;
        List<Line> lines = curves.stream().map(curve -> line(curve, metric, x)).toList();
        return new PlotData(
                (percent ? "Accuracy" : "Test loss") + " against " + (bytes ? "bits sent" : "steps"),
                bytes ? "Data sent per worker, log scale (1 MB = 8 million bits)" : "Steps, log scale",
                percent ? "Test accuracy (%)" : "Test loss",
                bytes,
                percent,
                !percent && low(lines) > 0 && high(lines) > 100 * low(lines),
                lines);
    }

    /** The same against the seconds that steps would take on a network. */
    static PlotData inSeconds(List<Curve> curves, Metric metric, ModelledTime time) {
        PlotData steps = of(curves, metric);
        List<Line> lines = curves.stream()
                .map(curve -> line(curve, metric, point -> time.seconds(curve.recipe(), point.step())))
                .toList();
        return new PlotData(
                steps.title.replaceFirst(" against .*", " against seconds"),
                "Modelled seconds on " + time.network() + ", log scale",
                steps.yTitle,
                false,
                steps.percent,
                steps.logY,
                lines);
    }

    /** The same against the seconds of the workers' virtual clock. */
    static PlotData inVirtualSeconds(List<Curve> curves, Metric metric) {
        PlotData steps = of(curves, metric);
        return new PlotData(
                steps.title.replaceFirst(" against .*", " against virtual seconds"),
                "Virtual seconds, log scale (a usual step takes 1)",
                steps.yTitle,
                false,
                steps.percent,
                steps.logY,
                curves.stream()
                        .map(curve -> line(curve, metric, Curve.Point::virtualSeconds))
                        .toList());
    }

    /** How far workers' models are from their mean, against steps; where all are the same, there is no line. */
    static PlotData consensus(List<Curve> curves) {
        List<Line> lines = curves.stream()
                .map(curve -> new Line(
                        curve.recipe(),
                        curve.points().stream()
                                .filter(point -> point.step() > 0
                                        && point.consensusDistance().low() > 0)
                                .map(point -> new Point(
                                        point.step(),
                                        point.consensusDistance().mean(),
                                        point.consensusDistance().low(),
                                        point.consensusDistance().high()))
                                .toList()))
                .toList();
        return new PlotData(
                "Consensus distance against steps",
                "Steps, log scale",
                "Consensus distance",
                false,
                false,
                low(lines) > 0 && high(lines) > 100 * low(lines),
                lines);
    }

    /** Whether there is anything to draw. */
    boolean hasLines() {
        return lines.stream().anyMatch(line -> !line.points().isEmpty());
    }

    /** A value of the metric on the y axis. */
    double scaled(double value) {
        return percent ? 100 * value : value;
    }

    /**
     * Where the y axis begins. Accuracies are shown from a multiple of ten below the lowest end of a curve, so that the way up
     * from chance does not squeeze what matters into the upper tenth; a curve that ends more than half the way below the best does not
     * count.
     */
    public double bottom() {
        if (!percent) {
            return low(lines);
        }
        double best = ends().max().orElse(100);
        double lowest = ends().filter(end -> end > best / 2).min().orElse(0);
        return Math.min(90, 10 * Math.floor((lowest - 1) / 10));
    }

    /** Where the y axis ends. */
    double top() {
        return percent ? Math.max(bottom() + 10, 10 * Math.ceil(high(lines) / 10)) : high(lines);
    }

    private DoubleStream ends() {
        return lines.stream()
                .filter(line -> !line.points().isEmpty())
                .mapToDouble(line -> line.points().get(line.points().size() - 1).mean());
    }

    /** Where the x axis begins. */
    double left() {
        return x().min().orElse(1);
    }

    /** Where the x axis ends, with room for names behind the lines. */
    double right() {
        double right = x().max().orElse(10);
        return right * Math.pow(right / left(), 0.2);
    }

    private DoubleStream x() {
        return lines.stream().flatMap(line -> line.points().stream()).mapToDouble(Point::x);
    }

    private static double low(List<Line> lines) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::low)
                .min()
                .orElse(0);
    }

    private static double high(List<Line> lines) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Point::high)
                .max()
                .orElse(100);
    }

    private static Line line(Curve curve, Metric metric, ToDoubleFunction<Curve.Point> x) {
        double scale = metric == Metric.ACCURACY ? 100 : 1;
        List<Point> points = new ArrayList<>();
        for (Curve.Point point : curve.points()) {
            Curve.Spread spread = point.of(metric);
            // Zero has no logarithm, and a run that diverged has no place on a finite axis.
            if (x.applyAsDouble(point) > 0 && Double.isFinite(spread.mean())) {
                points.add(new Point(
                        x.applyAsDouble(point), scale * spread.mean(), scale * spread.low(), scale * spread.high()));
            }
        }
        return new Line(curve.recipe(), points);
    }
}
