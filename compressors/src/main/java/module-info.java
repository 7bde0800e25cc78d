/** Floats to payload and back, lossy. */
module org.tersegrad.compressors {
    requires transitive org.tersegrad.codecs;

    exports org.tersegrad.compressors;
    exports org.tersegrad.compressors.recipes;
    exports org.tersegrad.compressors.schemes;
    exports org.tersegrad.compressors.wrappers;
    exports org.tersegrad.compressors.internal to
            org.tersegrad.reducers;
    exports org.tersegrad.compressors.internal.bodies to
            org.tersegrad.reducers;
    exports org.tersegrad.compressors.internal.bodies.kinds to
            org.tersegrad.reducers;
    exports org.tersegrad.compressors.internal.bodies.levels to
            org.tersegrad.reducers;
    exports org.tersegrad.compressors.internal.bodies.signs to
            org.tersegrad.reducers;
    exports org.tersegrad.compressors.internal.bodies.sparse to
            org.tersegrad.reducers;
    exports org.tersegrad.compressors.internal.names to
            org.tersegrad.reducers;

    uses org.tersegrad.compressors.BodyFormat;
    uses org.tersegrad.compressors.recipes.RecipeProvider;

    provides org.tersegrad.compressors.recipes.RecipeProvider with
            org.tersegrad.compressors.internal.names.BuiltInSchemes,
            org.tersegrad.compressors.internal.names.BuiltInWrappers;
}
