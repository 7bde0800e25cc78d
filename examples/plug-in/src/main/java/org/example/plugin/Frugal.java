package org.example.plugin;

import java.util.List;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.sparse.TopK;

/** A recipe: {@code frugal} keeps one element of a thousand. A scheme of your own goes here. */
public final class Frugal implements RecipeProvider {
    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(RecipeEntry.scheme(
                "frugal", "frugal", "one element of a thousand", arguments -> TopK.fraction(0.001)));
    }
}
