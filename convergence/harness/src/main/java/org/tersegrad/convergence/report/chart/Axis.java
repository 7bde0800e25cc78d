package org.tersegrad.convergence.report.chart;

import java.util.List;
import java.util.Locale;
import org.tersegrad.convergence.report.summary.Units;

/**
 * One direction of a chart. It shows the range of the data.
 *
 * @param title what is measured along it
 * @param logarithmic whether equal distances are equal ratios; then only numbers above 0 have a place
 * @param unit of its numbers
 * @param names of the places 0, 1, 2, ... instead of numbers; empty for an axis of numbers
 * @param from where it begins, if not at the lowest number; else NaN
 */
public record Axis(String title, boolean logarithmic, Unit unit, List<String> names, double from) {
    /** The notation of numbers. */
    public enum Unit {
        /** Labels as in {@code 0.05} or {@code 1e-8}. */
        NUMBER,
        /** Labels as in {@code 200 kB}. */
        BYTES,
        /** Labels as in {@code 5x}. */
        TIMES;

        /** A round number. */
        public String text(double value) {
            return switch (this) {
                case NUMBER -> number(value);
                case BYTES -> Units.bits(8 * value).replaceFirst("\\.0+ ", " ").replaceFirst("(\\.[0-9]*?)0+ ", "$1 ");
                case TIMES -> number(value) + "x";
            };
        }

        private static String number(double value) {
            double size = Math.abs(value);
            boolean plain = value == 0 || (size >= 1e-3 && size < 1e6);
            return plain
                    ? Units.rounded(value, 6)
                    : String.format(Locale.ROOT, "%.2e", value)
                            .replaceFirst("\\.?0+e", "e")
                            .replaceFirst("e([-+])0*", "e$1")
                            .replace("e+", "e");
        }
    }

    public Axis {
        names = List.copyOf(names);
    }

    /** Equal distances are equal differences. */
    public static Axis linear(String title) {
        return new Axis(title, false, Unit.NUMBER, List.of(), Double.NaN);
    }

    /** Equal distances are equal ratios. */
    public static Axis log(String title) {
        return new Axis(title, true, Unit.NUMBER, List.of(), Double.NaN);
    }

    /** Names at equal distances. */
    public static Axis names(String title, List<String> names) {
        return new Axis(title, false, Unit.NUMBER, names, Double.NaN);
    }

    /** The same with another notation. */
    public Axis in(Unit other) {
        return new Axis(title, logarithmic, other, names, from);
    }

    /** The same from a number on; lines below it are cut off. */
    public Axis from(double lowest) {
        return new Axis(title, logarithmic, unit, names, lowest);
    }

    /** The place of a number along the axis: itself or its logarithm; NaN if it has none. */
    double place(double value) {
        double place = logarithmic ? Math.log10(value) : value;
        return Double.isFinite(place) ? place : Double.NaN;
    }

    /** The label at a tick. */
    String text(double tick) {
        return names.isEmpty() ? unit.text(tick) : names.get((int) Math.rint(tick));
    }
}
