package org.example.compressor;

import java.util.List;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeProvider;

/** Registers the recipe {@code nibbles} and its format. {@code META-INF/services} names this class. */
public final class Recipes implements RecipeProvider {
    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(RecipeEntry.scheme("nibbles", "nibbles", "four bits an element", arguments -> new Nibbles())
                .withFormats(NibblesFormat.INSTANCE));
    }
}
