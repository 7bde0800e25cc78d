package org.tersegrad.convergence.report.chart;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.tersegrad.convergence.report.chart.Labels.Label;
import org.tersegrad.convergence.report.chart.Labels.Placed;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Drawing.Spot;
import org.tersegrad.convergence.report.drawing.Shade;

/**
 * Lays a chart out: axes around the visible data, lines, and names where there is space for them, if need be in a column on the right.
 */
final class ChartLayout {
    private static final double TITLE = 18;
    private static final double TEXT = 14;
    private static final double EDGE = 14;
    private static final double TOP = 74;
    private static final double TITLE_ROW = 26;
    private static final double FOOT = 62;
    private static final double LINE = 2.2;
    private static final double DOT = 4.5;
    private static final int MOST_TICKS = 10;
    private static final int LEVEL = -2;

    /** A level further from the data than this part of their range is not shown. */
    private static final double FAR = 0.3;

    private final Chart chart;
    private final double width;
    private final double height;
    private final double top;
    private final List<Trace> traces;
    private final Scale y;
    private final double[] yTicks;
    private final double left;

    private ChartLayout(Chart chart, double width, double height) {
        this.chart = chart;
        this.width = width;
        top = chart.title().isEmpty() ? TOP - TITLE_ROW : TOP;
        traces = chart.lines().stream()
                .map(line -> Trace.of(line, chart.x(), chart.y()))
                .toList();
        double rows = chart.lines().stream()
                        .mapToInt(line -> Labels.wrapped(line.name()).size())
                        .sum()
                + 2;
        this.height = Math.max(height, top + FOOT + rows * Labels.ROW);
        y = Scale.around(chart.y(), withLevel(), 0.04, this.height - FOOT, top);
        yTicks = ticks(chart.y(), y, tick -> 1.3 * TEXT);
        double widest = DoubleStream.of(yTicks)
                .map(tick -> Drawing.widthOf(chart.y().text(tick), TEXT))
                .max()
                .orElse(0);
        left = EDGE + widest + 10;
    }

    static Drawing of(Chart chart, double width, double height) {
        return new ChartLayout(chart, width, height).drawing();
    }

    /** Heights of the data, and of the level if it is not far from them. */
    private double[] withLevel() {
        double[] ys = traces.stream().flatMapToDouble(Trace::ys).toArray();
        double low = DoubleStream.of(ys).min().orElse(Double.NaN);
        double high = DoubleStream.of(ys).max().orElse(Double.NaN);
        double reach = FAR * (high - low);
        return chart.level().stream()
                .mapToDouble(each -> chart.y().place(each.value()))
                .filter(place -> place >= low - reach && place <= high + reach)
                .mapToObj(place -> DoubleStream.concat(DoubleStream.of(place), DoubleStream.of(ys))
                        .toArray())
                .findFirst()
                .orElse(ys);
    }

    private Drawing drawing() {
        double widest = traces.stream()
                .mapToDouble(trace -> Label.of(0, trace.line().name() + " ↓", Shade.INK, List.of())
                        .width())
                .max()
                .orElse(0);
        Drawing best = null;
        double least = Double.POSITIVE_INFINITY;
        for (double part : new double[] {0, 0.5, 1}) { // the space right of the axes, in widest names
            Scale x = across(EDGE + part * (widest + EDGE));
            Labels labels =
                    new Labels(new Rectangle2D.Double(left, top - 6, width - 6 - left, height - FOOT - top + 6));
            avoid(labels, x);
            Optional<List<Placed>> placed = labels.place(names(x));
            double cost = placed.stream()
                            .flatMap(List::stream)
                            .mapToDouble(Placed::cost)
                            .sum()
                    + part * widest;
            if (placed.isPresent() && cost < least) {
                least = cost;
                best = draw(x, placed.get());
            }
        }
        if (best != null) {
            return best;
        }
        Scale x = across(widest + 4 * EDGE);
        return draw(x, Labels.column(names(x), x.to() + 3 * EDGE, top, height - FOOT));
    }

    private Scale across(double margin) {
        double[] xs = traces.stream().flatMapToDouble(Trace::xs).toArray();
        return Scale.around(chart.x(), xs, 0.02, left, width - margin);
    }

    private void avoid(Labels labels, Scale x) {
        for (int i = 0; i < traces.size(); i++) {
            Trace trace = traces.get(i);
            for (List<Spot> piece : trace.pieces()) {
                labels.avoid(i, pixels(piece, x));
                if (trace.line().form() != Chart.Form.LINE) {
                    for (Spot spot : pixels(piece, x)) {
                        labels.avoid(
                                i,
                                List.of(
                                        new Spot(spot.x() - DOT, spot.y()),
                                        new Spot(spot.x(), spot.y() - DOT),
                                        new Spot(spot.x() + DOT, spot.y()),
                                        new Spot(spot.x(), spot.y() + DOT)));
                    }
                }
            }
            for (List<Spot> interval : trace.intervals()) {
                labels.avoid(i, pixels(interval, x));
            }
        }
        level().ifPresent(at -> labels.avoid(LEVEL, List.of(new Spot(x.from(), at), new Spot(x.to(), at))));
    }

