/** Averages the gradients of all workers of a group. */
module org.tersegrad.reducers {
    requires transitive org.tersegrad.compressors;

    exports org.tersegrad.reducers;
    exports org.tersegrad.reducers.elastic;
    exports org.tersegrad.reducers.group;
    exports org.tersegrad.reducers.model;
    exports org.tersegrad.reducers.rows;
    exports org.tersegrad.reducers.sync;

    provides org.tersegrad.compressors.RecipeProvider with
            org.tersegrad.reducers.recipes.Reducers;
}
