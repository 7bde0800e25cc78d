package org.example.plugin;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.DataSetEntry;
import org.tersegrad.convergence.data.DataSetProvider;
import org.tersegrad.convergence.data.LabelledVectors;

/** A data set: {@code moons(examples=1000)} are two half circles in the plane, one inside the other. */
public final class Moons implements DataSetProvider {
    @Override
    public List<DataSetEntry> entries() {
        return List.of(DataSetEntry.withoutFiles(
                "moons",
                new DataSetEntry.Facts("two half circles", "800 + 200", "2", "-", "-", "made up from a seed"),
                Moons::make,
                new Parameter("examples", "how many in all; a fifth of them is the test")));
    }

    private static DataSet make(RecipeArguments arguments) {
        int examples = arguments.asInt("examples", 1000, 10, 1_000_000);
        return new LabelledVectors(
                arguments.toString(), 2, 1, 2, part(examples - examples / 5, 1), part(examples / 5, 2));
    }

    private static LabelledVectors.Part part(int examples, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        float[] values = new float[2 * examples];
        int[] labels = new int[examples];
        for (int i = 0; i < examples; i++) {
            labels[i] = i % 2;
            double angle = Math.PI * random.nextDouble();
            int side = 1 - 2 * labels[i];
            values[2 * i] = (float) (side * StrictMath.cos(angle) + labels[i] + 0.1 * random.nextGaussian());
            values[2 * i + 1] = (float) (side * StrictMath.sin(angle) + 0.5 * labels[i] + 0.1 * random.nextGaussian());
        }
        return new LabelledVectors.Part(values, labels);
    }
}
