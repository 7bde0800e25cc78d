package org.tersegrad.convergence.training;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Learning rates that {@code ./tersegrad compare --tune} has found. A rate belongs to a recipe on a problem, whoever names the
 * recipe, with the optimizer and the partition that it was found with.
 */
final class KnownRates {
    private static final String FILE = "known-rates.txt";
    private static final List<String> TITLES = new ArrayList<>();
    private static final Map<String, Float> RATES = read();

    private KnownRates() {}

    /**
     * The rate of a recipe, if it is known: the one for this partition, or else the first one for another.
     *
     * @param problem its name
     * @param recipe as it prints
     */
    static Optional<Float> of(String problem, Settings settings, String recipe) {
        String exact = title(problem, settings.descent(), settings.partition().toString());
        return TITLES.stream()
                .filter(title -> title.startsWith(title(problem, settings.descent(), "")))
                .sorted(Comparator.comparing(title -> !title.equals(exact)))
                .map(title -> RATES.get(key(title, recipe)))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static String title(String problem, String descent, String partition) {
        return problem + "; " + descent + "; " + partition;
    }

    private static String key(String title, String recipe) {
        return title + "\n" + recipe;
    }

    /** Lines {@code rate recipe} below a title in brackets. */
    private static Map<String, Float> read() {
        Map<String, Float> rates = new HashMap<>();
        String title = "";
        try (InputStream file = Objects.requireNonNull(KnownRates.class.getResourceAsStream(FILE), FILE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("[")) {
                    title = line.substring(1, line.length() - 1);
                    TITLES.add(title);
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    String[] words = line.strip().split("\\s+", 2);
                    rates.put(key(title, words[1]), Float.parseFloat(words[0]));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rates;
    }
}
