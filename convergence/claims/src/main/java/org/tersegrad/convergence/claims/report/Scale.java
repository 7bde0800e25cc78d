package org.tersegrad.convergence.claims.report;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.tersegrad.convergence.claims.Picture.Line;
import org.tersegrad.convergence.claims.Picture.Point;

/**
 * From numbers to places along one axis of a picture.
 *
 * @param logarithmic whether equal distances are equal ratios
 * @param from the place of the lowest number
 * @param to the place of the highest number
 * @param low the lowest number
 * @param high the highest number
 */
record Scale(boolean logarithmic, double from, double to, double low, double high) {
    static Scale of(boolean logarithmic, double from, double to, List<Line> lines, boolean alongX) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Line line : lines) {
            for (Point point : line.points()) {
                double number = alongX ? point.x() : point.y();
                if (Double.isFinite(number) && (!logarithmic || number > 0)) {
                    low = Math.min(low, number);
                    high = Math.max(high, number);
                }
            }
        }
        if (!(low < high)) { // a flat line stands in the middle
            double middle = low <= high ? low : 1;
            low = logarithmic ? middle / 2 : middle - 1;
            high = logarithmic ? middle * 2 : middle + 1;
        }
        return new Scale(logarithmic, from, to, low, high);
    }

    boolean shows(double number) {
        return Double.isFinite(number) && (!logarithmic || number > 0);
    }

    double at(double number) {
        double share =
                logarithmic ? StrictMath.log(number / low) / StrictMath.log(high / low) : (number - low) / (high - low);
        return from + share * (to - from);
    }

    /** About five, at round numbers; powers of ten on an axis with several of them. */
    double[] ticks() {
        double span = logarithmic ? StrictMath.log10(high / low) : high - low;
        if (logarithmic && span < 2) {
            return DoubleStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
                    .map(step -> step * StrictMath.pow(10, Math.floor(StrictMath.log10(low))))
                    .filter(tick -> tick >= low * 0.999 && tick <= high * 1.001)
                    .toArray();
        }
        double rough = span / 5;
        double unit = StrictMath.pow(10, Math.floor(StrictMath.log10(rough)));
        double step = unit * (rough / unit > 5 ? 10 : rough / unit > 2 ? 5 : rough / unit > 1 ? 2 : 1);
        if (logarithmic) {
            double whole = Math.max(1, Math.rint(step));
            double first = Math.ceil(StrictMath.log10(low) / whole - 1e-9);
            int count = (int) (Math.floor(StrictMath.log10(high) / whole + 1e-9) - first) + 1;
            return IntStream.range(0, Math.max(0, count))
                    .mapToDouble(i -> StrictMath.pow(10, (first + i) * whole))
                    .toArray();
        }
        double first = Math.ceil(low / step - 1e-9);
        int count = (int) (Math.floor(high / step + 1e-9) - first) + 1;
        return IntStream.range(0, count).mapToDouble(i -> (first + i) * step).toArray();
    }
}
