package org.tersegrad.reducers.internal;

import static org.tersegrad.reducers.ReducerRecipe.averagingWrapper;

import java.util.List;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.optimizers.CompressedAdam;
import org.tersegrad.reducers.optimizers.LionCub;

/** Names in recipes of optimizers around a reducer. */
public final class BuiltInOptimizers implements RecipeProvider {
    private static final Parameter OLD_MOMENTUM = new Parameter("beta1", "weight of the old momentum, 0 to 1");
    private static final Parameter OLD_VARIANCE = new Parameter("beta2", "weight of the old variance, 0 to 1");

    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(
                averagingWrapper(
                        "adam",
                        "sign+ef+twoshot+adam(100)",
                        "1-bit Adam: after exact steps, averages momenta in place of gradients",
                        (inner, a) -> adam(inner, CompressedAdam.Kind.ONE_BIT, a),
                        new Parameter("steps", "how many exact steps there are first"),
                        OLD_MOMENTUM,
                        OLD_VARIANCE),
                averagingWrapper(
                        "zerooneadam",
                        "sign+ef+twoshot+zerooneadam(16)",
                        "0/1 Adam: the same with exact steps that become rarer",
                        (inner, a) -> adam(inner, CompressedAdam.Kind.ZERO_ONE, a),
                        new Parameter("steps", "how many exact steps until they are twice as far apart"),
                        OLD_MOMENTUM,
                        OLD_VARIANCE),
                averagingWrapper(
                        "lioncub",
                        "int4+twoshot+lioncub(sync=100)",
                        "the sign of the mean of everybody's Lion updates",
                        (inner, a) -> new LionCub(
                                inner, a.asInt("sync", 0), a.asFloat("beta1", 0.9f), a.asFloat("beta2", 0.99f)),
                        new Parameter("sync", "steps between exact means of the momenta; 0 for none"),
                        new Parameter("beta1", "weight of the momentum in the update, 0 to 1"),
                        new Parameter("beta2", "weight of the old momentum in the new one, 0 to 1")));
    }

    private static Reducer adam(Reducer inner, CompressedAdam.Kind kind, RecipeArguments a) {
        return new CompressedAdam(
                inner,
                kind,
                a.asInt("steps"),
                a.asFloat("beta1", CompressedAdam.DEFAULT_BETA1),
                a.asFloat("beta2", CompressedAdam.DEFAULT_BETA2));
    }
}
