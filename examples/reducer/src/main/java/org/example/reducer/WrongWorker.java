package org.example.reducer;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.group.LocalGroup;

/** Averages the gradients of five threads, of which the last sends nonsense. */
public final class WrongWorker {
    private WrongWorker() {}

    public static void main(String[] args) {
        for (String recipe : List.of("dense", "trimmed(1)", "trimmed(2)")) {
            Reducer reducer = ReducerRecipe.parse(recipe);
            List<float[]> results = LocalGroup.run(5, group -> {
                float[] gradient = {1, -2, 0.1f * group.rank()};
                if (group.rank() == 4) {
                    Arrays.fill(gradient, 1000);
                }
                reducer.reduction(Shape.vector(3), Seed.of(42), group).reduce(FloatSlice.of(gradient));
                return gradient;
            });
            System.out.println(recipe + ": " + Arrays.toString(results.get(0)));
        }
    }
}
