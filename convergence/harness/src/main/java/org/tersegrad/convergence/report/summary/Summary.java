package org.tersegrad.convergence.report.summary;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;

/**
 * A comparison in a few numbers for each recipe.
 *
 * @param metric by which recipes are compared
 * @param target the value of the metric to which bits are counted
 * @param baseline what ratios compare with: a recipe, or a description of its replacement; empty if there is none
 * @param recipes in the order of the comparison
 * @param curves of the same recipes
 * @param time the parts of the time of a step on a network, if requested
 */
public record Summary(
        Metric metric,
        Target target,
        String baseline,
        List<RecipeSummary> recipes,
        List<Curve> curves,
        Optional<ModelledTime> time) {
    /** The description of results that names the network of their seconds. */
    public static final String NETWORK = "network";

    public Summary {
        curves = List.copyOf(curves);
        recipes = List.copyOf(recipes);
    }

    /** A summary with the usual target: one point of accuracy below no compression, or a loss 5 % above it. */
    public static Summary of(Results results) {
        Metric metric = Metric.of(results.evaluations());
        return of(results, Target.usual(metric, Runs.byRecipe(results.evaluations())));
    }

    /**
     * A summary with a target of the user's choice.
     *
     * @param target an accuracy from 0 to 1, or a loss where there is no accuracy
     */
    public static Summary of(Results results, double target) {
        return of(results, Target.given(target));
    }

    private static Summary of(Results results, Target target) {
        Metric metric = Metric.of(results.evaluations());
        Map<String, List<List<Evaluation>>> runs = Runs.byRecipe(results.evaluations());
        List<Curve> curves = Curve.of(runs);
        Baseline baseline = Baseline.of(curves, results.parameters());
        List<RecipeSummary> recipes = curves.stream()
                .map(curve -> {
                    List<List<Evaluation>> its = runs.getOrDefault(curve.recipe(), List.of());
                    List<List<Evaluation>> others = runs.getOrDefault(baseline.name(), List.of());
                    PairedDifference difference =
                            others == its ? PairedDifference.NONE : PairedDifference.of(its, others, metric);
                    return RecipeSummary.of(curve, its, difference, baseline, metric, target);
                })
                .toList();
        // Of a comparison that is read again, or a sweep, the parts of a step are not known.
        Optional<ModelledTime> time =
                Optional.ofNullable(results.about().get(NETWORK)).map(network -> new ModelledTime(network, Map.of()));
        return new Summary(metric, target, baseline.name(), recipes, curves, time);
    }

    /** The same with the parts of its modelled seconds. */
    public Summary with(ModelledTime modelled) {
        return new Summary(metric, target, baseline, recipes, curves, Optional.of(modelled));
    }

    /** Whether workers have a virtual clock. */
    public boolean hasVirtualSeconds() {
        return recipes.stream().anyMatch(recipe -> recipe.end().virtualSeconds() > 0);
    }

    /** Whether curves have seconds, of a modelled network or of a virtual clock. */
    public boolean hasSeconds() {
        return time.isPresent() || hasVirtualSeconds();
    }

    /** Whether workers have models of their own. */
    public boolean hasConsensusDistance() {
        return recipes.stream().anyMatch(recipe -> recipe.end().consensusDistance() > 0);
    }

    /** Whether a worker gets another number of bits than it sends, so that both are worth a place. */
    public boolean receivesOtherThanSent() {
        return recipes.stream()
                .anyMatch(recipe -> recipe.received().bits() != recipe.sent().bits());
    }

    /** Number of seeds of the recipes; of recipes that differ, the most. */
    public int seeds() {
        return recipes.stream().mapToInt(recipe -> recipe.loss().count()).max().orElse(0);
    }
}
