package org.tersegrad.fuzz;

import org.tersegrad.reducers.ReducerRecipe;

import java.nio.charset.StandardCharsets;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.model.Policy;

/** The text of a recipe, of a compressor or a reducer, or of a policy: what is read prints as text that is read as the same. */
public final class TextTarget {
    private TextTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        try {
            Compressor compressor = Recipe.parse(text);
            Accepted.require(Recipe.parse(compressor.toString()).equals(compressor), "another compressor");
        } catch (IllegalArgumentException e) {
            Accepted.require(e.getMessage() != null, "an exception without a message");
        }
        try {
            Reducer reducer = ReducerRecipe.parse(text);
            Accepted.require(ReducerRecipe.parse(reducer.toString()).equals(reducer), "another reducer");
        } catch (IllegalArgumentException e) {
            Accepted.require(e.getMessage() != null, "an exception without a message");
        }
        try {
            Policy policy = Policy.parse(text);
            Accepted.require(Policy.parse(policy.toString()).equals(policy), "another policy");
        } catch (IllegalArgumentException e) {
            Accepted.require(e.getMessage() != null, "an exception without a message");
        }
    }
}
