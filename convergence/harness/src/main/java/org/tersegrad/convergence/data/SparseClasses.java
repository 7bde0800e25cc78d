package org.tersegrad.convergence.data;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.internal.Shuffle;

/**
 * Long sparse vectors of two classes, made up from a seed. Without settings they are as long, as many to learn from and as
 * dense as RCV1's, a collection of news that logistic regression is often tried on.
 *
 * <p>Elements are like words in texts: the r-th most frequent has a frequency of about 1/r (G. Zipf, 1949), and the rarer it
 * is, the larger is its value. Which element has which rank is random, as words in a dictionary are not sorted by frequency.
 * Each element leans to one of the classes: in vectors of the other one it is drawn less often, by the fraction {@code
 * leaning}. One element tells little, all of a vector together tell much.
 */
final class SparseClasses {
    private final int length;
    private final double logLength;
    private final int nonZero;
    private final double leaning;
    private final Seed seed;
    private final int[] elements;
    private final int[] lastUse;

    private SparseClasses(int length, int nonZero, double leaning, Seed seed) {
        this.length = length;
        logLength = StrictMath.log(length + 1.0);
        this.nonZero = nonZero;
        this.leaning = leaning;
        this.seed = seed;
        elements = Shuffle.of(length, seed.fork(0));
        lastUse = new int[length];
    }

    static DataSetEntry entry() {
        return DataSetEntry.withoutFiles(
                "sparse",
                new DataSetEntry.Facts(
                        "sparse vectors, as in sparse(length=47236,examples=25000,density=0.0016)",
                        "20000 + 5000",
                        "2",
                        "-",
                        "-",
                        "made up from a seed"),
                SparseClasses::make,
                new Parameter("length", "of a vector, 10 to 100000000"),
                new Parameter("examples", "how many in all; a fifth of them is the test"),
                new Parameter("density", "which fraction of the elements is not zero, at most 0.5"),
                new Parameter("leaning", "how much the classes differ, 0 to 0.9"),
                new Parameter("seed", "another one gives other vectors"));
    }

    private static SparseVectors make(RecipeArguments arguments) {
        int length = arguments.asInt("length", 47_236, 10, 100_000_000);
        int examples = arguments.asInt("examples", 25_000, 5, 100_000_000);
        int nonZero = (int) Math.max(1, Math.rint(length * arguments.asDouble("density", 0.0016, 0, 0.5)));
        double leaning = arguments.asDouble("leaning", 0.35, 0, 0.9);
        if ((long) examples * nonZero > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("more than 2147483639 elements that are not zero in all");
        }
        SparseClasses classes = new SparseClasses(length, nonZero, leaning, Seed.of(arguments.asLong("seed", 1)));
        int training = examples - examples / 5;
        return new SparseVectors(
                arguments.toString(), length, classes.part(0, training), classes.part(training, examples));
    }

    private SparseVectors.Part part(int from, int to) {
        SparseRows rows = new SparseRows(to - from);
        for (int i = from; i < to; i++) {
            add(i, rows);
        }
        return rows.part();
    }

    private void add(int example, SparseRows rows) {
        int label = Shuffle.below(2, seed.fork(1), example);
        Seed ranks = seed.fork(2).fork(example);
        Seed refusals = seed.fork(3).fork(example);
        long[] drawn = new long[nonZero]; // element and rank in one, to be sorted by element
        int count = 0;
        for (int draw = 0; count < nonZero; draw++) {
            int rank = rank(uniform(ranks, draw));
            boolean leansToOther = Shuffle.below(2, seed.fork(4), rank) != label;
            boolean refused = leansToOther && uniform(refusals, draw) < leaning;
            if (!refused && lastUse[rank] != example + 1) {
                lastUse[rank] = example + 1;
                drawn[count++] = (long) elements[rank] << 32 | rank;
            }
        }
        Arrays.sort(drawn);
        int[] indices =
                Arrays.stream(drawn).mapToInt(both -> (int) (both >> 32)).toArray();
        double[] values =
                Arrays.stream(drawn).mapToDouble(both -> value((int) both)).toArray();
        rows.add(label, indices, values);
    }

    /** From 0 up to the length; r with a probability of log(1 + 1/r) / log(length + 1), counting from 1. */
    private int rank(double uniform) {
        return Math.min(length - 1, (int) StrictMath.exp(uniform * logLength) - 1);
    }

    /** As words are weighted by how much they tell: the logarithm of one over the frequency, and a bit for the first. */
    private static double value(int rank) {
        return 1 + StrictMath.log(rank + 1.0);
    }

    private static double uniform(Seed seed, int position) {
        return Integer.toUnsignedLong(CounterRandom.word(seed.value(), position)) * 0x1p-32;
    }
}
