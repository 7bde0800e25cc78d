package org.tersegrad.convergence.time.calibration;

/**
 * A fitted constant with an interval of twice its standard error in each direction, cut at what is physically possible.
 *
 * @param value not negative
 * @param low at most {@code value}
 * @param high at least {@code value}
 * @param atBound whether it would be out of its physical bounds but for these
 */
public record Estimate(double value, double low, double high, boolean atBound) {
    /** The upper end of the inverse of an interval from 0, as a multiple of its value. */
    private static final double MOST = 10;

    /** A constant that is 0. */
    static final Estimate ZERO = exactly(0);

    public Estimate {
        if (!(0 <= low && low <= value && value <= high && high < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "a constant of " + value + " is not in an interval from " + low + " to " + high);
        }
    }

    /** A point of an interval. */
    public enum Point {
        /** The lower end: what is fitted would be faster. */
        LOW,
        /** The fitted constant. */
        VALUE,
        /** The upper end. */
        HIGH
    }

    /** A point of the interval. */
    public double at(Point point) {
        return switch (point) {
            case LOW -> low;
            case VALUE -> value;
            case HIGH -> high;
        };
    }

    /** A constant without an interval. */
    static Estimate exactly(double value) {
        return new Estimate(value, value, value, false);
    }

    /** A constant with a standard error, of which nothing is below {@code bound}. */
    static Estimate of(double value, double error, double bound, boolean atBound) {
        return new Estimate(value, Math.min(value, Math.max(bound, value - 2 * error)), value + 2 * error, atBound);
    }

    /** The standard error that the upper end of the interval tells. */
    public double error() {
        return (high - value) / 2;
    }

    /** Seconds a byte as bits a second, or the other way round: the ends of the interval change places. */
    public Estimate inverted() {
        double most = low > 0 ? Byte.SIZE / low : MOST * Byte.SIZE / value;
        return new Estimate(Byte.SIZE / value, Byte.SIZE / high, most, atBound);
    }
}
