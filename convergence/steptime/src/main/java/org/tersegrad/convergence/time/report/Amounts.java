package org.tersegrad.convergence.time.report;

import java.util.Locale;

/** Seconds, shares and bandwidths with three digits. */
public final class Amounts {
    private static final String[] SECONDS = {"s", "ms", "us", "ns"};
    private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};
    private static final String[] BITS = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"};

    private Amounts() {}

    /** Formatted as in {@code 412 ms} or {@code 1.20 s}. */
    public static String seconds(double seconds) {
        double amount = seconds;
        int unit = 0;
        // From 0.9995 on, three digits would read 1.00.
        while (amount > 0 && amount < 0.9995 && unit < SECONDS.length - 1) {
            amount *= 1000;
            unit++;
        }
        return amount == 0 ? "0 s" : threeDigits(amount) + " " + SECONDS[unit];
    }

    /** Formatted as in {@code 9.43 Gbit/s}; what does not pay has 0 and what always does has infinity. */
    public static String bandwidth(double bits) {
        if (bits == 0) {
            return "never";
        }
        if (Double.isInfinite(bits)) {
            return "any";
        }
        return large(bits, BITS);
    }

    /** Formatted as in {@code 33.8 GB}. */
    public static String bytes(double bytes) {
        return large(bytes, BYTES);
    }

    private static String large(double number, String[] units) {
        double amount = number;
        int unit = 0;
        while (amount >= 999.5 && unit < units.length - 1) {
            amount /= 1000;
            unit++;
        }
        return threeDigits(amount) + " " + units[unit];
    }

    /** Formatted as in {@code 1.8x} or {@code 0.95x}: two digits, which is what a model is good for. */
    public static String times(double factor) {
        return String.format(Locale.ROOT, factor < 0.995 ? "%.2fx" : factor < 9.95 ? "%.1fx" : "%.0fx", factor);
    }

    /** Formatted as in {@code 27 %}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static String threeDigits(double amount) {
        int decimals = amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", amount);
    }
}
