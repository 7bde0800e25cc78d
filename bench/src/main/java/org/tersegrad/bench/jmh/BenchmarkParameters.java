package org.tersegrad.bench.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.bench.Gradients;
import org.tersegrad.bench.LimitsBenchmark;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.reducers.ReducerRecipe;

/**
 * The values that {@code -p NAME=A,B} gives to the parameters of benchmarks. JMH would cut {@code cnn(8,16)} at its comma.
 *
 * @param values of each parameter that is named
 * @param others all other words, for JMH
 */
record BenchmarkParameters(Map<String, List<String>> values, List<String> others) {
    private static final String OPTION = "-p";

    static BenchmarkParameters parse(List<String> words) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).equals(OPTION)) {
                others.add(words.get(i));
                continue;
            }
            String word = ++i < words.size() ? words.get(i) : "";
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        OPTION + " wants NAME=A,B, such as elements=1048576, not \"" + word + '"');
            }
            List<String> list = expand(word.substring(0, equals), split(word.substring(equals + 1)));
            require(word.substring(0, equals), list);
            values.computeIfAbsent(word.substring(0, equals), name -> new ArrayList<>())
                    .addAll(list);
        }
        return new BenchmarkParameters(values, others);
    }

    /** Replaces {@code all} by one recipe for every name in the lists. */
    private static List<String> expand(String name, List<String> values) {
        if (values.equals(List.of("all")) && name.equals("recipe")) {
            return Recipe.entries().stream().map(RecipeEntry::example).toList();
        }
        if (values.equals(List.of("all")) && name.equals("reducer")) {
            return ReducerRecipe.entries().stream().map(RecipeEntry::example).toList();
        }
        return values;
    }

    /** At commas outside parentheses. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    /** A mistake is said here, in a line; in a benchmark's own process it would be a stack trace. */
    private static void require(String name, List<String> values) {
        for (String value : values) {
            switch (name) {
                case "elements" -> requireElements(value);
                case "recipe" -> Recipe.parse(value);
                case "gradient" -> requireGradient(value);
                case "reducer" -> ReducerRecipe.parse(value);
                default -> {
                    // JMH and the benchmark know what they take.
                }
            }
        }
    }

    private static void requireGradient(String gradient) {
        if (gradient.equals(Gradients.CORPUS.name())) {
            try {
                Gradients.corpus();
            } catch (DataUnavailableException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
    }

    private static void requireElements(String elements) {
        if (!elements.matches("[0-9]{4,9}") || Integer.parseInt(elements) % LimitsBenchmark.BLOCK != 0) {
            throw new IllegalArgumentException("elements has to be a multiple of " + LimitsBenchmark.BLOCK + ", not "
                    + elements + ": the kernels that all is measured by go in such blocks.");
        }
    }
}
