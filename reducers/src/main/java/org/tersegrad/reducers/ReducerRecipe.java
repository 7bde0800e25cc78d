package org.tersegrad.reducers;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;

/** Reducers as text, in the grammar of {@link Recipe}: {@code powersgd(2)+ef}, {@code vote}, {@code topk(0.01)}. */
public final class ReducerRecipe {
    private ReducerRecipe() {}

    /**
     * The reducer that a recipe stands for. There are names of its own for it, such as {@code powersgd(2)+ef} and
     * {@code vote}; {@code dense} is an {@link AllReduce}; {@code bf16} and {@code half} are a {@link TwoShot}; any other recipe of a compressor stands for its {@link Gather}.
     *
     * @throws IllegalArgumentException if there is none; the message says what is wrong, where, and what was perhaps meant
     */
    public static Reducer parse(String text) {
        RecipeReader reader = new RecipeReader(text, Reducer.class, Compressor.class);
        Reducer made;
        boolean more;
        if (reader.isFirst(Reducer.class) && !meansACompressor(reader)) {
            made = reader.first(Reducer.class);
            more = reader.plus();
        } else {
            Compressor compressor = reader.first(Compressor.class);
            more = reader.plus();
            while (more && reader.isWrapper(Compressor.class)) {
                compressor = reader.wrap(Compressor.class, compressor);
                more = reader.plus();
            }
            boolean converted = more && reader.makes(Reducer.class, Compressor.class);
            made = converted ? reader.make(Reducer.class, Compressor.class, compressor) : new Gather(compressor);
            more = converted ? reader.plus() : more;
        }
        while (more) {
            made = reader.wrap(Reducer.class, made);
            more = reader.plus();
        }
        reader.end();
        return made;
    }

    /**
     * A name with two meanings is the reducer: {@code dense} is a sum then, not a message to all. Unless something that follows
     * wraps compressors alone, or makes a reducer of one.
     */
    private static boolean meansACompressor(RecipeReader reader) {
        return reader.isFirst(Compressor.class)
                && reader.wrappersAhead().stream()
                        .anyMatch(name -> reader.makes(Reducer.class, name, Compressor.class)
                                || (reader.isWrapper(Compressor.class, name)
                                        && !reader.isWrapper(Reducer.class, name)));
    }

    /** Whether the first name of a compressor's recipe means another reducer than its {@link Gather}. */
    static boolean meansAReducer(String recipe) {
        String name = name(recipe);
        return entries().stream()
                .anyMatch(entry -> entry.maker() instanceof RecipeEntry.First
                        && entry.name().equals(name));
    }

    /**
     * The text of a wrapper around a reducer, which parses as that. If the name of the wrapper also wraps compressors, the {@link
     * Gather} of a compressor is spelled out: {@code topk(0.1)+gather+warmup(stages=4,steps=100)} is another algorithm than {@code
     * topk(0.1)+warmup(stages=4,steps=100)}.
     *
     * @param call the name of the wrapper and its arguments, as in {@code hierarchical(4)}
     */
    public static String wrapped(Reducer inner, String call) {
        String name = name(call);
        boolean wrapsCompressors = Recipe.entries().stream()
                .anyMatch(entry -> entry.maker() instanceof RecipeEntry.Behind
                        && entry.name().equals(name));
        return (wrapsCompressors && inner instanceof Gather gather ? gather.compressor() + "+gather" : inner)
                + "+"
                + call;
    }

    private static String name(String recipe) {
        return recipe.split("[(+]", 2)[0];
    }

    /** Every name that only a reducer's recipe can use, or that means something else there. */
    public static List<RecipeEntry<Reducer>> entries() {
        return Recipe.entries(Reducer.class);
    }

    /** A name that makes a reducer of its arguments. */
    public static RecipeEntry<Reducer> averaging(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Reducer> make,
            Parameter... parameters) {
        return new RecipeEntry<>(
                Reducer.class, name, example, help, List.of(parameters), new RecipeEntry.First<>(make));
    }

    /** A name that makes a reducer of a compressor. */
    public static RecipeEntry<Reducer> ofCompressor(
            String name,
            String example,
            String help,
            BiFunction<Compressor, RecipeArguments, Reducer> make,
            Parameter... parameters) {
        return new RecipeEntry<>(
                Reducer.class,
                name,
                example,
                help,
                List.of(parameters),
                new RecipeEntry.Behind<>(Compressor.class, make));
    }

    /** A name that makes a reducer of another one, which may be the {@link Gather} of a compressor. */
    public static RecipeEntry<Reducer> averagingWrapper(
            String name,
            String example,
            String help,
            BiFunction<Reducer, RecipeArguments, Reducer> make,
            Parameter... parameters) {
        return new RecipeEntry<>(
                Reducer.class, name, example, help, List.of(parameters), new RecipeEntry.Behind<>(Reducer.class, make));
    }
}
