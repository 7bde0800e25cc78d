/** Residuals across steps, so that lossy compression still converges. */
module org.tersegrad.errorfeedback {
    requires transitive org.tersegrad.reducers;

    exports org.tersegrad.errorfeedback;

    provides org.tersegrad.compressors.RecipeProvider with
            org.tersegrad.errorfeedback.internal.FeedbackRecipes;
}
