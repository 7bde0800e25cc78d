/** Floats to payload and back, lossy. */
module org.tersegrad.compressors {
    requires transitive org.tersegrad.codecs;

    exports org.tersegrad.compressors;

    uses org.tersegrad.compressors.RecipeProvider;
}