    private List<Label> names(Scale x) {
        List<Label> names = new ArrayList<>();
        for (int i = 0; i < traces.size(); i++) {
            int owner = i;
            Trace trace = traces.get(i);
            Shade shade = trace.line().style().shade();
            if (!trace.pieces().isEmpty()) {
                Spot end = pixels(List.of(trace.end()), x).get(0);
                names.add(Label.of(i, trace.line().name(), shade, List.of(end)));
            } else {
                below(trace.line(), x)
                        .ifPresent(end -> names.add(Label.of(owner, trace.line().name() + " ↓", shade, List.of(end))));
            }
        }
        level().ifPresent(at -> names.add(Label.of(
                LEVEL,
                chart.level().orElseThrow().name(),
                Shade.FAINT,
                IntStream.rangeClosed(0, 40)
                        .mapToObj(i -> new Spot(x.from() + (x.to() - x.from()) * i / 40, at))
                        .toList())));
        return names;
    }

    /** A line all below the axis is named at its foot. */
    private Optional<Spot> below(Chart.Line line, Scale x) {
        return line.points().stream()
                .filter(point ->
                        !Double.isNaN(chart.x().place(point.x()) + chart.y().place(point.y())))
                .reduce((first, second) -> second)
                .map(point -> new Spot(
                        Math.max(x.from(), Math.min(x.to(), x.at(chart.x().place(point.x())))), y.from()));
    }

    private Optional<Double> level() {
        return chart.level()
                .map(level -> chart.y().place(level.value()))
                .filter(place -> place >= y.low() && place <= y.high())
                .map(y::at);
    }

    private List<Spot> pixels(List<Spot> places, Scale x) {
        return places.stream()
                .map(spot -> new Spot(x.at(spot.x()), y.at(spot.y())))
                .toList();
    }

    private Drawing draw(Scale x, List<Placed> placed) {
        Pen pen = new Pen();
        pen.words(left, 30, Anchor.START, fit(chart.title(), TITLE), Shade.INK, chart.title());
        String up = chart.y().title();
        pen.words(left, top - 18, Anchor.START, fit(up, TEXT), Shade.FAINT, up);
        String along = chart.x().title();
        double size = Drawing.sizeFor(along, TEXT, x.to() - x.from());
        pen.words((x.from() + x.to()) / 2, height - 14, Anchor.MIDDLE, size, Shade.FAINT, along);
        for (double tick : ticks(chart.x(), x, each -> Drawing.widthOf(chart.x().text(each), TEXT) + 14)) {
            double at = x.atNumber(tick);
            String text = chart.x().text(tick);
            double half = Drawing.widthOf(text, TEXT) / 2;
            pen.line(at, top, at, y.from(), Shade.RULE);
            pen.words(Math.min(at, width - 4 - half), y.from() + 20, Anchor.MIDDLE, TEXT, Shade.INK, text);
        }
        for (double tick : yTicks) {
            double at = y.atNumber(tick);
            pen.line(x.from(), at, x.to(), at, Shade.RULE);
            pen.words(left - 8, at + 5, Anchor.END, TEXT, Shade.INK, chart.y().text(tick));
        }
        pen.line(x.from(), y.from(), x.to(), y.from(), Shade.FAINT);
        level().ifPresent(at ->
                pen.path(List.of(new Spot(x.from(), at), new Spot(x.to(), at)), 1.5, List.of(2, 4), Shade.FAINT));
        traces.forEach(trace -> draw(trace, x, pen));
        placed.forEach(each -> each.draw(pen));
        return pen.drawing(width, height);
    }

    private double fit(String text, double size) {
        return Drawing.sizeFor(text, size, width - left - EDGE);
    }

    private void draw(Trace trace, Scale x, Pen pen) {
        LineStyle style = trace.line().style();
        for (List<Spot> interval : trace.intervals()) {
            List<Spot> ends = pixels(interval, x);
            pen.path(ends, 1.2, List.of(), style.shade());
            ends.forEach(end -> pen.line(end.x() - 3, end.y(), end.x() + 3, end.y(), style.shade()));
        }
        for (List<Spot> piece : trace.pieces()) {
            List<Spot> spots = pixels(piece, x);
            if (spots.size() > 1) {
                pen.path(spots, LINE, style.dash(), style.shade());
            }
            if (trace.line().form() != Chart.Form.LINE || spots.size() == 1) {
                for (int i = 0; i < spots.size(); i++) {
                    double place = piece.get(i).y();
                    double value = chart.y().logarithmic() ? Math.pow(10, place) : place;
                    String hint = trace.line().name() + ": " + chart.y().unit().text(value);
                    pen.dot(spots.get(i), DOT, style.shade(), hint);
                }
            }
        }
    }

    /** As many as have space beside each other. */
    private static double[] ticks(Axis axis, Scale scale, DoubleUnaryOperator space) {
        for (int most = Math.max(MOST_TICKS, axis.names().size()); most > 0; most--) {
            double[] ticks = axis.names().isEmpty()
                    ? scale.ticks(most)
                    : every(axis.names().size(), most);
            boolean fits = IntStream.range(1, ticks.length)
                    .allMatch(i -> Math.abs(scale.atNumber(ticks[i]) - scale.atNumber(ticks[i - 1]))
                            >= (space.applyAsDouble(ticks[i]) + space.applyAsDouble(ticks[i - 1])) / 2);
            if (fits) {
                return ticks;
            }
        }
        return new double[0];
    }

    private static double[] every(int count, int most) {
        int step = (count + most - 1) / most;
        return IntStream.range(0, count)
                .filter(i -> i % step == 0)
                .mapToDouble(i -> i)
                .toArray();
    }
}
