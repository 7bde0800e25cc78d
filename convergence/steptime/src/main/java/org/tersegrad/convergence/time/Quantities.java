package org.tersegrad.convergence.time;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Seconds and bandwidths as people write them: {@code 50us}, {@code 100Mbit}. Printed text parses to the same double. */
public final class Quantities {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([0-9.]+(?:[eE][-+]?[0-9]+)?)\\s*([a-zA-Z/]*)");
    private static final Map<String, BigDecimal> SECONDS = units("s", "1", "ms", "1e-3", "us", "1e-6", "ns", "1e-9");
    private static final Map<String, BigDecimal> BITS = units("Gbit", "1e9", "Mbit", "1e6", "kbit", "1e3", "bit", "1");
    private static final Map<String, BigDecimal> BYTES_A_SECOND = units("GB/s", "8e9", "MB/s", "8e6", "kB/s", "8e3");

    private Quantities() {}

    private static Map<String, BigDecimal> units(String... namesAndSizes) {
        Map<String, BigDecimal> units = new LinkedHashMap<>();
        for (int i = 0; i < namesAndSizes.length; i += 2) {
            units.put(namesAndSizes[i], new BigDecimal(namesAndSizes[i + 1]));
        }
        return units;
    }

    /**
     * The seconds that a text stands for.
     *
     * @param key the name of the quantity, for the message if it stands for none
     */
    public static double parseSeconds(String key, String text) {
        return parse(key, text, SECONDS, "50us");
    }

    /** Bits a second; a number of bytes names the second, as in 25GB/s. */
    public static double parseBandwidth(String key, String text) {
        if (text.endsWith("B/s")) {
            return parse(key, text, BYTES_A_SECOND, "25GB/s");
        }
        return parse(key, text.endsWith("/s") ? text.substring(0, text.length() - 2) : text, BITS, "100Mbit");
    }

    private static double parse(String key, String text, Map<String, BigDecimal> units, String example) {
        Matcher found = NUMBER_AND_UNIT.matcher(text);
        if (found.matches()) {
            for (Map.Entry<String, BigDecimal> unit : units.entrySet()) {
                if (unit.getKey().equalsIgnoreCase(found.group(2))) {
                    return number(key, found.group(1), example)
                            .multiply(unit.getValue())
                            .doubleValue();
                }
            }
        }
        throw wrong(key, text, " with one of the units " + String.join(", ", units.keySet()), example);
    }

    private static BigDecimal number(String key, String text, String example) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            IllegalArgumentException wrong = wrong(key, text, "", example);
            wrong.initCause(e);
            throw wrong;
        }
    }

    private static IllegalArgumentException wrong(String key, String text, String units, String example) {
        return new IllegalArgumentException(key + " is a number" + units + ", as in " + key + "=" + example + ", not "
                + (text.isEmpty() ? "nothing" : text));
    }

    /** A time in the largest unit of which there is at least one. */
    public static String seconds(double seconds) {
        return print(seconds, SECONDS, "s");
    }

    /** Likewise for bits a second. */
    public static String bandwidth(double bits) {
        return print(bits, BITS, "bit");
    }

    /** In the largest unit of which there is at least one; divided as decimals, so that nothing is rounded. */
    private static String print(double value, Map<String, BigDecimal> units, String base) {
        BigDecimal exact = BigDecimal.valueOf(value);
        for (Map.Entry<String, BigDecimal> unit : units.entrySet()) {
            if (exact.compareTo(unit.getValue()) >= 0) {
                return exact.divide(unit.getValue()).stripTrailingZeros().toPlainString() + unit.getKey();
            }
        }
        return exact.stripTrailingZeros().toString() + base;
    }
}
