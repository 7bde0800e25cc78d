package org.tersegrad.compressors;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.compressors.internal.Suggestion;

/**
 * Reads one recipe from left to right, for {@link Recipe} and for modules that make something else of the same grammar. Each
 * method reads one part of it. Texts with names of their own, as those of models are, are read whole by {@link #call}.
 */
public final class RecipeReader {
    private final String noun;
    private final String example;
    private final RecipeText text;
    private final List<RecipeEntry<?>> entries;
    private final List<Class<?>> kinds;
    private int wrappers;

    /**
     * A reader at the beginning of a recipe.
     *
     * @param kinds what the recipe can be of, for suggestions where a name is mistyped
     */
    public RecipeReader(String text, Class<?>... kinds) {
        this("recipe", "topk(0.01)", text, Recipe.allEntries(), List.of(kinds));
    }

    private RecipeReader(
            String noun, String example, String text, List<? extends RecipeEntry<?>> entries, List<Class<?>> kinds) {
        this.noun = noun;
        this.example = example;
        this.text = new RecipeText(noun, text);
        this.entries = List.copyOf(entries);
        this.kinds = kinds;
    }

    /**
     * Makes what a text of one name and its arguments stands for.
     *
     * @param noun what the text is, for messages: {@code model}
     * @param entries the names there are, of which all come first
     * @throws IllegalArgumentException if there is none; the message says what is wrong, where, and what was perhaps meant
     */
    public static <T> T call(String noun, String text, Class<T> kind, List<RecipeEntry<T>> entries) {
        RecipeReader reader = new RecipeReader(noun, entries.get(0).example(), text, entries, List.of(kind));
        T made = reader.first(kind);
        if (!reader.text.atEnd()) {
            throw reader.text.expected("the end");
        }
        return made;
    }

    /** Whether the next name stands for a {@code kind} and comes first. */
    public boolean isFirst(Class<?> kind) {
        return named(text.peekName()).stream().anyMatch(entry -> entry.makes() == kind && entry.isFirst());
    }

    /** Whether the next name wraps a {@code kind}. */
    public boolean isWrapper(Class<?> kind) {
        return isWrapper(kind, text.peekName());
    }

    /** The names of all wrappers that are still to come, in lower case, known or not. */
    public List<String> wrappersAhead() {
        return text.peekWrappers().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Whether a name wraps a {@code kind}. */
    public boolean isWrapper(Class<?> kind, String name) {
        return makes(kind, name, kind);
    }

    /** Whether a name makes a {@code kind} of what is before it, which is a {@code before}. */
    public boolean makes(Class<?> kind, String name, Class<?> before) {
        return named(name).stream().anyMatch(entry -> entry.makes() == kind && entry.isBehind(before));
    }

    /** Whether the next name does. */
    public boolean makes(Class<?> kind, Class<?> before) {
        return makes(kind, text.peekName(), before);
    }

    /** Makes what the recipe begins with. */
    public <T> T first(Class<T> kind) {
        if (text.atEnd()) {
            throw new IllegalArgumentException("the " + noun + " is empty; one is " + example);
        }
        int start = text.next();
        RecipeEntry<T> entry = find(kind, RecipeEntry::isFirst, true, text.name(), start);
        return make(
                start,
                entry,
                arguments -> ((RecipeEntry.First<T>) entry.maker()).make().apply(arguments));
    }

    /** Makes what the next name makes of {@code inner}. */
    public <T> T wrap(Class<T> kind, T inner) {
        return make(kind, kind, inner);
    }

    /** Makes a {@code kind} of something else, as the next name does. */
    @SuppressWarnings("unchecked") // an entry is found by these classes
    public <S, T> T make(Class<T> kind, Class<S> before, S inner) {
        int start = text.next();
        RecipeEntry<T> entry = find(kind, each -> each.isBehind(before), false, text.name(), start);
        return make(
                start,
                entry,
                arguments -> ((RecipeEntry.Behind<S, T>) entry.maker()).make().apply(inner, arguments));
    }

    /** Reads a {@code +} if it comes next. */
    public boolean plus() {
        int at = text.next();
        boolean there = text.accept('+');
        if (there && ++wrappers > Recipe.MAX_WRAPPERS) {
            throw text.mistake(at, "at most " + Recipe.MAX_WRAPPERS + " wrappers, this is one more");
        }
        return there;
    }

    /** Rejects anything that is left. */
    public void end() {
        if (!text.atEnd()) {
            throw text.expected("+ or the end");
        }
    }

    private <T> T make(int start, RecipeEntry<T> entry, Function<RecipeArguments, T> maker) {
        RecipeArguments arguments = arguments(entry);
        try {
            return maker.apply(arguments);
        } catch (IllegalArgumentException e) {
            IllegalArgumentException mistake =
                    text.mistake(start, Excerpt.of(text.since(start)) + ": " + e.getMessage());
            mistake.initCause(e);
            throw mistake;
        }
    }

    private List<RecipeEntry<?>> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return entries.stream().filter(entry -> entry.name().equals(lower)).toList();
    }

    private <T> RecipeEntry<T> find(
            Class<T> kind, Predicate<RecipeEntry<?>> fits, boolean first, String name, int start) {
        List<RecipeEntry<?>> named = named(name);
        for (RecipeEntry<T> entry : Recipe.ofKind(kind, named)) {
            if (fits.test(entry)) {
                return entry;
            }
        }
        if (!named.isEmpty()) {
            RecipeEntry<?> other = named.stream()
                    .filter(entry -> entry.isFirst() == first)
                    .findFirst()
                    .orElse(named.get(0));
            throw text.mistake(start, other.name() + " " + other.place(kind) + ", as in " + other.example());
        }
        List<String> names = entries.stream()
                .filter(entry -> entry.isFirst() == first && kinds.contains(entry.makes()))
                .map(RecipeEntry::name)
                .distinct()
                .toList();
        String what = first ? noun : "wrapper";
        String problem = name.isEmpty()
                ? "the name of a " + what + " is missing"
                : "there is no " + what + " " + Excerpt.of(name);
        throw text.mistake(start, problem + Suggestion.question(name, names) + known(names));
    }

    private RecipeArguments arguments(RecipeEntry<?> entry) {
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

    private void argument(RecipeEntry<?> entry, Map<String, String> values) {
        int start = text.next();
        String value = text.value();
        String name;
        boolean named = text.accept('=');
        if (named) {
            name = value.toLowerCase(Locale.ROOT);
            value = text.value();
        } else {
            name = entry.unnamedParameter(values.size());
        }
        checkParameter(entry, name, start);
        if (value.isEmpty()) {
            throw text.expected("the " + name + " of " + entry.name());
        }
        if (!named && entry.unnamed() == RecipeEntry.Unnamed.LIST) {
            values.merge(name, value, (list, next) -> list + "," + next);
        } else if (values.put(name, value) != null) {
            throw text.mistake(start, "the " + name + " of " + entry.name() + " is given twice");
        }
    }

    private void checkParameter(RecipeEntry<?> entry, String name, int start) {
        List<String> names =
                entry.parameters().stream().map(RecipeEntry.Parameter::name).toList();
        if (names.isEmpty()) {
            throw text.mistake(start, entry.name() + " takes no parameters");
        }
        if (!names.contains(name)) {
            String problem = name.isEmpty()
                    ? entry.unnamedLimit()
                    : entry.name() + " has no parameter " + Excerpt.of(name) + Suggestion.question(name, names);
            throw text.mistake(start, problem + known(names));
        }
    }

    private static String known(List<String> names) {
        return " (there are " + String.join(", ", names) + ")";
    }
}
