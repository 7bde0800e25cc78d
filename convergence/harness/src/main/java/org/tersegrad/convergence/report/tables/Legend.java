package org.tersegrad.convergence.report.tables;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.RecipeName;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;

/** The meaning of the numbers of a table, in sentences. The terminal and the page say the same. */
public final class Legend {
    private Legend() {}

    /** A sentence for each thing that the table of this summary needs explained. */
    public static List<String> of(Summary summary) {
        List<String> sentences = new ArrayList<>();
        int seeds = summary.seeds();
        sentences.add(
                seeds == 1
                        ? "One seed, so there is no interval: how much other seeds would differ is not known."
                        : (summary.metric() == Metric.ACCURACY ? "Accuracy and loss" : "Loss")
                                + ": mean at the last evaluation ± 95 % interval over " + seeds
                                + " seeds (Student's t).");
        if (summary.recipes().stream()
                .anyMatch(recipe -> recipe.againstBaseline().difference().count() > 1)) {
            sentences.add("Against " + RecipeName.withoutRate(summary.baseline()) + ": the difference in "
                    + (summary.metric() == Metric.ACCURACY ? "points of accuracy" : "loss")
                    + ", paired by seed, ± 95 % interval; n.s.: not significant, the interval contains 0.");
        }
        sentences.add("Sent: the bytes that one worker handed to the others through the collective, headers included,"
                + " as a mean over workers and seeds; received: likewise, where it differs.");
        if (!summary.baseline().isEmpty()) {
            sentences.add("Ratio: bits sent by " + summary.baseline() + " over bits sent, at the same step.");
        }
        if (!Double.isNaN(summary.target().value())) {
            sentences.add(
                    "Sent to " + Units.value(summary.metric(), summary.target().value()) + " ("
                            + summary.target().reason() + "): until the first evaluation at that "
                            + summary.metric().label()
                            + " or better; the median of the seeds that get there, with their number if not all do.");
        }
        if (summary.hasVirtualSeconds() && summary.time().isEmpty()) {
            sentences.add(
                    "Virtual s: what the workers' virtual clock shows at the end; a usual step takes one second, and"
                            + " sending none.");
        }
        summary.time().ifPresent(time -> {
            sentences.add("Seconds: what the workers' virtual clock shows at the end on " + time.network()
                    + "; to target: at the first evaluation there, the median. Steps, encoding and adding were timed on one"
                    + " core, unless a step was given; messages take what a link of the model needs for the bits that were"
                    + " sent.");
            time.steps().forEach((recipe, step) -> {
                if (!step.doubt().isEmpty()) {
                    sentences.add("* " + recipe + ": times cannot be trusted: " + step.doubt() + ".");
                }
            });
        });
        return sentences;
    }
}
