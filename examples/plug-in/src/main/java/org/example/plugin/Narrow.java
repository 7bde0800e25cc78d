package org.example.plugin;

import java.util.List;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeEntry.Unnamed;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.model.Mlp;
import org.tersegrad.convergence.model.ModelEntry;
import org.tersegrad.convergence.model.ModelProvider;

/** A model: {@code narrow(4)} has one hidden layer. A problem of your own goes here. */
public final class Narrow implements ModelProvider {
    @Override
    public List<ModelEntry> entries() {
        return List.of(ModelEntry.of(
                "narrow",
                "narrow(4)",
                "one narrow hidden layer",
                LabelledVectors.class,
                (data, arguments) -> new Mlp(data, List.of(arguments.asInt("units", 4))),
                Unnamed.FIRST,
                new Parameter("units", "of the hidden layer")));
    }
}
