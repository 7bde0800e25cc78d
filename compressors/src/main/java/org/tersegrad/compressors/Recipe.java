package org.tersegrad.compressors;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Recipes as text: one grammar for command lines, configurations, labels of plots and columns of tables.
 *
 * <pre>
 *   topk(0.01)                              the hundredth part of the elements that is largest
 *   qsgd(4bit,bucket=1024,norm=max)         only the first argument may go without its name
 *   topk(k=100)+chunked(4096)+clip(1.0)     what follows a + wraps all that stands before it
 *
 *   recipe    =  call { "+" call }
 *   call      =  name [ "(" [ argument { "," argument } ] ")" ]
 *   argument  =  value | parameter "=" value
 * </pre>
 *
 * <p>A recipe has at most {@value #MAX_LENGTH} characters and {@value #MAX_WRAPPERS} wrappers; longer text is refused before it
 * is looked into. Spaces and upper or lower case do not matter. Every compressor and every reducer prints as its recipe, with what differs
 * from the defaults only, and {@code Recipe.parse(compressor.toString())} equals the compressor.
 *
 * <p>The names of this module are always there. Other modules add theirs through {@link RecipeProvider}.
 */
public final class Recipe {
    /** The most characters that are read as a recipe. */
    public static final int MAX_LENGTH = 10_000;

    /** The most calls that can follow a {@code +} in one recipe: what is wrapped deeper could overflow the stack. */
    public static final int MAX_WRAPPERS = 64;

    private Recipe() {}

    /**
     * The compressor that a recipe stands for.
     *
     * @throws IllegalArgumentException if there is none; the message says what is wrong, where, and what was perhaps meant
     */
    public static Compressor parse(String text) {
        return new RecipeParser(text, allEntries()).parse();
    }

    /**
     * The way to average that a recipe stands for. There are names of its own for it, such as {@code powersgd(2)+ef} and
     * {@code vote}; {@code dense} is an {@link AllReduce}; any other recipe of a compressor stands for its {@link Gather}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Reducer parseReducer(String text) {
        return new RecipeParser(text, allEntries()).parseReducer();
    }

    /** A number as recipes print it: all digits and no exponent. Parsing gives the same float. */
    public static String number(float value) {
        return Numbers.plain(value);
    }

    /** Every name that a compressor's recipe can use, with its parameters and an example: this module's own first. */
    public static List<RecipeEntry> entries() {
        return allEntries().stream().filter(entry -> !entry.averages()).toList();
    }

    /** Every name that only a reducer's recipe can use, or that means something else there. */
    public static List<RecipeEntry> reducerEntries() {
        return allEntries().stream().filter(RecipeEntry::averages).toList();
    }

    private static List<RecipeEntry> allEntries() {
        List<RecipeEntry> entries = new ArrayList<>(BuiltInSchemes.entries());
        entries.addAll(BuiltInWrappers.entries());
        entries.addAll(BuiltInReducers.entries());
        // The loader of this class, not that of the thread: a recipe means the same in every thread.
        ClassLoader loader = RecipeProvider.class.getClassLoader();
        for (RecipeProvider provider : ServiceLoader.load(RecipeProvider.class, loader)) {
            entries.addAll(provider.entries());
        }
        Set<List<Object>> names = new HashSet<>();
        for (RecipeEntry entry : entries) {
            if (!names.add(List.of(entry.name(), entry.averages()))) {
                throw new ServiceConfigurationError("two recipes have the name " + entry.name());
            }
        }
        return List.copyOf(entries);
    }
}
