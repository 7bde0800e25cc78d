package org.tersegrad.compressors;

import java.util.List;

/** Names from elsewhere, registered in {@code META-INF/services} as another module would register its own. */
public final class ExtraRecipes implements RecipeProvider {
    @Override
    public List<RecipeEntry> entries() {
        return List.of(
                RecipeEntry.wrapper(
                        "halves",
                        "dense+halves(8)",
                        "chunks of half of a number",
                        (inner, arguments) -> new Chunked(inner, arguments.asInt("whole", 2) / 2),
                        new RecipeEntry.Parameter("whole", "2 or more")),
                RecipeEntry.scheme("plain", "plain", "another name for dense", arguments -> new Dense()));
    }
}
