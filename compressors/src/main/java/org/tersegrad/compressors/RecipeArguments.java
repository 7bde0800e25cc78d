package org.tersegrad.compressors;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.compressors.internal.Suggestion;

/**
 * The arguments in parentheses after a name. Each method reads one parameter; the form with a second argument returns that if the
 * parameter is not given, the form without throws.
 */
public final class RecipeArguments {
    // Double.parseDouble would also take NaN, 1f and 0x1p3. Possessive: digits are looked at once, however many there
    // are.
    private static final Pattern NUMBER = Pattern.compile("[+-]?+(\\d++\\.?+\\d*+|\\.\\d++)([eE][+-]?+\\d++)?+");

    private final RecipeEntry<?> entry;
    private final Map<String, String> values;

    RecipeArguments(RecipeEntry<?> entry, Map<String, String> values) {
        this.entry = entry;
        this.values = Collections.unmodifiableMap(values); // in the order in which they were written
    }

    /** Whether the parameter is given. */
    public boolean has(String parameter) {
        return values.containsKey(parameter);
    }

    /** The argument as written, for values with a syntax of their own. */
    public String asText(String parameter) {
        String value = values.get(parameter);
        if (value == null) {
            throw new IllegalArgumentException(parameter + " is missing, as in " + entry.example());
        }
        return value;
    }

    /** A decimal number; neither NaN nor infinity can be written. */
    public double asDouble(String parameter) {
        return Double.parseDouble(number(parameter));
    }

    /** The same, if it is given. */
    public double asDouble(String parameter, double otherwise) {
        return has(parameter) ? asDouble(parameter) : otherwise;
    }

    /** A number from {@code least} to {@code most}. */
    public double asDouble(String parameter, double otherwise, double least, double most) {
        double value = asDouble(parameter, otherwise);
        if (!(value >= least && value <= most)) {
            throw expected("a number from " + least + " to " + most, parameter);
        }
        return value;
    }

    /** Rounded once, from the decimal digits: what a float prints is read as that float. */
    public float asFloat(String parameter) {
        return Float.parseFloat(number(parameter));
    }

    /** The same, if it is given. */
    public float asFloat(String parameter, float otherwise) {
        return has(parameter) ? asFloat(parameter) : otherwise;
    }

    private String number(String parameter) {
        String value = asText(parameter);
        if (!NUMBER.matcher(value).matches()) {
            throw expected("a number", parameter);
        }
        return value;
    }

    /** A whole number. */
    public int asInt(String parameter) {
        return parseInt(parameter, asText(parameter));
    }

    private int parseInt(String parameter, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a whole number up to " + Integer.MAX_VALUE + " is expected for " + parameter + ", not "
                            + Excerpt.of(value),
                    e);
        }
    }

    /** The same, if it is given. */
    public int asInt(String parameter, int otherwise) {
        return has(parameter) ? asInt(parameter) : otherwise;
    }

    /** A whole number from {@code least} to {@code most}. */
    public int asInt(String parameter, int otherwise, int least, int most) {
        int value = asInt(parameter, otherwise);
        if (value < least || value > most) {
            throw expected("a whole number from " + least + " to " + most, parameter);
        }
        return value;
    }

    /** A list of whole numbers, where {@link RecipeEntry.Unnamed#LIST} allows one. */
    public List<Integer> asInts(String parameter) {
        return Arrays.stream(asText(parameter).split(",", -1))
                .map(value -> parseInt(parameter, value))
                .toList();
    }

    /** A whole number of 64 bits, for a seed. */
    public long asLong(String parameter, long otherwise) {
        if (!has(parameter)) {
            return otherwise;
        }
        try {
            return Long.parseLong(asText(parameter));
        } catch (NumberFormatException e) {
            IllegalArgumentException mistake = expected("a whole number of 64 bits", parameter);
            mistake.initCause(e);
            throw mistake;
        }
    }

    private IllegalArgumentException expected(String what, String parameter) {
        return new IllegalArgumentException(
                what + " is expected for " + parameter + ", not " + Excerpt.of(asText(parameter)));
    }

    /** Either {@code true} or {@code false}, in any case. */
    public boolean asBoolean(String parameter, boolean otherwise) {
        return has(parameter) ? choose(parameter, List.of("false", "true")) == 1 : otherwise;
    }

    /** One of the constants of an enumeration, by its name in any case. */
    public <E extends Enum<E>> E asChoice(String parameter, Class<E> choices) {
        E[] constants = choices.getEnumConstants();
        List<String> names = Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
        return constants[choose(parameter, names)];
    }

    /** The same, if it is given; one of the constants beside {@code otherwise}. */
    public <E extends Enum<E>> E asChoice(String parameter, E otherwise) {
        return has(parameter) ? asChoice(parameter, otherwise.getDeclaringClass()) : otherwise;
    }

    private int choose(String parameter, List<String> choices) {
        String value = asText(parameter);
        int found = choices.indexOf(value.toLowerCase(Locale.ROOT));
        if (found < 0) {
            throw new IllegalArgumentException(String.join(" or ", choices) + " is expected for " + parameter + ", not "
                    + Excerpt.of(value) + Suggestion.question(value, choices));
        }
        return found;
    }

    /** The name and what was given, without spaces and each value by the name of its parameter. */
    @Override
    public String toString() {
        return values.isEmpty()
                ? entry.name()
                : values.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(",", entry.name() + "(", ")"));
    }
}
