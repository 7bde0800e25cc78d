package org.tersegrad.compressors;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A name that recipes can use: its parameters, its maker, and its help text.
 *
 * <pre>{@code
 * RecipeEntry<Wrapper> clip = RecipeEntry.both("clip", "topk(0.01)+clip(1.0)", "shortens gradients",
 *         arguments -> new Clip(arguments.asFloat("norm")),
 *         new RecipeEntry.Parameter("norm", "the largest Euclidean norm"));
 * }</pre>
 *
 * @param <T> what it makes
 * @param makes the same as a class: {@link Compressor}, or a type of another module that has recipes too
 * @param name in lower case
 * @param help what it does, in half a line
 * @param parameters what can be given in parentheses, by name
 * @param unnamed which arguments may be unnamed
 * @param maker how it makes it, which also tells its place in a recipe
 * @param samples recipes and formats for everything that enumerates
 */
public record RecipeEntry<T>(
        Class<T> makes,
        String name,
        String help,
        List<Parameter> parameters,
        Unnamed unnamed,
        Maker<T> maker,
        Samples samples) {
    public RecipeEntry {
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("names of recipes are in lower case, this is " + name);
        }
        parameters = List.copyOf(parameters);
    }

    /** With arguments of which only the first may be unnamed. */
    public RecipeEntry(
            Class<T> makes, String name, String example, String help, List<Parameter> parameters, Maker<T> maker) {
        this(makes, name, help, parameters, Unnamed.FIRST, maker, new Samples(List.of(example), List.of()));
    }

    /**
     * Samples of an entry, for tests, tables and readers of payloads.
     *
     * @param recipes whole recipes in which the name occurs, the usual one first: every test of all recipes runs on them
     * @param formats of the bodies that only this entry brings along
     */
    public record Samples(List<String> recipes, List<BodyFormat> formats) {
        public Samples {
            recipes = List.copyOf(recipes);
            formats = List.copyOf(formats);
        }
    }

    /** A whole recipe in which the name occurs. */
    public String example() {
        return samples.recipes().get(0);
    }

    /** The same with another rule for unnamed arguments. */
    public RecipeEntry<T> withUnnamed(Unnamed other) {
        return new RecipeEntry<>(makes, name, help, parameters, other, maker, samples);
    }

    /** The same with further recipes in which the name occurs, for the tests of all recipes. */
    public RecipeEntry<T> withExamples(String... further) {
        List<String> recipes = new ArrayList<>(samples.recipes());
        recipes.addAll(List.of(further));
        return new RecipeEntry<>(
                makes, name, help, parameters, unnamed, maker, new Samples(recipes, samples.formats()));
    }

    /** The same with the formats of the bodies that it brings along. */
    public RecipeEntry<T> withFormats(BodyFormat... formats) {
        return new RecipeEntry<>(
                makes, name, help, parameters, unnamed, maker, new Samples(samples.recipes(), List.of(formats)));
    }

    /** The arguments that may be given without the name of their parameter. */
    public enum Unnamed {
        /** The first one, as in {@code qsgd(4bit,bucket=1024)}. */
        FIRST,
        /** All of them, in the order of the parameters, as in {@code charlm(64,32)}. */
        IN_ORDER,
        /** All of them, and they are a list of values of the first parameter, as in {@code mlp(256,128)}. */
        LIST
    }

    /**
     * A setting.
     *
     * @param name in lower case
     * @param help what it means and which values there are, in half a line
     */
    public record Parameter(String name, String help) {}

    /**
     * The constructor of an entry. It throws {@link IllegalArgumentException} for bad arguments, and for what cannot be
     * wrapped.
     */
    public sealed interface Maker<T> {}

    /** Makes a value from arguments alone: comes first in a recipe. */
    public record First<T>(Function<RecipeArguments, T> make) implements Maker<T> {}

    /**
     * Makes a value from what is before a {@code +}: another one of the same kind, for a wrapper; or of another kind, as {@code
     * twoshot} makes a reducer of a compressor.
     */
    public record Behind<S, T>(Class<S> before, BiFunction<S, RecipeArguments, T> make) implements Maker<T> {}

    /** Makes a compressor of its arguments. */
    public static RecipeEntry<Compressor> scheme(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Compressor> make,
            Parameter... parameters) {
        return new RecipeEntry<>(Compressor.class, name, example, help, List.of(parameters), new First<>(make));
    }

    /**
     * Makes a {@link Wrapper}, which follows a {@code +} in recipes of compressors and in those of reducers.
     *
     * @param example of a compressor
     */
    public static RecipeEntry<Wrapper> both(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Wrapper> make,
            Parameter... parameters) {
        return new RecipeEntry<>(Wrapper.class, name, example, help, List.of(parameters), new First<>(make));
    }

    /**
     * The entry of a {@link Wrapper} for recipes of one kind.
     *
     * @param wrapped a recipe of that kind, for the example
     * @param with puts something into the wrapper
     */
    public static <T> RecipeEntry<T> around(
            RecipeEntry<Wrapper> entry, Class<T> kind, String wrapped, BiFunction<T, Wrapper, T> with) {
        if (!(entry.maker instanceof First<Wrapper> wrapper)) {
            throw new IllegalArgumentException(entry.name + " has no arguments alone to make a wrapper of");
        }
        String example = entry.example();
        Maker<T> maker = new Behind<>(
                kind, (inner, arguments) -> with.apply(inner, wrapper.make().apply(arguments)));
        return new RecipeEntry<>(
                        kind,
                        entry.name,
                        wrapped + example.substring(example.lastIndexOf("+" + entry.name)),
                        entry.help,
                        entry.parameters,
                        maker)
                .withUnnamed(entry.unnamed);
    }

    /** Makes a compressor of another one. */
    public static RecipeEntry<Compressor> wrapper(
            String name,
            String example,
            String help,
            BiFunction<Compressor, RecipeArguments, Compressor> make,
            Parameter... parameters) {
        return new RecipeEntry<>(
                Compressor.class, name, example, help, List.of(parameters), new Behind<>(Compressor.class, make));
    }

    /**
     * Makes something of its arguments.
     *
     * @param example begins with the name
     */
    public static <T> RecipeEntry<T> first(
            Class<T> makes, String example, String help, Function<RecipeArguments, T> make, Parameter... parameters) {
        String name = example.replaceFirst("\\(.*", "");
        return new RecipeEntry<>(makes, name, example, help, List.of(parameters), new First<>(make));
    }

    /** Whether it comes first in a recipe; else behind a {@code +}. */
    boolean isFirst() {
        return maker instanceof First;
    }

    /** Whether it follows a {@code +} and something of a kind. */
    boolean isBehind(Class<?> before) {
        return maker instanceof Behind<?, ?> behind && behind.before() == before;
    }

    /** The parameter that an argument without a name is for, behind {@code given} others; empty if there is none. */
    String unnamedParameter(int given) {
        int index = switch (unnamed) {
            case FIRST -> given == 0 ? 0 : parameters.size();
            case IN_ORDER -> given;
            case LIST -> 0;
        };
        return index < parameters.size() ? parameters.get(index).name() : "";
    }

    /** The reason why there is none. */
    String unnamedLimit() {
        return unnamed == Unnamed.FIRST
                ? "only the first argument of " + name + " goes without its name"
                : name + " has at most " + parameters.size() + " arguments";
    }

    /** The right position of this name, for a message about a recipe of a {@code wanted} that has it elsewhere. */
    String place(Class<?> wanted) {
        if (makes != wanted) {
            return "is for the recipe of a " + kind(makes) + ", not of a " + kind(wanted);
        }
        return maker instanceof Behind<?, ?> behind
                ? "stands behind a " + kind(behind.before()) + " and a +"
                : "stands first, not behind a +";
    }

    private static String kind(Class<?> type) {
        return type.getSimpleName().toLowerCase(Locale.ROOT);
    }
}
