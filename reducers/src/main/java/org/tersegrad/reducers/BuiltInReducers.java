package org.tersegrad.reducers;

import static org.tersegrad.reducers.ReducerRecipe.averaging;
import static org.tersegrad.reducers.ReducerRecipe.averagingWrapper;

import java.util.List;
import org.tersegrad.compressors.recipes.RecipeArguments;
import org.tersegrad.compressors.recipes.RecipeEntry;
import org.tersegrad.compressors.recipes.RecipeEntry.Parameter;
import org.tersegrad.compressors.recipes.RecipeProvider;
import org.tersegrad.compressors.schemes.BuiltInSchemes;
import org.tersegrad.compressors.schemes.Quantizer;

/** Names in recipes of reducers that are not those of compressors. */
public final class BuiltInReducers implements RecipeProvider {
    private static final Parameter SCALED = new Parameter("scaled", "true: unbiased; false: for error feedback");

    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(
                averaging("dense", "dense", "the exact mean, by summing up", a -> new AllReduce()),
                averaging(
                        "powersgd",
                        "powersgd(2)+ef",
                        "thin factors of the mean matrix, by summing up",
                        BuiltInReducers::powerSgd,
                        new Parameter("rank", "columns of the thin matrices"),
                        new Parameter("residual", "local, or aggregated, which grows without end where workers differ"),
                        new Parameter("rate", "matrices only whose factors are so many times smaller"),
                        new Parameter("start", "the first step that is compressed")),
                averaging(
                        "sharedrandomk",
                        "sharedrandomk(0.01)",
                        "the same random elements of all workers",
                        a -> sharedRandomK(a, SharedRandomK.Choice.ELEMENTS),
                        BuiltInSchemes.FRACTION,
                        BuiltInSchemes.COUNT,
                        SCALED),
                averaging(
                        "randomblock",
                        "randomblock(0.01)",
                        "the same elements in a row of all workers",
                        a -> sharedRandomK(a, SharedRandomK.Choice.BLOCK),
                        BuiltInSchemes.FRACTION,
                        BuiltInSchemes.COUNT,
                        SCALED),
                averaging(
                        "gtopk",
                        "gtopk(0.01)",
                        "the largest sums of the largest elements",
                        a -> new GlobalTopK(BuiltInSchemes.keep(a)),
                        BuiltInSchemes.FRACTION,
                        BuiltInSchemes.COUNT),
                averaging(
                        "vote",
                        "vote",
                        "the sign that most workers have",
                        a -> new MajorityVote(a.asChoice("tie", MajorityVote.Tie.RANDOM)),
                        new Parameter("tie", "random or positive")),
                averaging(
                        "dlion",
                        "dlion(vote)",
                        "the signs of everybody's Lion updates",
                        a -> new DistributedLion(
                                a.asChoice("form", DistributedLion.Form.VOTE),
                                a.asFloat("beta1", 0.9f),
                                a.asFloat("beta2", 0.99f)),
                        new Parameter("form", "vote or average"),
                        new Parameter("beta1", "weight of the momentum in the update, 0 to 1"),
                        new Parameter("beta2", "weight of the old momentum in the new one, 0 to 1")),
                averagingWrapper(
                        "sharedscale",
                        "terngrad+sharedscale",
                        "sums of integers, with a step that all share",
                        (inner, a) -> new SharedScale(quantizer(inner))));
    }

    private static Reducer powerSgd(RecipeArguments a) {
        return new PowerSgd(
                a.asInt("rank"),
                a.asChoice("residual", PowerSgd.ResidualKind.LOCAL),
                a.asDouble("rate", 1),
                a.asInt("start", 0));
    }

    private static Reducer sharedRandomK(RecipeArguments a, SharedRandomK.Choice choice) {
        return new SharedRandomK(BuiltInSchemes.keep(a), choice, a.asBoolean("scaled", true));
    }

    private static Quantizer quantizer(Reducer inner) {
        if (inner instanceof Gather gather && gather.compressor() instanceof Quantizer quantizer) {
            return quantizer;
        }
        throw new IllegalArgumentException(
                "a scale is shared by what makes integers, as terngrad, qsgd, int8 and int4 do, and not by " + inner);
    }
}
