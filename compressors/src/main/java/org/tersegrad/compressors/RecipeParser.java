package org.tersegrad.compressors;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** Reads one recipe from left to right. Each method reads one part of the grammar in {@link Recipe}. */
final class RecipeParser {
    private final RecipeText text;
    private final List<RecipeEntry> entries;

    RecipeParser(String text, List<RecipeEntry> entries) {
        this.text = new RecipeText(text);
        this.entries = entries;
    }

    Compressor parse() {
        if (text.atEnd()) {
            throw new IllegalArgumentException("the recipe is empty; one is topk(0.01)");
        }
        Compressor made = call(
                RecipeEntry.Scheme.class, (scheme, arguments) -> scheme.maker().apply(arguments));
        while (text.accept('+')) {
            Compressor inner = made;
            made = call(
                    RecipeEntry.Wrapper.class,
                    (wrapper, arguments) -> wrapper.maker().apply(inner, arguments));
        }
        if (!text.atEnd()) {
            throw text.expected("+ or the end");
        }
        return made;
    }

    private <E extends RecipeEntry> Compressor call(Class<E> kind, BiFunction<E, RecipeArguments, Compressor> make) {
        int start = text.next();
        E entry = find(kind, text.name(), start);
        RecipeArguments arguments = arguments(entry);
        try {
            return make.apply(entry, arguments);
        } catch (IllegalArgumentException e) {
            IllegalArgumentException mistake = text.mistake(start, text.since(start) + ": " + e.getMessage());
            mistake.initCause(e);
            throw mistake;
        }
    }

    private <E extends RecipeEntry> E find(Class<E> kind, String name, int start) {
        for (RecipeEntry entry : entries) {
            if (entry.name().equals(name.toLowerCase(Locale.ROOT))) {
                if (kind.isInstance(entry)) {
                    return kind.cast(entry);
                }
                String place =
                        entry instanceof RecipeEntry.Scheme ? "first, not behind a +" : "behind a compressor and a +";
                throw text.mistake(start, name + " stands " + place + ", as in " + entry.example());
            }
        }
        List<String> names =
                entries.stream().filter(kind::isInstance).map(RecipeEntry::name).toList();
        String what = kind == RecipeEntry.Scheme.class ? "recipe" : "wrapper";
        String problem = name.isEmpty() ? "the name of a " + what + " is missing" : "there is no " + what + " " + name;
        throw text.mistake(start, problem + Nearest.question(name, names) + known(names));
    }

    private RecipeArguments arguments(RecipeEntry entry) {
        Map<String, String> values = new LinkedHashMap<>();
        int open = text.next();
        if (text.accept('(') && !text.accept(')')) {
            do {
                argument(entry, values);
            } while (text.accept(','));
            if (text.atEnd()) {
                throw text.mistake(open, "this ( is never closed");
            }
            if (!text.accept(')')) {
                throw text.expected("a comma or )");
            }
        }
        return new RecipeArguments(entry, values);
    }

    private void argument(RecipeEntry entry, Map<String, String> values) {
        int start = text.next();
        String value = text.value();
        String name = "";
        if (text.accept('=')) {
            name = value.toLowerCase(Locale.ROOT);
            value = text.value();
        } else if (values.isEmpty() && !entry.parameters().isEmpty()) {
            name = entry.parameters().get(0).name();
        }
        checkParameter(entry, name, start);
        if (value.isEmpty()) {
            throw text.expected("the " + name + " of " + entry.name());
        }
        if (values.put(name, value) != null) {
            throw text.mistake(start, "the " + name + " of " + entry.name() + " is given twice");
        }
    }

    private void checkParameter(RecipeEntry entry, String name, int start) {
        List<String> names =
                entry.parameters().stream().map(RecipeEntry.Parameter::name).toList();
        if (names.isEmpty()) {
            throw text.mistake(start, entry.name() + " takes no parameters");
        }
        if (!names.contains(name)) {
            String problem = name.isEmpty()
                    ? "only the first argument of " + entry.name() + " goes without its name"
                    : entry.name() + " has no parameter " + name + Nearest.question(name, names);
            throw text.mistake(start, problem + known(names));
        }
    }

    private static String known(List<String> names) {
        return " (there are " + String.join(", ", names) + ")";
    }
}
