package org.tersegrad.convergence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tersegrad.compressors.internal.Suggestion;
import org.tersegrad.compressors.recipes.RecipeEntry.Parameter;

/**
 * A name and its settings as text, in the grammar of recipes but for the plus sign.
 *
 * <pre>
 *   digits
 *   synthetic(classes=10,length=64)
 *   synthetic(10,length=64)            the first setting may go without its name
 * </pre>
 *
 * <p>Immutable. It prints as it was written, without spaces and in lower case.
 */
public final class Call {
    private static final Pattern FORM = Pattern.compile("([\\w-]+)(?:\\(([^()]*)\\))?");

    private final String name;
    private final Map<String, String> values;

    private Call(String name, Map<String, String> values) {
        this.name = name;
        this.values = values;
    }

    /**
     * Reads a call.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static Call parse(String text) {
        String plain = text.replaceAll("\\s", "").toLowerCase(Locale.ROOT);
        Matcher form = FORM.matcher(plain);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no name with settings, such as synthetic(classes=10,length=64)");
        }
        Map<String, String> values = new LinkedHashMap<>();
        String inside = form.group(2) == null ? "" : form.group(2);
        for (String argument : inside.isEmpty() ? new String[0] : inside.split(",", -1)) {
            int equals = argument.indexOf('=');
            String parameter = argument.substring(0, Math.max(0, equals));
            String value = argument.substring(equals + 1);
            if (value.isEmpty() || (parameter.isEmpty() && !values.isEmpty())) {
                throw new IllegalArgumentException("\"" + text + "\": \"" + argument
                        + "\" is no setting; only the first may go without its name, as in name(10,length=64)");
            }
            if (values.put(parameter, value) != null) {
                throw new IllegalArgumentException("\"" + text + "\": " + parameter + " is given twice");
            }
        }
        return new Call(form.group(1), values);
    }

    /** What stands before the parentheses. */
    public String name() {
        return name;
    }

    /**
     * The same call, sure to have no other settings than these, and each by its name.
     *
     * @throws IllegalArgumentException if it has others
     */
    public Call checked(List<Parameter> parameters) {
        List<String> names = parameters.stream().map(Parameter::name).toList();
        if (names.isEmpty() && !values.isEmpty()) {
            throw new IllegalArgumentException(name + " takes no settings, this is " + this);
        }
        Map<String, String> named = new LinkedHashMap<>();
        values.forEach((parameter, value) -> {
            String full = parameter.isEmpty() ? names.get(0) : parameter;
            if (!names.contains(full)) {
                throw new IllegalArgumentException(name + " has no setting " + full + Suggestion.question(full, names)
                        + " (there are " + String.join(", ", names) + ")");
            }
            if (named.put(full, value) != null) {
                throw new IllegalArgumentException(this + ": " + full + " is given twice");
            }
        });
        return new Call(name, named);
    }

    /** A whole number from {@code least} to {@code most}. */
    public int asInt(String parameter, int otherwise, int least, int most) {
        return (int) asLong(parameter, otherwise, least, most);
    }

    /** A whole number of any size, for a seed. */
    public long asLong(String parameter, long otherwise) {
        return asLong(parameter, otherwise, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private long asLong(String parameter, long otherwise, long least, long most) {
        String value = values.getOrDefault(parameter, Long.toString(otherwise));
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw refused(parameter, "a whole number from " + least + " to " + most, value);
    }

    /** A number from {@code least} to {@code most}. */
    public double asDouble(String parameter, double otherwise, double least, double most) {
        String value = values.getOrDefault(parameter, Double.toString(otherwise));
        if (value.matches("[+-]?+(\\d++\\.?+\\d*+|\\.\\d++)(e[+-]?+\\d++)?+")) {
            double number = Double.parseDouble(value);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw refused(parameter, "a number from " + least + " to " + most, value);
    }

    /** True or false. */
    public boolean asBoolean(String parameter, boolean otherwise) {
        String value = values.getOrDefault(parameter, Boolean.toString(otherwise));
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused(parameter, "true or false", value);
        };
    }

    private IllegalArgumentException refused(String parameter, String wanted, String value) {
        return new IllegalArgumentException(this + ": " + parameter + " is " + wanted + ", not " + value);
    }

    @Override
    public String toString() {
        return values.isEmpty()
                ? name
                : values.entrySet().stream()
                        .map(entry ->
                                entry.getKey().isEmpty() ? entry.getValue() : entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(",", name + "(", ")"));
    }
}
