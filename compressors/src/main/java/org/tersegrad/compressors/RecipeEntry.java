package org.tersegrad.compressors;

import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A name that recipes can use: what it takes, what it makes, and what to tell somebody who looks for it.
 *
 * <pre>{@code
 * RecipeEntry clip = RecipeEntry.wrapper("clip", "topk(0.01)+clip(1.0)", "shortens gradients",
 *         (inner, arguments) -> new Clip(inner, arguments.asFloat("norm")),
 *         new RecipeEntry.Parameter("norm", "the largest Euclidean norm"));
 * }</pre>
 *
 * @param name in lower case
 * @param example a whole recipe in which it occurs
 * @param help what it does, in half a line
 * @param parameters what can be given in parentheses, by name; the first one also without its name
 * @param maker what it makes, which also says where in a recipe it stands
 */
public record RecipeEntry(String name, String example, String help, List<Parameter> parameters, Maker maker) {
    public RecipeEntry {
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("names of recipes are in lower case, this is " + name);
        }
        parameters = List.copyOf(parameters);
    }

    /**
     * A setting.
     *
     * @param name in lower case
     * @param help what it means and which values there are, in half a line
     */
    public record Parameter(String name, String help) {}

    /** What a name makes. Bad arguments, and what cannot be wrapped, it refuses with an {@link IllegalArgumentException}. */
    public sealed interface Maker {}

    /** A compressor: stands first in a recipe. */
    record Scheme(Function<RecipeArguments, Compressor> make) implements Maker {}

    /** A compressor of another one: stands behind a {@code +}. */
    record Wrapper(BiFunction<Compressor, RecipeArguments, Compressor> make) implements Maker {}

    /** A reducer: stands first. */
    record Averaging(Function<RecipeArguments, Reducer> make) implements Maker {}

    /** A reducer of another one, which may be the {@link Gather} of a compressor: stands behind a {@code +}. */
    record AveragingWrapper(BiFunction<Reducer, RecipeArguments, Reducer> make) implements Maker {}

    /** Makes a compressor of its arguments. */
    public static RecipeEntry scheme(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Compressor> make,
            Parameter... parameters) {
        return new RecipeEntry(name, example, help, List.of(parameters), new Scheme(make));
    }

    /** Makes a compressor of another one. */
    public static RecipeEntry wrapper(
            String name,
            String example,
            String help,
            BiFunction<Compressor, RecipeArguments, Compressor> make,
            Parameter... parameters) {
        return new RecipeEntry(name, example, help, List.of(parameters), new Wrapper(make));
    }

    /** Makes a reducer of its arguments. */
    public static RecipeEntry averaging(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Reducer> make,
            Parameter... parameters) {
        return new RecipeEntry(name, example, help, List.of(parameters), new Averaging(make));
    }

    /** Makes a reducer of another one. */
    public static RecipeEntry averagingWrapper(
            String name,
            String example,
            String help,
            BiFunction<Reducer, RecipeArguments, Reducer> make,
            Parameter... parameters) {
        return new RecipeEntry(name, example, help, List.of(parameters), new AveragingWrapper(make));
    }

    /** Whether it makes a {@link Reducer}; else a {@link Compressor}. */
    public boolean averages() {
        return maker instanceof Averaging || maker instanceof AveragingWrapper;
    }

    /** Whether it stands first in a recipe; else behind a {@code +}. */
    boolean isFirst() {
        return maker instanceof Scheme || maker instanceof Averaging;
    }

    /** Where it stands, for somebody who has put it elsewhere. */
    String place() {
        if (averages()) {
            return isFirst()
                    ? "averages over workers and stands first, not where a compressor is expected"
                    : "stands behind a + where workers average";
        }
        return isFirst() ? "stands first, not behind a +" : "stands behind a compressor and a +";
    }
}
