package org.tersegrad.convergence.time.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.tersegrad.convergence.time.payoff.Payoff;
import org.tersegrad.convergence.time.payoff.PayoffStudy;

/** Advice in one sentence for each group. */
final class Advice {
    /** A gain of less than this is not worth a recipe that may cost accuracy. */
    private static final double WORTH = 1.03;

    private Advice() {}

    static List<String> of(List<Payoff> payoffs, double computeSeconds) {
        List<String> sentences = new ArrayList<>();
        for (int workers : payoffs.stream().map(Payoff::workers).distinct().toList()) {
            List<Payoff> group =
                    payoffs.stream().filter(each -> each.workers() == workers).toList();
            sentences.add(workers + (workers == 1 ? " worker: " : " workers: ") + sentence(group, computeSeconds));
        }
        return sentences;
    }

    private static String sentence(List<Payoff> group, double compute) {
        Payoff dense = find(group, PayoffStudy.DENSE.toString());
        Payoff half = find(group, PayoffStudy.HALF.toString());
        Payoff rival = rival(group);
        boolean halfIsWorthIt = rival.equals(half);
        String none = "do not compress: " + rival.recipe() + " overlapped is " + above(rival.seconds(), compute)
                + (halfIsWorthIt ? ", " + Amounts.times(dense.seconds() / half.seconds()) + " as fast as dense" : "");
        return best(group)
                        .map(best -> best.recipe() + ": " + Amounts.times(dense.seconds() / best.seconds())
                                + " as fast as dense, " + Amounts.times(half.seconds() / best.seconds())
                                + " as fast as dense in 16 bits, and " + above(best.seconds(), compute)
                                + accuracy(best))
                        .orElse(none + "; no recipe here is faster by 3 %")
                + ".";
    }

    /** Floats of 32 bits, or of 16 bits if these are worth it. */
    static Payoff rival(List<Payoff> group) {
        Payoff dense = find(group, PayoffStudy.DENSE.toString());
        Payoff half = find(group, PayoffStudy.HALF.toString());
        return dense.seconds() / half.seconds() >= WORTH ? half : dense;
    }

    /** The recipes of a group: all but the two kinds of floats. */
    static Stream<Payoff> recipes(List<Payoff> group) {
        return group.stream()
                .filter(each -> !each.recipe().equals(PayoffStudy.DENSE.toString())
                        && !each.recipe().equals(PayoffStudy.HALF.toString()));
    }

    /** The fastest recipe that is worth it, if one is. */
    static Optional<Payoff> best(List<Payoff> group) {
        Payoff rival = rival(group);
        return recipes(group)
                .min(Comparator.comparingDouble(Payoff::seconds))
                .filter(best -> rival.seconds() / best.seconds() >= WORTH);
    }

    private static String accuracy(Payoff recipe) {
        return recipe.changesTraining()
                ? "; its gradients are not exact (" + recipe.gradients() + "), so that accuracy may differ"
                : "";
    }

    private static String above(double seconds, double compute) {
        return Amounts.percent(seconds / compute - 1) + " from compute alone";
    }

    private static Payoff find(List<Payoff> group, String recipe) {
        return group.stream()
                .filter(each -> each.recipe().equals(recipe))
                .findFirst()
                .orElseThrow();
    }
}
