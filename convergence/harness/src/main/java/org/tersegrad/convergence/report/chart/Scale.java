package org.tersegrad.convergence.report.chart;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Maps places along an axis to pixels.
 *
 * @param logarithmic whether places are powers of ten
 * @param low the first place
 * @param high the last place
 * @param from the pixel of the first place
 * @param to the pixel of the last place
 */
public record Scale(boolean logarithmic, double low, double high, double from, double to) {
    private static final double[][] DIGITS = {{1, 2, 5}, {1, 3}, {1}};

    /** The range of places with a little space at both ends; a single place is in the middle. */
    static Scale around(Axis axis, double[] places, double space, double from, double to) {
        double low = DoubleStream.of(places).min().orElse(0);
        double high = DoubleStream.of(places).max().orElse(low);
        double start = axis.place(axis.from());
        if (!axis.names().isEmpty()) {
            return new Scale(false, -0.2, axis.names().size() - 0.8, from, to);
        }
        double span = high - (Double.isNaN(start) ? low : start);
        double pad = span > 1e-12 * Math.abs(high)
                ? space * span
                : axis.logarithmic() || high == 0 ? 0.3 : 0.1 * Math.abs(high);
        return new Scale(
                axis.logarithmic(),
                Double.isNaN(start) ? low - pad : start,
                Math.max(high, Double.isNaN(start) ? high : start) + pad,
                from,
                to);
    }

    /** The pixel of a place. */
    public double at(double place) {
        return from + (place - low) / (high - low) * (to - from);
    }

    /** The pixel of a number. */
    public double atNumber(double number) {
        return at(logarithmic ? Math.log10(number) : number);
    }

    /** Round numbers along the axis: as many as possible, but no more than asked for. */
    public double[] ticks(int most) {
        if (logarithmic) {
            for (double[] digits : DIGITS) {
                double[] ticks = powers(1, digits);
                if (ticks.length >= 2 && ticks.length <= most) {
                    return ticks;
                }
            }
            double[] ticks = {};
            for (int every = 1; every == 1 || ticks.length > most; every++) {
                ticks = powers(every, 1);
            }
            if (ticks.length >= 2) {
                return ticks;
            }
        }
        double first = logarithmic ? Math.pow(10, low) : low;
        double last = logarithmic ? Math.pow(10, high) : high;
        double power = Math.pow(10, Math.floor(Math.log10((last - first) / most)));
        return DoubleStream.of(1, 2, 5, 10, 20)
                .mapToObj(digit -> multiples(digit * power, first, last))
                .filter(ticks -> ticks.length <= most)
                .findFirst()
                .orElse(new double[0]);
    }

    private double[] powers(int every, double... digits) {
        int start = (int) Math.floor(low / every);
        int end = (int) Math.floor(high / every);
        return IntStream.rangeClosed(start, end)
                .boxed()
                .flatMapToDouble(
                        power -> DoubleStream.of(digits).map(digit -> Double.parseDouble(digit + "e" + power * every)))
                .filter(tick -> Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9)
                .toArray();
    }

    private static double[] multiples(double step, double first, double last) {
        double start = Math.ceil(first / step - 1e-9);
        int count = (int) (Math.floor(last / step + 1e-9) - start) + 1;
        return IntStream.range(0, count).mapToDouble(i -> (start + i) * step).toArray();
    }
}
