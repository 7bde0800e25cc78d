/** Floats to payload and back, lossy. */
module org.tersegrad.compressors {
    requires transitive org.tersegrad.codecs;

    exports org.tersegrad.compressors;
    exports org.tersegrad.compressors.floats;
    exports org.tersegrad.compressors.levels;
    exports org.tersegrad.compressors.signs;
    exports org.tersegrad.compressors.sparse;
    exports org.tersegrad.compressors.transforms;
    exports org.tersegrad.compressors.wrappers;
    exports org.tersegrad.compressors.internal to
            org.tersegrad.reducers;
    exports org.tersegrad.compressors.recipes to
            org.tersegrad.reducers;

    uses org.tersegrad.compressors.RecipeProvider;

    provides org.tersegrad.compressors.RecipeProvider with
            org.tersegrad.compressors.recipes.Schemes,
            org.tersegrad.compressors.recipes.Wrappers;
}
