package org.tersegrad.convergence.data;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.Call;
import org.tersegrad.convergence.Gaussian;

/**
 * Long sparse vectors of two classes, made up from a seed. Without settings they are as long, as many to learn from and as
 * dense as RCV1's, a collection of news that logistic regression is often tried on.
 *
 * <p>Elements are like words in texts: the r-th most frequent has a frequency of about 1/r (G. Zipf, 1949), and the rarer, the
 * larger is its value. Which element has which rank is random, as words in a dictionary are not sorted by frequency. A hidden
 * random vector decides on the class: that of the sign of the product with it. Some of the classes, {@code noise} of them, are
 * wrong.
 */
final class SparseClasses {
    private final int length;
    private final int nonZero;
    private final double noise;
    private final Seed seed;
    private final int[] elements;
    private final float[] hidden;
    private final int[] lastUse;

    private SparseClasses(int length, int nonZero, double noise, Seed seed) {
        this.length = length;
        this.nonZero = nonZero;
        this.noise = noise;
        this.seed = seed;
        elements = Shuffle.of(length, seed.fork(0));
        hidden = Gaussian.tensor(length, seed.fork(1).value());
        lastUse = new int[length];
    }

    static DataSetEntry entry() {
        return DataSetEntry.withoutFiles(
                "sparse",
                new DataSetEntry.Facts(
                        "sparse vectors, as in sparse(length=47236,examples=25000,density=0.0016)",
                        "20000 + 5000",
                        "2",
                        "none",
                        "none",
                        "made up from a seed"),
                SparseClasses::make,
                new Parameter("length", "of a vector, 10 to 100000000"),
                new Parameter("examples", "how many in all; a fifth of them is the test"),
                new Parameter("density", "which fraction of the elements is not zero, at most 0.5"),
                new Parameter("noise", "which fraction of the classes is wrong, at most 0.5"),
                new Parameter("seed", "another one gives other vectors"));
    }

    private static SparseVectors make(Call call) {
        int length = call.asInt("length", 47_236, 10, 100_000_000);
        int examples = call.asInt("examples", 25_000, 5, 100_000_000);
        int nonZero = (int) Math.max(1, Math.rint(length * call.asDouble("density", 0.0016, 0, 0.5)));
        double noise = call.asDouble("noise", 0.05, 0, 0.5);
        if ((long) examples * nonZero > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(call + ": more than 2147483639 elements that are not zero in all");
        }
        SparseClasses classes = new SparseClasses(length, nonZero, noise, Seed.of(call.asLong("seed", 1)));
        int training = examples - examples / 5;
        return new SparseVectors(call.toString(), length, classes.part(0, training), classes.part(training, examples));
    }

    private SparseVectors.Part part(int from, int to) {
        SparseRows rows = new SparseRows(to - from);
        for (int i = from; i < to; i++) {
            add(i, rows);
        }
        return rows.part();
    }

    private void add(int example, SparseRows rows) {
        Seed draws = seed.fork(2).fork(example);
        double score = 0;
        long[] drawn = new long[nonZero]; // element and rank in one, to be sorted by element
        int draw = 0;
        for (int count = 0; count < nonZero; draw++) {
            int rank = rank(uniform(draws, draw));
            if (lastUse[rank] != example + 1) {
                lastUse[rank] = example + 1;
                drawn[count++] = (long) elements[rank] << 32 | rank;
                score += hidden[rank] * value(rank);
            }
        }
        Arrays.sort(drawn);
        int[] indices =
                Arrays.stream(drawn).mapToInt(both -> (int) (both >> 32)).toArray();
        double[] values =
                Arrays.stream(drawn).mapToDouble(both -> value((int) both)).toArray();
        boolean wrong = uniform(draws, draw) < noise;
        rows.add(score > 0 ^ wrong ? 1 : 0, indices, values);
    }

    /** From 0 up to the length; r with a probability of log(1 + 1/r) / log(length + 1), counting from 1. */
    private int rank(double uniform) {
        return Math.min(length - 1, (int) StrictMath.exp(uniform * StrictMath.log(length + 1.0)) - 1);
    }

    /** As words are weighted by how much they tell: the logarithm of one over the frequency, and a bit for the first. */
    private static double value(int rank) {
        return 1 + StrictMath.log(rank + 1.0);
    }

    private static double uniform(Seed seed, int position) {
        return Integer.toUnsignedLong(CounterRandom.word(seed.value(), position)) * 0x1p-32;
    }
}
