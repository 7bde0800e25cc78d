package org.tersegrad.convergence.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Curves as arrays to be drawn. The x axis is logarithmic, in bytes, so that its marks are at 1 kB and 1 MB; where nothing
 * is ever sent, as by a single worker, it is in steps. Losses have a logarithmic axis too, if they go over more than two
 * powers of ten.
 */
record PlotData(
        String title, String xTitle, String yTitle, boolean bytes, boolean percent, boolean logY, List<Line> lines) {
    /** One recipe; y values in percent or as losses. */
    record Line(String recipe, double[] x, double[] mean, double[] low, double[] high) {
        /** Along the lower edge of the band, and back along the upper one. */
        double[] outlineX() {
            return outline(x, x);
        }

        double[] outlineY() {
            return outline(low, high);
        }

        /** The same line by many more points, straight where the x axis is logarithmic. */
        Line subdivided() {
            int pieces = 64;
            int points = x.length == 0 ? 0 : (x.length - 1) * pieces + 1;
            double[][] fine = new double[4][points];
            for (int i = 0; i < points; i++) {
                int from = i / pieces;
                int to = Math.min(from + 1, x.length - 1);
                double part = i % pieces / (double) pieces;
                fine[0][i] = x[from] * Math.pow(x[to] / x[from], part);
                fine[1][i] = mean[from] + part * (mean[to] - mean[from]);
                fine[2][i] = low[from] + part * (low[to] - low[from]);
                fine[3][i] = high[from] + part * (high[to] - high[from]);
            }
            return new Line(recipe, fine[0], fine[1], fine[2], fine[3]);
        }

        private static double[] outline(double[] there, double[] back) {
            double[] outline = new double[2 * there.length];
            for (int i = 0; i < there.length; i++) {
                outline[i] = there[i];
                outline[outline.length - 1 - i] = back[i];
            }
            return outline;
        }
    }

    static PlotData of(List<Curve> curves, Metric metric) {
        boolean bytes =
                curves.stream().anyMatch(curve -> curve.points().stream().anyMatch(point -> point.bitsSent() > 0));
        double scale = metric == Metric.ACCURACY ? 100 : 1;
        List<Line> lines =
                curves.stream().map(curve -> line(curve, metric, bytes, scale)).toList();
        return new PlotData(
                (metric == Metric.ACCURACY ? "Accuracy" : "Test loss") + " against " + (bytes ? "bits sent" : "steps"),
                bytes ? "Data sent per worker, log scale (1 MB = 8 million bits)" : "Steps, log scale",
                metric == Metric.ACCURACY ? "Test accuracy (%)" : "Test loss",
                bytes,
                metric == Metric.ACCURACY,
                metric == Metric.LOSS && low(lines) > 0 && high(lines) > 100 * low(lines),
                lines);
    }

    /** The lowest point of all bands. */
    double low() {
        return low(lines);
    }

    /** The highest point of all bands. */
    double high() {
        return high(lines);
    }

    private static double low(List<Line> lines) {
        return lines.stream()
                .flatMapToDouble(line -> Arrays.stream(line.low()))
                .min()
                .orElse(0);
    }

    private static double high(List<Line> lines) {
        return lines.stream()
                .flatMapToDouble(line -> Arrays.stream(line.high()))
                .max()
                .orElse(100);
    }

    private static Line line(Curve curve, Metric metric, boolean bytes, double scale) {
        ToDoubleFunction<Curve.Point> x = bytes ? point -> point.bitsSent() / 8 : Curve.Point::step;
        // Zero has no logarithm, and a run that diverged has no place on a finite axis.
        List<Curve.Point> points = curve.points().stream()
                .filter(point -> x.applyAsDouble(point) > 0
                        && Double.isFinite(point.of(metric).mean()))
                .toList();
        return new Line(
                curve.recipe(),
                points.stream().mapToDouble(x).toArray(),
                points.stream().mapToDouble(p -> scale * p.of(metric).mean()).toArray(),
                points.stream().mapToDouble(p -> scale * p.of(metric).low()).toArray(),
                points.stream().mapToDouble(p -> scale * p.of(metric).high()).toArray());
    }
}
