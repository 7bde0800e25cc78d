package org.tersegrad.compressors;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import org.tersegrad.compressors.internal.Numbers;

/**
 * Recipes as text: one grammar for command lines, configurations, labels of plots and columns of tables.
 *
 * <pre>
 *   topk(0.01)                              the hundredth part of the elements that is largest
 *   qsgd(4bit,bucket=1024,norm=max)         only the first argument may be unnamed
 *   topk(k=100)+chunked(4096)+clip(1.0)     what follows a + wraps everything before it
 *   recipe    =  call { "+" call }
 *   call      =  name [ "(" [ argument { "," argument } ] ")" ]
 *   argument  =  value | parameter "=" value            a value may be a recipe, as in twoshot(up=topk(0.01),down=int8)
 *   name      =  letters, digits and hyphens
 * </pre>
 *
 * <p>A recipe has at most {@value #MAX_LENGTH} characters and {@value #MAX_WRAPPERS} wrappers; longer text is rejected before it is
 * looked into. Spaces and upper or lower case do not matter. Every compressor and every reducer prints as its recipe, with what
 * differs from the defaults only, and {@code Recipe.parse(compressor.toString())} equals the compressor.
 *
 * <p>Names come from {@link RecipeProvider}s, those of this module too.
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
        RecipeReader reader = new RecipeReader(text, Compressor.class);
        Compressor made = reader.first(Compressor.class);
        while (reader.plus()) {
            made = reader.wrap(Compressor.class, made);
        }
        reader.end();
        return made;
    }

    /** A number as recipes print it: all digits and no exponent. Parsing gives the same float. */
    public static String number(float value) {
        return Numbers.plain(value);
    }

    /** Every name that a compressor's recipe can use, with its parameters and an example: schemes first, then wrappers. */
    public static List<RecipeEntry<Compressor>> entries() {
        return entries(Compressor.class);
    }

    /** A number as recipes print it: all digits and no exponent. Parsing gives the same double. */
    public static String number(double value) {
        return Numbers.plain(value);
    }

    /** The formats of the bodies that all recipes write, each once. */
    public static List<BodyFormat> formats() {
        return allEntries().stream()
                .flatMap(entry -> entry.samples().formats().stream())
                .distinct()
                .toList();
    }

    /** Every name that makes a {@code kind}. */
    public static <T> List<RecipeEntry<T>> entries(Class<T> kind) {
        return ofKind(kind, allEntries());
    }

    @SuppressWarnings("unchecked") // the class is in the entry
    static <T> List<RecipeEntry<T>> ofKind(Class<T> kind, List<RecipeEntry<?>> entries) {
        return entries.stream()
                .filter(entry -> entry.makes() == kind)
                .map(entry -> (RecipeEntry<T>) entry)
                .toList();
    }

    /** The entries of all providers on the class path, looked up once: a recipe means the same as long as the program runs. */
    private static final class Found {
        static final List<RecipeEntry<?>> ENTRIES = find();

        private static List<RecipeEntry<?>> find() {
            List<RecipeEntry<?>> entries = new ArrayList<>();
            // The loader of this class, not that of the thread: a recipe means the same in every thread.
            ClassLoader loader = RecipeProvider.class.getClassLoader();
            ServiceLoader<RecipeProvider> providers = ServiceLoader.load(RecipeProvider.class, loader);
            providers.forEach(provider -> entries.addAll(provider.entries()));
            for (RecipeEntry<Wrapper> wrapper : ofKind(Wrapper.class, List.copyOf(entries))) {
                entries.remove(wrapper); // what it is around is in the recipe, and it is not
                providers.forEach(provider -> entries.addAll(provider.around(wrapper)));
            }
            entries.sort(Comparator.comparing(entry -> !entry.isFirst()));
            return List.copyOf(entries);
        }
    }

    static List<RecipeEntry<?>> allEntries() {
        List<RecipeEntry<?>> entries = Found.ENTRIES; // checked each time: each time the message says what is wrong
        if (entries.stream().noneMatch(entry -> entry.makes() == Compressor.class && entry.isFirst())) {
            throw new ServiceConfigurationError("no recipes are found: a jar with several modules must merge"
                    + " their files META-INF/services/" + RecipeProvider.class.getName());
        }
        Set<List<Object>> names = new HashSet<>();
        for (RecipeEntry<?> entry : entries) {
            if (!names.add(List.of(entry.name(), entry.makes(), entry.isFirst()))) {
                throw new ServiceConfigurationError("two recipes have the name " + entry.name());
            }
        }
        return entries;
    }
}
