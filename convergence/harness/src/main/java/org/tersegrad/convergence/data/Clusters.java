package org.tersegrad.convergence.data;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.internal.Shuffle;

/**
 * Vectors made up from a seed: each class has a random centre, and its examples lie around that with standard deviation 1 in
 * every direction.
 *
 * <p>Two centres are about {@code separation} apart. Half of that is where a vector looks like one of the other class, so at
 * 5, which is 2.5 standard deviations, the best that a model can do is a few percent wrong.
 */
final class Clusters {
    private Clusters() {}

    static DataSetEntry entry() {
        return DataSetEntry.withoutFiles(
                "synthetic",
                new DataSetEntry.Facts(
                        "Gaussian clusters, as in synthetic(classes=10,length=64,examples=2000)",
                        "1600 + 400",
                        "10",
                        "-",
                        "-",
                        "made up from a seed"),
                Clusters::make,
                new Parameter("classes", "how many clusters, 2 to 10000"),
                new Parameter("length", "of a vector, 1 to 1000000"),
                new Parameter("examples", "how many in all; a fifth of them is the test"),
                new Parameter("separation", "how far two centres are apart, in standard deviations"),
                new Parameter("seed", "another one gives other vectors"));
    }

    private static LabelledVectors make(RecipeArguments arguments) {
        int classes = arguments.asInt("classes", 10, 2, 10_000);
        int length = arguments.asInt("length", 64, 1, 1_000_000);
        int examples = arguments.asInt("examples", 2000, 5, 100_000_000);
        double separation = arguments.asDouble("separation", 5, 0, 1e6);
        Seed seed = Seed.of(arguments.asLong("seed", 1));
        if ((long) Math.max(examples, classes) * length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("more than 2147483639 numbers in all");
        }
        // The difference of two centres has 2 scale² in each of its elements.
        float scale = (float) (separation / Math.sqrt(2.0 * length));
        float[] centres = CounterRandom.gaussians(classes * length, seed.fork(0).value());
        float[] values = CounterRandom.gaussians(examples * length, seed.fork(1).value());
        int[] labels = new int[examples];
        for (int i = 0; i < examples; i++) {
            labels[i] = Shuffle.below(classes, seed.fork(2), i);
            for (int j = 0; j < length; j++) {
                values[i * length + j] += scale * centres[labels[i] * length + j];
            }
        }
        int training = examples - examples / 5;
        return new LabelledVectors(
                arguments.toString(),
                length,
                1,
                classes,
                part(values, labels, length, 0, training),
                part(values, labels, length, training, examples));
    }

    private static LabelledVectors.Part part(float[] values, int[] labels, int length, int from, int to) {
        return new LabelledVectors.Part(
                Arrays.copyOfRange(values, from * length, to * length), Arrays.copyOfRange(labels, from, to));
    }
}
