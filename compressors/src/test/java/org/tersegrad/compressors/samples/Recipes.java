package org.tersegrad.compressors.samples;

import java.util.List;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;

/** All compressors of the lists, with the settings that change their bytes; formats with a number only. */
public final class Recipes {
    private Recipes() {}

    public static List<Compressor> all() {
        return Recipe.entries().stream()
                .filter(entry -> entry.samples().formats().stream()
                        .noneMatch(format -> format.id().number() == 13)) // custom
                .flatMap(entry -> entry.samples().recipes().stream())
                .map(Recipe::parse)
                .toList();
    }
}
