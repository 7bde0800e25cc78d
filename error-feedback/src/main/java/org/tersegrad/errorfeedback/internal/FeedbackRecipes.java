package org.tersegrad.errorfeedback.internal;

import static org.tersegrad.compressors.RecipeEntry.both;
import static org.tersegrad.compressors.RecipeEntry.wrapper;

import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeProvider;
import org.tersegrad.errorfeedback.EfBv;
import org.tersegrad.errorfeedback.ErrorFeedback;
import org.tersegrad.errorfeedback.MomentumCorrection;

/** The recipes of this module, as in {@code topk(0.01)+ef}. */
public final class FeedbackRecipes implements RecipeProvider {
    @Override
    public List<RecipeEntry<?>> entries() {
        return List.of(
                both(
                        "ef",
                        "topk(0.01)+ef",
                        "sends later what was not sent",
                        a -> new ErrorFeedback(a.asFloat("decay", 1f), a.asFloat("clip", Float.POSITIVE_INFINITY)),
                        new Parameter("decay", "what is left of the residual after a step, 0 to 1; 1 if not given"),
                        new Parameter("clip", "the largest residual of an element; none if not given")),
                wrapper("ef21", "topk(0.01)+ef21", "sends what an estimate lacks", (inner, a) -> EfBv.ef21(inner)),
                wrapper(
                        "ef21m",
                        "topk(0.01)+ef21m(0.1)",
                        "the same for an average of gradients",
                        (inner, a) -> EfBv.ef21(inner).withMomentum(a.asFloat("eta", EfBv.USUAL_ETA)),
                        new Parameter("eta", "weight of a new gradient, above 0 to 1; 0.1 if not given")),
                wrapper(
                        "diana",
                        "randomk(0.1)+diana",
                        "ef21 for unbiased compressors",
                        (inner, a) -> EfBv.diana(inner)),
                wrapper(
                        "efbv",
                        "randomk(0.1)+efbv",
                        "ef21 or diana, as the compressor needs",
                        (inner, a) -> new EfBv(inner, share(a, "lambda"), share(a, "nu"), a.asFloat("eta", 1f)),
                        new Parameter("lambda", "share of a message in the estimate, above 0 to 1; from omega"),
                        new Parameter("nu", "share in the step; from omega and workers"),
                        new Parameter("eta", "as in ef21m; 1 if not given")),
                wrapper(
                        "dgc",
                        "topk(0.001)+dgc(0.9)",
                        "sends later, with momentum",
                        (inner, a) -> new MomentumCorrection(
                                inner,
                                a.asFloat("momentum", MomentumCorrection.USUAL_MOMENTUM),
                                a.asBoolean("masking", true)),
                        new Parameter("momentum", "at least 0, below 1; 0.9 if not given"),
                        new Parameter("masking", "false: momentum goes on where something was sent")));
    }

    private static Optional<Float> share(RecipeArguments a, String name) {
        return a.has(name) ? Optional.of(a.asFloat(name)) : Optional.empty();
    }
}
