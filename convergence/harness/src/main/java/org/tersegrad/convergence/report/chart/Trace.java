package org.tersegrad.convergence.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.tersegrad.convergence.report.drawing.Drawing.Spot;

/**
 * The visible part of a line, in places along the axes.
 *
 * @param line the whole
 * @param pieces spots that are connected
 * @param intervals from the lower to the upper end each
 */
record Trace(Chart.Line line, List<List<Spot>> pieces, List<List<Spot>> intervals) {
    static Trace of(Chart.Line line, Axis x, Axis y) {
        double floor = Double.isNaN(y.from()) ? Double.NEGATIVE_INFINITY : y.place(y.from());
        List<List<Spot>> pieces = new ArrayList<>(List.of(new ArrayList<>()));
        List<List<Spot>> intervals = new ArrayList<>();
        Spot before = null;
        for (Chart.Point point : line.points()) {
            Spot spot = new Spot(x.place(point.x()), y.place(point.y()));
            if (Double.isNaN(spot.x() + spot.y())) {
                pieces.add(new ArrayList<>());
                before = null;
                continue;
            }
            if (line.form() == Chart.Form.DOTS) {
                pieces.add(new ArrayList<>());
            } else if (before != null && (before.y() < floor) != (spot.y() < floor)) {
                double part = (floor - before.y()) / (spot.y() - before.y());
                last(pieces).add(new Spot(before.x() + part * (spot.x() - before.x()), floor));
            }
            if (spot.y() >= floor) {
                last(pieces).add(spot);
                interval(spot, point, floor, y).ifPresent(intervals::add);
            } else {
                pieces.add(new ArrayList<>());
            }
            before = spot;
        }
        pieces.removeIf(List::isEmpty);
        boolean all = line.form() != Chart.Form.LINE || intervals.isEmpty();
        return new Trace(line, pieces, all ? intervals : List.of(last(intervals)));
    }

    private static Optional<List<Spot>> interval(Spot spot, Chart.Point point, double floor, Axis y) {
        double low = Math.max(floor, y.place(point.low()));
        double high = y.place(point.high());
        return low < high ? Optional.of(List.of(new Spot(spot.x(), low), new Spot(spot.x(), high))) : Optional.empty();
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }

    /** The spot beside which the name is written, if the line is visible at all. */
    Spot end() {
        return last(last(pieces));
    }

    DoubleStream xs() {
        return pieces.stream().flatMap(List::stream).mapToDouble(Spot::x);
    }

    DoubleStream ys() {
        return Stream.concat(pieces.stream(), intervals.stream())
                .flatMap(List::stream)
                .mapToDouble(Spot::y);
    }
}
