package org.tersegrad.errorfeedback.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;

/** Recipes that follow from the lists alone: the example of every entry, and every wrapper around every example. */
final class Examples {
    private Examples() {}

    /** The last call of an entry's example, as in {@code chunked(4096)}. */
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
        return example;
    }

    /** The result of a wrapper with the arguments of its example; empty if it rejects what it gets. */
    static <T> Optional<T> wrap(Class<T> kind, T inner, RecipeEntry<T> entry) {
        try {
            return Optional.of(new RecipeReader(call(entry), kind).wrap(kind, inner));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The result of a wrapper, written as in a recipe. */
    static <T> T wrap(Class<T> kind, T inner, String call) {
        return new RecipeReader(call, kind).wrap(kind, inner);
    }

    /** All entries' examples, and all wrappers around them. */
    static List<Compressor> compressors() {
        List<Compressor> first = Recipe.entries().stream()
                .map(entry -> Recipe.parse(entry.example()))
                .toList();
        return withWrappers(Compressor.class, first);
    }

    /** The same of reducers, those of compressors among them. */
    static List<Reducer> reducers() {
        List<Reducer> first = new ArrayList<>();
        Recipe.entries().forEach(entry -> first.add(ReducerRecipe.parse(entry.example())));
        ReducerRecipe.entries().forEach(entry -> first.add(ReducerRecipe.parse(entry.example())));
        return withWrappers(Reducer.class, first);
    }

    private static <T> List<T> withWrappers(Class<T> kind, List<T> first) {
        List<T> all = new ArrayList<>(first);
        for (T inner : first) {
            for (RecipeEntry<T> entry : Recipe.entries(kind)) {
                if (entry.maker() instanceof RecipeEntry.Wrapper) {
                    wrap(kind, inner, entry).ifPresent(all::add);
                }
            }
        }
        return all;
    }
}
