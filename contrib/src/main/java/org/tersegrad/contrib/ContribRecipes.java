package org.tersegrad.contrib;

import static org.tersegrad.compressors.RecipeEntry.wrapper;
import static org.tersegrad.reducers.ReducerRecipe.averaging;
import static org.tersegrad.reducers.ReducerRecipe.averagingWrapper;

import java.util.List;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.contrib.adaptive.Accordion;
import org.tersegrad.contrib.feedback.EControl;
import org.tersegrad.contrib.feedback.Marina;
import org.tersegrad.contrib.lowrank.AcpSgd;
import org.tersegrad.contrib.lowrank.Dion;
import org.tersegrad.contrib.optimizers.CompressedAdam;
import org.tersegrad.contrib.optimizers.LionCub;
import org.tersegrad.contrib.sparse.ArcTopK;
import org.tersegrad.contrib.sparse.GlobalTopK;
import org.tersegrad.contrib.sparse.SketchedTopK;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;

/** The research variants by name, found by {@code Recipe} and {@code ReducerRecipe} wherever this module is on the path. */
public final class ContribRecipes implements RecipeProvider {
    private static final Parameter OLD_MOMENTUM = new Parameter("beta1", "weight of the old momentum, 0 to 1");
    private static final Parameter OLD_VARIANCE = new Parameter("beta2", "weight of the old variance, 0 to 1");

    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(
                averaging(
                        "acpsgd",
                        "acpsgd(2)+ef",
                        "one of the thin factors in each step, in turns: half of powersgd's bits",
                        a -> new AcpSgd(a.asInt("rank")),
                        new Parameter("rank", "columns of the thin matrices")),
                averaging(
                        "dion",
                        "dion(2)",
                        "an orthonormal update of low rank, from momenta that workers keep",
                        a -> new Dion(a.asInt("rank"), a.asFloat("momentum", Dion.DEFAULT_MOMENTUM)),
                        new Parameter("rank", "of the update"),
                        new Parameter("momentum", "how much of what was used stays, 0 to 1")),
                averaging(
                        "accordion",
                        "accordion(fine=topk(0.1),coarse=topk(0.01),every=100)+ef",
                        "fine while gradients change fast, else coarse",
                        a -> new Accordion(
                                ReducerRecipe.parse(a.asText("fine")),
                                ReducerRecipe.parse(a.asText("coarse")),
                                a.asInt("every"),
                                a.asDouble("change", Accordion.DEFAULT_CHANGE)),
                        new Parameter("fine", "the reducer while gradients change"),
                        new Parameter("coarse", "the reducer while they do not"),
                        new Parameter("every", "steps whose sum is compared with that of the steps before"),
                        new Parameter("change", "of its norm from which on gradients change, 0 or more")),
                averaging(
                        "gtopk",
                        "gtopk(0.01)",
                        "the largest sums of the largest elements",
                        a -> new GlobalTopK(Keep.of(a)),
                        Keep.FRACTION,
                        Keep.COUNT),
                averaging(
                        "arctopk",
                        "arctopk(0.01)+ef",
                        "the rows whose mean is largest, found by a shared projection",
                        a -> new ArcTopK(Keep.of(a), a.asInt("rank", ArcTopK.DEFAULT_RANK)),
                        new Parameter("fraction", "how many of the rows, above 0 to 1"),
                        new Parameter("k", "how many rows"),
                        new Parameter("rank", "columns of the projection; 4 if not given")),
                averaging(
                        "sketch",
                        "sketch(0.01)+ef",
                        "the elements whose mean is largest, found by a count sketch",
                        a -> new SketchedTopK(
                                Keep.of(a),
                                a.asInt("rows", SketchedTopK.DEFAULT_ROWS),
                                a.asInt("width", SketchedTopK.DEFAULT_WIDTH)),
                        Keep.FRACTION,
                        Keep.COUNT,
                        new Parameter("rows", "of the sketch, an odd number; 5 if not given"),
                        new Parameter("width", "columns of the sketch for each element kept; 10 if not given")),
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
                        "the sign of the mean of all workers' Lion updates",
                        (inner, a) -> new LionCub(
                                inner, a.asInt("sync", 0), a.asFloat("beta1", 0.9f), a.asFloat("beta2", 0.99f)),
                        new Parameter("sync", "steps between exact means of the momenta; 0 for none"),
                        new Parameter("beta1", "weight of the momentum in the update, 0 to 1"),
                        new Parameter("beta2", "weight of the old momentum in the new one, 0 to 1")),
                averagingWrapper(
                        "marina",
                        "randomk(0.1)+marina(0.1)",
                        "differences of full-batch gradients, and at times all of them",
                        (inner, a) -> new Marina(inner, a.asDouble("p")),
                        new Parameter("p", "probability of a full gradient, above 0 to 1")),
                wrapper(
                        "econtrol",
                        "topk(0.01)+econtrol(0.1)",
                        "an estimate and a residual",
                        (inner, a) -> new EControl(inner, a.asFloat("eta", EControl.USUAL_ETA)),
                        new Parameter("eta", "weight of the residual, 0 to 1; 0.1 if not given")));
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
