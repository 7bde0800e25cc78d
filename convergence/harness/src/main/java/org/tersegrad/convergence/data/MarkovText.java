package org.tersegrad.convergence.data;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.internal.Shuffle;

/**
 * Text made up from a seed, in which the last few characters decide what is likely to follow (A. Markov, 1913).
 *
 * <p>Each context has an order of preference of its own, drawn at random. The first choice follows with a probability of 1/2,
 * the second of 1/4, and so on. Since choices may coincide, the entropy is somewhat below 2 bits a character: that is the
 * loss to reach, where a model that knows only how often characters occur stays near the logarithm of their number.
 */
final class MarkovText {
    private static final String LETTERS = " abcdefghijklmnopqrstuvwxyz";

    private MarkovText() {}

    static DataSetEntry entry() {
        return DataSetEntry.withoutFiles(
                "synthetic-text",
                new DataSetEntry.Facts(
                        "text of a Markov chain, as in synthetic-text(characters=100000,symbols=27,order=2)",
                        "90000 + 10000",
                        "27 symbols",
                        "-",
                        "-",
                        "made up from a seed"),
                MarkovText::make,
                new Parameter("characters", "how many in all; a tenth of them is the test"),
                new Parameter("symbols", "how many different characters, 2 to 27"),
                new Parameter("order", "how many characters decide on the next, 1 to 5"),
                new Parameter("seed", "another one gives another text"));
    }

    private static Text make(RecipeArguments arguments) {
        int characters = arguments.asInt("characters", 100_000, 10, 1_000_000_000);
        int symbols = arguments.asInt("symbols", LETTERS.length(), 2, LETTERS.length());
        int order = arguments.asInt("order", 2, 1, 5);
        Seed seed = Seed.of(arguments.asLong("seed", 1));
        int contexts = 1;
        for (int i = 0; i < order; i++) {
            contexts *= symbols;
        }
        StringBuilder text = new StringBuilder(characters);
        int context = 0;
        for (int i = 0; i < characters; i++) {
            int symbol = choice(
                    symbols,
                    seed.fork(0).fork(context),
                    CounterRandom.word(seed.fork(1).value(), i));
            text.append(LETTERS.charAt(symbol));
            context = (context * symbols + symbol) % contexts;
        }
        return Texts.of(arguments.toString(), text.toString());
    }

    /** The leading zeros of a random word are 0 with probability 1/2, 1 with 1/4, ... */
    private static int choice(int symbols, Seed preferences, int random) {
        return Shuffle.below(symbols, preferences, Integer.numberOfLeadingZeros(random));
    }
}
