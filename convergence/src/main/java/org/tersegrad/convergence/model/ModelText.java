package org.tersegrad.convergence.model;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A model as text: a name, and perhaps numbers in parentheses, as in {@code mlp(256,128)}. */
record ModelText(String name, List<String> arguments) {
    private static final Pattern FORM = Pattern.compile("\\s*(\\w+)\\s*(?:\\(([^()]*)\\)\\s*)?");

    static ModelText parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the model \"" + text
                    + "\" is not a name, perhaps with numbers in parentheses, as in mlp(256,128)");
        }
        String inside = matcher.group(2) == null ? "" : matcher.group(2);
        List<String> arguments = inside.isBlank()
                ? List.of()
                : Stream.of(inside.split(",", -1)).map(String::strip).toList();
        return new ModelText(matcher.group(1), arguments);
    }

    /** The text of a model. */
    static String call(String name, List<? extends Number> arguments) {
        return name + arguments.stream().map(String::valueOf).collect(Collectors.joining(",", "(", ")"));
    }
}
