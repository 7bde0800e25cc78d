package org.tersegrad.convergence.training.comparison;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.tersegrad.convergence.training.Settings;

/**
 * Learning rates that {@code ./tersegrad compare --tune} has found. A rate belongs to a recipe on a problem, however the recipe was
 * chosen, with the optimizer and the partition that it was found with.
 */
final class KnownRates {
    private static final String FILE = "known-rates.txt";
    /** Rates by title, in the order of the file, and by recipe. */
    private static final Map<String, Map<String, Float>> RATES = read();

    private KnownRates() {}

    /**
     * The rate of a recipe, if it is known: the one for this partition, or else the first one for another.
     *
     * @param problem its name
     * @param recipe as it prints
     */
    static Optional<Float> of(String problem, Settings settings, String recipe) {
        String exact = title(
                problem, settings.descent().toString(), settings.partition().toString());
        return RATES.entrySet().stream()
                .filter(each -> each.getKey()
                        .startsWith(title(problem, settings.descent().toString(), "")))
                .filter(each -> each.getValue().containsKey(recipe))
                .min(Comparator.comparing(each -> !each.getKey().equals(exact)))
                .map(each -> each.getValue().get(recipe));
    }

    private static String title(String problem, String descent, String partition) {
        return problem + "; " + descent + "; " + partition;
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
