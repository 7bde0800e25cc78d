package org.tersegrad.convergence.report.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.report.summary.Baseline;
import org.tersegrad.convergence.report.summary.Estimate;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.PairedDifference;
import org.tersegrad.convergence.report.summary.RecipeName;
import org.tersegrad.convergence.report.summary.RecipeSummary;
import org.tersegrad.convergence.report.summary.Runs;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;

/** Conclusions for the reader, in a sentence or two that are computed from the results. */
public final class Conclusions {
    private final Summary summary;
    private final Map<String, List<List<Evaluation>>> runs;

    private Conclusions(Results results, Summary summary) {
        this.summary = summary;
        runs = Runs.byRecipe(results.evaluations());
    }

    /** Sentences on error feedback, on who sends the fewest bits, and on rates that were not tuned. */
    public static List<String> of(Results results, Summary summary) {
        Conclusions conclusions = new Conclusions(results, summary);
        List<String> sentences = new ArrayList<>();
        conclusions.errorFeedback(sentences);
        conclusions.leastBits(sentences);
        Optional.ofNullable(results.about().get(Results.UNTUNED)).ifPresent(sentences::add);
        return sentences;
    }

    /** The effect of error feedback on each scheme that is present with it and without. */
    private void errorFeedback(List<String> sentences) {
        List<String> gains = new ArrayList<>();
        List<String> losses = new ArrayList<>();
        List<String> neither = new ArrayList<>();
        for (String with : runs.keySet()) {
            for (String without : runs.keySet()) {
                if (!RecipeName.hasMemory(with)
                        || !RecipeName.withoutRate(without).equals(RecipeName.family(with))) {
                    continue;
                }
                PairedDifference difference = PairedDifference.of(runs.get(with), runs.get(without), summary.metric());
                Estimate gain = summary.metric() == Metric.ACCURACY ? difference.difference() : negative(difference);
                if (Double.isNaN(gain.mean())) {
                    continue;
                }
                String amount = Units.difference(summary.metric(), gain);
                String scheme = " for " + RecipeName.family(with);
                if (difference.mayBeChance()) {
                    neither.add(RecipeName.family(with) + " (" + amount + ")");
                } else {
                    (gain.mean() > 0 ? gains : losses).add(amount.substring(1) + scheme);
                }
            }
        }
        List<String> parts = new ArrayList<>();
        add("gains ", gains, parts);
        add("loses ", losses, parts);
        add("makes no significant difference for ", neither, parts);
        if (!parts.isEmpty()) {
            sentences.add("Error feedback " + String.join("; it ", parts) + seeds() + ".");
        }
    }

    private static void add(String verb, List<String> objects, List<String> parts) {
        if (!objects.isEmpty()) {
            parts.add(verb + joined(objects));
        }
    }

    private static Estimate negative(PairedDifference difference) {
        Estimate estimate = difference.difference();
        return new Estimate(estimate.count(), -estimate.mean(), estimate.halfWidth());
    }

    /** The recipe that sends least among those that are as good as no compression, or nearly. */
    private void leastBits(List<String> sentences) {
        Metric metric = summary.metric();
        summary.recipes().stream()
                .filter(recipe -> !Baseline.isDense(recipe.recipe()))
                .filter(recipe -> metric.reaches(
                        recipe.of(metric).mean(), summary.target().value()))
                .filter(recipe -> recipe.sent().ratio() > 1)
                .max((a, b) -> Double.compare(a.sent().ratio(), b.sent().ratio()))
                .ifPresent(best -> sentences.add("Of the recipes that end at "
                        + Units.value(metric, summary.target().value())
                        + " or better, " + RecipeName.withoutRate(best.recipe()) + " sends least: "
                        + Units.ratio(best.sent().ratio()) + " less than " + summary.baseline() + against(best) + "."));
    }

    private String against(RecipeSummary recipe) {
        PairedDifference difference = recipe.againstBaseline();
        if (Double.isNaN(difference.difference().mean())) {
            return "";
        }
        String amount = Units.difference(summary.metric(), difference.difference());
        return ", and differs from it by " + amount + (difference.mayBeChance() ? ", which is not significant" : "");
    }

    private String seeds() {
        return summary.seeds() == 1
                ? " (one seed, so how much of it is chance is not known)"
                : " (differences paired by seed, 95 % intervals)";
    }

    private static String joined(List<String> parts) {
        int last = parts.size() - 1;
        return last == 0 ? parts.get(0) : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }
}
