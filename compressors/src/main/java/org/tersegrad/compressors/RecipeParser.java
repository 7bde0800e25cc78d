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
    /** Whether it is the recipe of a reducer. */
    private boolean averaging;

    private int wrappers;

    RecipeParser(String text, List<RecipeEntry> entries) {
        this.text = new RecipeText(text);
        this.entries = entries;
    }

    Compressor parse() {
        Compressor made = scheme();
        while (acceptPlus()) {
            made = wrapped(made);
        }
        requireEnd();
        return made;
    }

    /** Where a name means two things, it is the way to average: dense is a sum then, not a message to everybody. */
    Reducer parseReducer() {
        averaging = true;
        Reducer made;
        boolean more;
        if (isNext(RecipeEntry.Averaging.class)) {
            made = call(
                    RecipeEntry.Averaging.class,
                    (averaging, arguments) -> averaging.make().apply(arguments));
            more = acceptPlus();
        } else {
            Compressor compressor = scheme();
            more = acceptPlus();
            while (more && isNext(RecipeEntry.Wrapper.class)) {
                compressor = wrapped(compressor);
                more = acceptPlus();
            }
            made = new Gather(compressor);
        }
        while (more) {
            Reducer inner = made;
            made = call(
                    RecipeEntry.AveragingWrapper.class,
                    (wrapper, arguments) -> wrapper.make().apply(inner, arguments));
            more = acceptPlus();
        }
        requireEnd();
        return made;
    }

    private boolean acceptPlus() {
        int at = text.next();
        boolean there = text.accept('+');
        if (there && ++wrappers > Recipe.MAX_WRAPPERS) {
            throw text.mistake(at, "at most " + Recipe.MAX_WRAPPERS + " wrappers, this is one more");
        }
        return there;
    }

    private Compressor scheme() {
        if (text.atEnd()) {
            throw new IllegalArgumentException("the recipe is empty; one is topk(0.01)");
        }
        return call(
                RecipeEntry.Scheme.class, (scheme, arguments) -> scheme.make().apply(arguments));
    }

    private Compressor wrapped(Compressor inner) {
        return call(
                RecipeEntry.Wrapper.class,
                (wrapper, arguments) -> wrapper.make().apply(inner, arguments));
    }

    private void requireEnd() {
        if (!text.atEnd()) {
            throw text.expected("+ or the end");
        }
    }

    private <M extends RecipeEntry.Maker, T> T call(Class<M> kind, BiFunction<M, RecipeArguments, T> make) {
        int start = text.next();
        RecipeEntry entry = find(kind, text.name(), start);
        RecipeArguments arguments = arguments(entry);
        try {
            return make.apply(kind.cast(entry.maker()), arguments);
        } catch (IllegalArgumentException e) {
            IllegalArgumentException mistake =
                    text.mistake(start, Excerpt.of(text.since(start)) + ": " + e.getMessage());
            mistake.initCause(e);
            throw mistake;
        }
    }

    /** Whether the next name is one of this kind. */
    private boolean isNext(Class<? extends RecipeEntry.Maker> kind) {
        String name = text.peekName();
        return named(name).stream().anyMatch(entry -> kind.isInstance(entry.maker()));
    }

    private List<RecipeEntry> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return entries.stream().filter(entry -> entry.name().equals(lower)).toList();
    }

    private RecipeEntry find(Class<? extends RecipeEntry.Maker> kind, String name, int start) {
        List<RecipeEntry> named = named(name);
        for (RecipeEntry entry : named) {
            if (kind.isInstance(entry.maker())) {
                return entry;
            }
        }
        if (!named.isEmpty()) {
            RecipeEntry other = named.get(0);
            throw text.mistake(start, other.name() + " " + other.place() + ", as in " + other.example());
        }
        boolean first = kind == RecipeEntry.Scheme.class || kind == RecipeEntry.Averaging.class;
        List<String> names = entries.stream()
                .filter(entry -> entry.isFirst() == first && (averaging || !entry.averages()))
                .map(RecipeEntry::name)
                .distinct()
                .toList();
        String what = first ? "recipe" : "wrapper";
        String problem = name.isEmpty()
                ? "the name of a " + what + " is missing"
                : "there is no " + what + " " + Excerpt.of(name);
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
                    : entry.name() + " has no parameter " + Excerpt.of(name) + Nearest.question(name, names);
            throw text.mistake(start, problem + known(names));
        }
    }

    private static String known(List<String> names) {
        return " (there are " + String.join(", ", names) + ")";
    }
}
