package org.example.reducer;

import java.util.List;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.reducers.ReducerRecipe;

/** Registers the recipe {@code trimmed(1)}. {@code META-INF/services} names this class. */
public final class Recipes implements RecipeProvider {
    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(ReducerRecipe.averaging(
                "trimmed",
                "trimmed(1)",
                "the mean without the largest and the smallest values",
                arguments -> new TrimmedMean(arguments.asInt("cut")),
                new RecipeEntry.Parameter("cut", "values to leave out at each end")));
    }
}
