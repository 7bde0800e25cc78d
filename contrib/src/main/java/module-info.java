/** Research variants, written against the public API of the library modules only. */
module org.tersegrad.contrib {
    requires transitive org.tersegrad.errorfeedback;

    exports org.tersegrad.contrib.adaptive;
    exports org.tersegrad.contrib.feedback;
    exports org.tersegrad.contrib.lowrank;
    exports org.tersegrad.contrib.optimizers;
    exports org.tersegrad.contrib.sparse;

    provides org.tersegrad.compressors.RecipeProvider with
            org.tersegrad.contrib.ContribRecipes;
}
