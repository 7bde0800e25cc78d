package org.tersegrad.convergence.training.comparison;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.training.Settings;

/**
 * Learning rates that {@code ./tersegrad compare --tune} has found. A rate applies only where it was found: to its recipe on a problem, with
 * as many workers, examples a batch and epochs, the optimizer and the partition. With fewer steps or workers the best rate is another one.
 */
final class KnownRates {
    private static final String FILE = "known-rates.txt";
    /** Rates by title, in the order of the file, and by recipe. */
    private static final Map<String, Map<String, Float>> RATES = read();

    private KnownRates() {}

    /**
     * The rate of a recipe, if it is known for exactly these settings.
     *
     * @param problem its name
     * @param recipe as it prints
     */
    static Optional<Float> of(String problem, Settings settings, String recipe) {
        return Optional.ofNullable(
                RATES.getOrDefault(title(problem, settings), Map.of()).get(recipe));
    }

    /** Rates of these recipes on this problem with other settings, in words: the first settings of the file that have one of them. */
    static Optional<String> elsewhere(String problem, List<String> recipes) {
        return RATES.entrySet().stream()
                .filter(each -> each.getKey().startsWith(problem + "; "))
                .filter(each -> recipes.stream().anyMatch(each.getValue()::containsKey))
                .findFirst()
                .map(each -> each.getKey().substring(problem.length() + 2) + ": "
                        + recipes.stream()
                                .flatMap(recipe ->
                                        Optional.ofNullable(each.getValue().get(recipe))
                                                .map(rate -> recipe + "@" + Recipe.number(rate))
                                                .stream())
                                .collect(Collectors.joining(", ")));
    }

    /** The settings in words. */
    static String title(String problem, Settings settings) {
        return problem + "; " + settings.workers() + " workers, batches of " + settings.batch() + ", "
                + settings.epochs() + " epochs"
                + settings.epochSteps().map(steps -> " of " + steps + " steps").orElse("") + "; " + settings.descent()
                + "; " + settings.partition();
    }

    /** Lines {@code rate recipe} below a title in brackets. */
    private static Map<String, Map<String, Float>> read() {
        Map<String, Map<String, Float>> all = new LinkedHashMap<>();
        Map<String, Float> rates = new HashMap<>();
        try (InputStream file = Objects.requireNonNull(KnownRates.class.getResourceAsStream(FILE), FILE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("[")) {
                    rates = new HashMap<>();
                    all.put(line.substring(1, line.length() - 1), rates);
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    String[] words = line.strip().split("\\s+", 2);
                    rates.put(words[1], Float.parseFloat(words[0]));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }
}
