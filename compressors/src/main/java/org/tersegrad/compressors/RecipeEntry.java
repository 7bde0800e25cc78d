package org.tersegrad.compressors;

import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A name that recipes can use: what it takes, what it makes, and what to tell somebody who looks for it.
 *
 * <pre>{@code
 * RecipeEntry.wrapper("clip", "topk(0.01)+clip(1.0)", "shortens gradients",
 *         (inner, arguments) -> new Clip(inner, arguments.asFloat("norm")),
 *         new RecipeEntry.Parameter("norm", "the largest Euclidean norm"))
 * }</pre>
 */
public sealed interface RecipeEntry {
    /** In lower case. */
    String name();

    /** A whole recipe in which it occurs. */
    String example();

    /** What it does, in half a line. */
    String help();

    /** What can be given in parentheses, by name; the first one also without its name. */
    List<Parameter> parameters();

    /** Whether it stands first in a recipe; else behind a {@code +}. */
    boolean isFirst();

    /** Whether it makes a {@link Reducer}; else a {@link Compressor}. */
    boolean averages();

    /** Where it stands, for somebody who has put it elsewhere. */
    String place();

    /**
     * A setting.
     *
     * @param name in lower case
     * @param help what it means and which values there are, in half a line
     */
    record Parameter(String name, String help) {}

    /** Stands first in a recipe. */
    record Scheme(
            String name,
            String example,
            String help,
            List<Parameter> parameters,
            Function<RecipeArguments, Compressor> maker)
            implements RecipeEntry {
        public Scheme {
            requireLowerCase(name);
            parameters = List.copyOf(parameters);
        }

        @Override
        public boolean isFirst() {
            return true;
        }

        @Override
        public boolean averages() {
            return false;
        }

        @Override
        public String place() {
            return "stands first, not behind a +";
        }
    }

    /** Stands behind a {@code +} and changes the compressor before it. */
    record Wrapper(
            String name,
            String example,
            String help,
            List<Parameter> parameters,
            BiFunction<Compressor, RecipeArguments, Compressor> maker)
            implements RecipeEntry {
        public Wrapper {
            requireLowerCase(name);
            parameters = List.copyOf(parameters);
        }

        @Override
        public boolean isFirst() {
            return false;
        }

        @Override
        public boolean averages() {
            return false;
        }

        @Override
        public String place() {
            return "stands behind a compressor and a +";
        }
    }

    /** Stands first in the recipe of a {@link Reducer}. */
    record Averaging(
            String name,
            String example,
            String help,
            List<Parameter> parameters,
            Function<RecipeArguments, Reducer> maker)
            implements RecipeEntry {
        public Averaging {
            requireLowerCase(name);
            parameters = List.copyOf(parameters);
        }

        @Override
        public boolean isFirst() {
            return true;
        }

        @Override
        public boolean averages() {
            return true;
        }

        @Override
        public String place() {
            return "averages over workers and stands first, not where a compressor is expected";
        }
    }

    /** Stands behind a {@code +} and changes the reducer before it, which may be the {@link Gather} of a compressor. */
    record AveragingWrapper(
            String name,
            String example,
            String help,
            List<Parameter> parameters,
            BiFunction<Reducer, RecipeArguments, Reducer> maker)
            implements RecipeEntry {
        public AveragingWrapper {
            requireLowerCase(name);
            parameters = List.copyOf(parameters);
        }

        @Override
        public boolean isFirst() {
            return false;
        }

        @Override
        public boolean averages() {
            return true;
        }

        @Override
        public String place() {
            return "stands behind a + where workers average";
        }
    }

    /** A compressor made of its arguments; the maker refuses bad ones with an {@link IllegalArgumentException}. */
    static RecipeEntry scheme(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Compressor> maker,
            Parameter... parameters) {
        return new Scheme(name, example, help, List.of(parameters), maker);
    }

    /** A compressor made of another one; the maker refuses what it cannot wrap with an {@link IllegalArgumentException}. */
    static RecipeEntry wrapper(
            String name,
            String example,
            String help,
            BiFunction<Compressor, RecipeArguments, Compressor> maker,
            Parameter... parameters) {
        return new Wrapper(name, example, help, List.of(parameters), maker);
    }

    /** A reducer made of its arguments. */
    static RecipeEntry averaging(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Reducer> maker,
            Parameter... parameters) {
        return new Averaging(name, example, help, List.of(parameters), maker);
    }

    /** A reducer made of another one; the maker refuses what it cannot wrap with an {@link IllegalArgumentException}. */
    static RecipeEntry averagingWrapper(
            String name,
            String example,
            String help,
            BiFunction<Reducer, RecipeArguments, Reducer> maker,
            Parameter... parameters) {
        return new AveragingWrapper(name, example, help, List.of(parameters), maker);
    }

    private static void requireLowerCase(String name) {
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("names of recipes are in lower case, this is " + name);
        }
    }
}
