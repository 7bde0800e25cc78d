package org.tersegrad.compressors;

import java.util.List;

/**
 * Service interface for modules that add names to {@link Recipe}. It implements this in a public class and registers
 * the class as a service: with {@code provides} in its module-info for the module path, and in {@code
 * META-INF/services/org.tersegrad.compressors.RecipeProvider} for the class path.
 */
public interface RecipeProvider {
    /** The names to add, none of which exists yet. */
    List<RecipeEntry<?>> entries();

    /**
     * The name of a {@link Wrapper} once more, for recipes of a kind that this provider knows: the module of reducers says here
     * how a wrapper goes around a reducer, for the wrappers of all providers.
     */
    default List<RecipeEntry<?>> around(RecipeEntry<Wrapper> wrapper) {
        return List.of();
    }
}
