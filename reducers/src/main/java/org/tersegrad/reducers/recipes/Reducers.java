package org.tersegrad.reducers.recipes;

import static org.tersegrad.reducers.ReducerRecipe.averaging;
import static org.tersegrad.reducers.ReducerRecipe.averagingWrapper;
import static org.tersegrad.reducers.ReducerRecipe.ofCompressor;

import java.util.List;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.HalfFloat;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.compressors.Wrapper;
import org.tersegrad.compressors.floats.Half;
import org.tersegrad.compressors.levels.Quantizer;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.DistributedLion;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Hierarchical;
import org.tersegrad.reducers.Hops;
import org.tersegrad.reducers.MajorityVote;
import org.tersegrad.reducers.PermK;
import org.tersegrad.reducers.PowerSgd;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.RobustMean;
import org.tersegrad.reducers.Rotated;
import org.tersegrad.reducers.Server;
import org.tersegrad.reducers.SharedRandomK;
import org.tersegrad.reducers.SharedScale;
import org.tersegrad.reducers.TwoShot;

/** The reducers and the wrappers of reducers by name, and how all wrappers go around reducers. */
public final class Reducers implements RecipeProvider {
    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(
                averaging("dense", "dense", "the exact mean, by summing up", a -> new AllReduce()),
                averaging(
                        "bf16",
                        "bf16",
                        "the mean, with 16 bits of every element sent and sums of 32",
                        a -> TwoShot.of(Half.of(HalfFloat.BF16, a)),
                        Half.ROUNDING),
                averaging(
                        "half",
                        "half",
                        "the same with IEEE floats of 16 bits",
                        a -> TwoShot.of(Half.of(HalfFloat.FP16, a)),
                        Half.ROUNDING),
                averaging(
                        "twoshot",
                        "twoshot(up=topk(0.01)+ef,down=int8)",
                        "sends parts to their owners, who send means",
                        a -> new TwoShot(Recipe.parse(a.asText("up")), Recipe.parse(a.asText("down"))),
                        new Parameter("up", "the compressor of gradients"),
                        new Parameter("down", "the compressor of means")),
                ofCompressor(
                        "twoshot",
                        "int8+twoshot",
                        "the same compressor for gradients and means",
                        (compressor, a) -> TwoShot.of(compressor)),
                ofCompressor(
                        "gather",
                        "bf16+gather",
                        "sends every message to all workers, if the name alone means another reducer",
                        (compressor, a) -> new Gather(compressor)),
                averaging(
                        "server",
                        "server(up=topk(0.01)+ef,down=int8)",
                        "sends gradients to a server, which sends means",
                        Reducers::server,
                        new Parameter("up", "the compressor of gradients"),
                        new Parameter("down", "the compressor of means"),
                        new Parameter("sharded", "true: every worker serves a part; false: worker 0 serves all"),
                        new Parameter("participation", "the share of workers present in a round; 1 if not given"),
                        new Parameter("absent", "wait or drop: what becomes of an absent worker's residual")),
                averaging(
                        "powersgd",
                        "powersgd(2)+ef",
                        "thin factors of the mean matrix, by summing up",
                        Reducers::powerSgd,
                        new Parameter("rank", "columns of the thin matrices"),
                        new Parameter("residual", "local, or aggregated, which grows without end where workers differ"),
                        new Parameter("rate", "only matrices whose factors are this many times smaller"),
                        new Parameter("start", "the first step that is compressed")),
                averaging(
                        "sharedrandomk",
                        "sharedrandomk(0.01)",
                        "the same random elements of all workers",
                        a -> sharedRandomK(a, SharedRandomK.Choice.ELEMENTS),
                        Keep.FRACTION,
                        Keep.COUNT,
                        Keep.SCALED),
                averaging(
                        "randomblock",
                        "randomblock(0.01)",
                        "the same elements in a row of all workers",
                        a -> sharedRandomK(a, SharedRandomK.Choice.BLOCK),
                        Keep.FRACTION,
                        Keep.COUNT,
                        Keep.SCALED),
                averaging("permk", "permk", "other random elements of each worker", a -> new PermK()),
                averaging(
                        "vote",
                        "vote",
                        "the sign that most workers have",
                        a -> new MajorityVote(a.asChoice("tie", MajorityVote.Tie.RANDOM)),
                        new Parameter("tie", "random or positive")),
                averaging(
                        "dlion",
                        "dlion(vote)",
                        "the signs of all workers' Lion updates",
                        a -> new DistributedLion(
                                a.asChoice("form", DistributedLion.Form.VOTE),
                                a.asFloat("beta1", 0.9f),
                                a.asFloat("beta2", 0.99f)),
                        new Parameter("form", "vote or average"),
                        new Parameter("beta1", "weight of the momentum in the update, 0 to 1"),
                        new Parameter("beta2", "weight of the old momentum in the new one, 0 to 1")),
                averagingWrapper(
                        "hierarchical",
                        "int8+twoshot+hierarchical(4)",
                        "sums inside nodes, and averages between them with the reducer",
                        (inner, a) -> new Hierarchical(inner, a.asInt("workers")),
                        new Parameter("workers", "how many workers share a node")),
                ofCompressor(
                        "ring",
                        "int8+ring",
                        "adds and compresses at each hop of a ring",
                        (compressor, a) -> new Hops(compressor, Hops.Path.RING)),
                ofCompressor(
                        "butterfly",
                        "int8+butterfly",
                        "as ring, to partners half as far away in each hop",
                        (compressor, a) -> new Hops(compressor, Hops.Path.BUTTERFLY)),
                ofCompressor(
                        "sharedscale",
                        "terngrad+sharedscale",
                        "sums of integers, with a step that all share",
                        (compressor, a) -> new SharedScale(quantizer(compressor))),
                ofCompressor(
                        "median",
                        "int8+median",
                        "the median of each element, which a minority of bad workers cannot move far",
                        (compressor, a) -> new RobustMean(compressor, RobustMean.Rule.MEDIAN, 0)),
                ofCompressor(
                        "trimmed",
                        "int8+trimmed(0.2)",
                        "the mean of each element without the least and the greatest",
                        (compressor, a) -> new RobustMean(compressor, RobustMean.Rule.TRIMMED, a.asDouble("share")),
                        new Parameter("share", "of workers that is dropped at each end, below 0.5")),
                ofCompressor(
                        "centredclip",
                        "int8+centredclip(3)",
                        "a center that no worker pulls farther than the median distance",
                        (compressor, a) ->
                                new RobustMean(compressor, RobustMean.Rule.CENTREDCLIP, a.asInt("rounds", 3, 1, 100)),
                        new Parameter("rounds", "of moving the center; 3 if not given")),
                ofCompressor(
                        "normclip",
                        "int8+normclip",
                        "the mean of messages cut to the median of their norms",
                        (compressor, a) -> new RobustMean(compressor, RobustMean.Rule.NORMCLIP, 0)),
                averagingWrapper(
                        "rotated",
                        "qsgd(4bit,norm=max,clip=2.5)+sharedscale+rotated",
                        "averages in a random basis that all share",
                        (inner, a) -> new Rotated(inner)));
    }

    @Override
    public List<RecipeEntry<?>> around(RecipeEntry<Wrapper> wrapper) {
        return List.of(RecipeEntry.around(wrapper, Reducer.class, "powersgd(2)", Reducer::with));
    }

    private static Reducer server(RecipeArguments a) {
        return new Server(
                Recipe.parse(a.asText("up")),
                Recipe.parse(a.asText("down")),
                a.asBoolean("sharded", false),
                a.asDouble("participation", 1),
                a.asChoice("absent", Server.Absent.WAIT));
    }

    private static Reducer powerSgd(RecipeArguments a) {
        return new PowerSgd(
                a.asInt("rank"),
                a.asChoice("residual", PowerSgd.ResidualKind.LOCAL),
                a.asDouble("rate", 1),
                a.asInt("start", 0));
    }

    private static Reducer sharedRandomK(RecipeArguments a, SharedRandomK.Choice choice) {
        return new SharedRandomK(Keep.of(a), choice, a.asBoolean("scaled", true));
    }

    private static Quantizer quantizer(Compressor compressor) {
        if (compressor instanceof Quantizer quantizer) {
            return quantizer;
        }
        throw new IllegalArgumentException(
                "a scale is shared by what makes integers, as terngrad, qsgd, int8 and int4 do, and not by "
                        + compressor);
    }
}
