package org.tersegrad.contrib.group;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;

/** Nestings that follow from the lists of recipes alone, built by the entries themselves and not by parsing a whole text. */
final class Examples {
    private Examples() {}

    /** The part after the + of a wrapper in its entry's example, as in {@code chunked(4096)}. */
    static String call(RecipeEntry<?> entry) {
        String example = entry.example();
        int open = 0;
        for (int i = example.length() - 1; i >= 0; i--) {
            char sign = example.charAt(i);
            open += sign == ')' ? 1 : sign == '(' ? -1 : 0;
            if (sign == '+' && open == 0 && example.startsWith(entry.name(), i + 1)) {
                return example.substring(i + 1).replaceFirst("^([^(+]*(\\([^)]*\\))?).*", "$1");
            }
        }
        throw new AssertionError(entry);
    }

    /** Everything that can come first: compressors and reducers. */
    static List<Object> firsts() {
        Set<Object> all = new LinkedHashSet<>();
        for (RecipeEntry<Compressor> entry : Recipe.entries()) {
            if (entry.maker() instanceof RecipeEntry.First) {
                all.add(Recipe.parse(entry.example()));
            }
        }
        for (RecipeEntry<Reducer> entry : ReducerRecipe.entries()) {
            if (entry.maker() instanceof RecipeEntry.First) {
                // The call alone: what is behind a + in the example comes by its entry.
                all.add(new RecipeReader(entry.example(), Reducer.class).first(Reducer.class));
            }
        }
        return List.copyOf(all);
    }

    /** Every entry that can follow a +, and the {@link Gather} that needs no name. */
    static int steps() {
        return Recipe.entries().size() + ReducerRecipe.entries().size() + 1;
    }

    /** The result of one of them around a compressor or a reducer; empty if it does not wrap that. */
    static Optional<Object> step(Object inner, int number) {
        int compressors = Recipe.entries().size();
        if (number == compressors + ReducerRecipe.entries().size()) {
            return inner instanceof Compressor compressor ? Optional.of(new Gather(compressor)) : Optional.empty();
        }
        if (number < compressors) {
            return inner instanceof Compressor compressor
                    ? make(
                            Compressor.class,
                            Compressor.class,
                            compressor,
                            Recipe.entries().get(number))
                    : Optional.empty();
        }
        RecipeEntry<Reducer> entry = ReducerRecipe.entries().get(number - compressors);
        return inner instanceof Compressor compressor
                ? make(Reducer.class, Compressor.class, compressor, entry)
                : make(Reducer.class, Reducer.class, (Reducer) inner, entry);
    }

    private static <S, T> Optional<Object> make(Class<T> kind, Class<S> before, S inner, RecipeEntry<T> entry) {
        if (!(entry.maker() instanceof RecipeEntry.Behind<?, T> behind) || behind.before() != before) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RecipeReader(call(entry), kind).make(kind, before, inner));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The result of a wrapper with the arguments of its example; empty if it rejects what it gets. */
    static <T> Optional<T> wrap(Class<T> kind, T inner, RecipeEntry<T> entry) {
        return make(kind, kind, inner, entry).map(kind::cast);
    }

    /** The result of a wrapper, written as in a recipe. */
    static <T> T wrap(Class<T> kind, T inner, String call) {
        return new RecipeReader(call, kind).wrap(kind, inner);
    }

    /** All nestings of a depth: what comes first, in that many wrappers. */
    static Set<Object> nested(int depth) {
        if (depth == 0) {
            return new LinkedHashSet<>(firsts());
        }
        Set<Object> all = new LinkedHashSet<>();
        for (Object inner : nested(depth - 1)) {
            for (int i = 0; i < steps(); i++) {
                step(inner, i).ifPresent(all::add);
            }
        }
        return all;
    }

    /** Compressors with one wrapper or none. */
    static List<Compressor> compressors() {
        return ofKind(Compressor.class);
    }

    /** Reducers with one wrapper or none. */
    static List<Reducer> reducers() {
        return ofKind(Reducer.class);
    }

    private static <T> List<T> ofKind(Class<T> kind) {
        List<T> all = new ArrayList<>();
        Stream.of(nested(0), nested(1))
                .flatMap(Set::stream)
                .filter(kind::isInstance)
                .map(kind::cast)
                .forEach(all::add);
        return all;
    }
}
