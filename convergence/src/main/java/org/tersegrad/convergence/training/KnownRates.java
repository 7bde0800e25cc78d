package org.tersegrad.convergence.training;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Learning rates that {@code ./tersegrad compare --tune} has found. A rate belongs to a recipe on a problem, whoever names the
 * recipe, with the optimizer and the partition that it was found with.
 */
final class KnownRates {
    private static final String FILE = "known-rates.txt";
    private static final Map<String, Float> RATES = read();

    private KnownRates() {}

    /**
     * The rate of a recipe, if it is known.
     *
     * @param problem its name
     * @param recipe as it prints
     */
    static Optional<Float> of(String problem, Settings settings, String recipe) {
        return Optional.ofNullable(RATES.get(key(title(problem, settings), recipe)));
    }

    private static String title(String problem, Settings settings) {
        return problem + ", " + settings.partition() + ", " + settings.optimizer() + ", momentum "
                + settings.momentum();
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
