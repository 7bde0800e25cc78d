package org.tersegrad.convergence.report.summary;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them. */
public final class Units {
    /** Placeholder of a missing number. */
    static final String NONE = "-";

    private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB", "PB"};

    private Units() {}

    /** Bits as bytes with three digits: 9,876,543 bits are {@code 1.23 MB}. */
    public static String bits(double bits) {
        if (Double.isNaN(bits)) {
            return NONE;
        }
        double amount = bits / 8;
        int unit = 0;
        // From 999.5 on, three digits would read 1000.
        while (amount >= 999.5 && unit < BYTES.length - 1) {
            amount /= 1000;
            unit++;
        }
        boolean whole = unit == 0 && amount == Math.rint(amount);
        int decimals = whole || amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : 2;
        return decimals(amount, decimals) + " " + BYTES[unit];
    }

    /** Formatted as in {@code 7.9x} or {@code 98x}. */
    public static String ratio(double ratio) {
        return Double.isNaN(ratio) ? NONE : decimals(ratio, ratio < 9.95 ? 1 : 0) + "x";
    }

    /** Formatted as in {@code 97.2 ± 0.3 %}. */
    public static String percent(Estimate estimate) {
        if (Double.isNaN(estimate.mean())) {
            return NONE;
        }
        return interval(decimals(100 * estimate.mean(), 1), decimals(100 * estimate.halfWidth(), 1), estimate) + " %";
    }

    /** Formatted as in {@code 0.1012 ± 0.0043}: both with the decimals that give the mean four digits. */
    public static String loss(Estimate estimate) {
        double size = Math.abs(estimate.mean());
        if (!Double.isFinite(size)) {
            return "diverged";
        }
        if (size != 0 && (size < 1e-3 || size >= 1e5)) {
            return interval(scientific(estimate.mean()), scientific(estimate.halfWidth()), estimate);
        }
        int decimals = size == 0 ? 3 : Math.max(0, 3 - (int) Math.floor(Math.log10(size)));
        return interval(decimals(estimate.mean(), decimals), decimals(estimate.halfWidth(), decimals), estimate);
    }

    /** A difference with its sign, as in {@code -0.6 ± 0.4 points} of accuracy, or {@code +0.021 ± 0.008} of a loss. */
    public static String difference(Metric metric, Estimate difference) {
        if (Double.isNaN(difference.mean())) {
            return NONE;
        }
        boolean accuracy = metric == Metric.ACCURACY;
        double scale = accuracy ? 100 : 1;
        String sign = difference.mean() < 0 ? "" : "+";
        String mean = accuracy ? decimals(scale * difference.mean(), 1) : rounded(difference.mean(), 2);
        String width = accuracy ? decimals(scale * difference.halfWidth(), 1) : rounded(difference.halfWidth(), 2);
        return interval(sign + mean, width, difference) + (accuracy ? " points" : "");
    }

    /** A value of the metric, alone. */
    public static String value(Metric metric, double value) {
        Estimate alone = new Estimate(1, value, Double.NaN);
        return metric == Metric.ACCURACY ? percent(alone) : loss(alone);
    }

    /** Three digits, as in {@code 0.0123 s} or {@code 75.1 s}. */
    public static String seconds(double seconds) {
        return Double.isNaN(seconds) ? "never" : rounded(seconds, 3) + " s";
    }

    /**
     * The fewest digits that parse to the same double. {@link Double#toString} gives them only from JDK 19 on, and a file
     * should not tell which JDK wrote it.
     */
    public static String exact(double value) {
        // Fifteen digits survive the way to a double and back; so the shortest are these without zeros, or 16, or 17.
        int digits = 15;
        while (digits < 17 && Double.parseDouble(rounded(value, digits)) != value) {
            digits++;
        }
        return rounded(value, digits);
    }

    /** Rounds to at most {@code digits} digits, without zeros at the end, and without an exponent unless that is much shorter. */
    public static String rounded(double value, int digits) {
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 && 1 / value > 0 ? "0" : Double.toString(value);
        }
        BigDecimal rounded =
                new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
        double size = Math.abs(value);
        return size >= 1e-6 && size < 1e17 ? rounded.toPlainString() : rounded.toString();
    }

    private static String interval(String mean, String halfWidth, Estimate estimate) {
        return Double.isNaN(estimate.halfWidth()) ? mean : mean + " ± " + halfWidth;
    }

    private static String decimals(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String scientific(double value) {
        return String.format(Locale.ROOT, "%.2e", value);
    }
}
