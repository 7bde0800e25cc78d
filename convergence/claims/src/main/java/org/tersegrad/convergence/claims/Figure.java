package org.tersegrad.convergence.claims;

import java.util.Locale;
import java.util.stream.DoubleStream;
import org.tersegrad.convergence.report.summary.Estimate;

/**
 * A number and its 95 % interval.
 *
 * @param value the mean over seeds
 * @param low the lower end
 * @param high the upper end; the same as the lower one for a number that no seed changes
 */
public record Figure(double value, double low, double high) {
    /** Beyond these, a number is written with an exponent. */
    private static final double LARGE = 1e5;

    private static final double SMALL = 1e-3;

    /** A number that no seed changes. */
    public static Figure exact(double value) {
        return new Figure(value, value, value);
    }

    /** The mean of one number a seed, by Student's t. */
    public static Figure mean(double... seeds) {
        Estimate estimate = Estimate.of(seeds);
        double half = seeds.length > 1 ? estimate.halfWidth() : 0;
        return new Figure(estimate.mean(), estimate.mean() - half, estimate.mean() + half);
    }

    /**
     * The geometric mean of one number a seed, with the interval of the logarithms: for ratios, and for losses that differ by powers of
     * ten.
     *
     * @param seeds above 0
     */
    public static Figure geometric(double... seeds) {
        Figure logs = mean(DoubleStream.of(seeds).map(StrictMath::log).toArray());
        return new Figure(StrictMath.exp(logs.value), StrictMath.exp(logs.low), StrictMath.exp(logs.high));
    }

    /** The same, from another zero. */
    public Figure minus(double other) {
        return new Figure(value - other, low - other, high - other);
    }

    /** The text, as in {@code 0.98 [0.95, 1.01]}; without an interval where there is none. */
    @Override
    public String toString() {
        return Double.compare(low, high) == 0 ? text(value) : text(value) + " [" + text(low) + ", " + text(high) + "]";
    }

    /** Three significant digits; whole numbers as they are. */
    static String text(double number) {
        double size = Math.abs(number);
        if (number == Math.rint(number) && size < LARGE) {
            return String.format(Locale.ROOT, "%.0f", number);
        }
        if (!(size < LARGE && size >= SMALL)) {
            return String.format(Locale.ROOT, "%.1e", number);
        }
        int digits = Math.max(0, 2 - (int) Math.floor(StrictMath.log10(size)));
        return String.format(Locale.ROOT, "%." + digits + "f", number);
    }
}
