package org.tersegrad.convergence.suite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.training.Contestant;

/**
 * The six runs of a recipe on a workload: three trials, then the best of their rates on the judged seeds. Best is what reaches the target
 * with the fewest bits; of equals what ends better, then the lower rate. If all trials diverge there are no others. Dense, the baseline, has no
 * trials.
 */
final class Trials {
    private static final String BASELINE = "dense";

    private Trials() {}

    /** The name of a recipe: with the rate, if it brings one. */
    static String name(Contestant recipe) {
        return recipe.label()
                + recipe.rate().map(rate -> "@" + Recipe.number(rate)).orElse("");
    }

    /** The rates to try: around that of dense, or around the one that the recipe brings; none for dense, whose rate is frozen. */
    static List<Float> rates(Contestant recipe, Workload workload) {
        return isBaseline(recipe)
                ? List.of()
                : Suite.rates(recipe.rate().orElse(workload.settings().descent().rate()));
    }

    private static boolean isBaseline(Contestant recipe) {
        return name(recipe).equals(BASELINE);
    }

    /** The rate that is judged; empty if all trials diverged. */
    static Optional<Float> chosen(Contestant recipe, Workload workload, List<SuiteRow> trials) {
        return isBaseline(recipe)
                ? Optional.of(workload.settings().descent().rate())
                : best(workload, trials).map(SuiteRow::rate);
    }

    /** Runs them, in order. */
    static List<SuiteRow> run(Contestant recipe, Workload workload, Trainer trainer) throws IOException {
        List<SuiteRow> rows = new ArrayList<>();
        for (float rate : rates(recipe, workload)) {
            rows.add(row(recipe, workload, true, rate, Suite.TRIAL_SEED, trainer));
        }
        Optional<Float> chosen = chosen(recipe, workload, rows);
        if (chosen.isPresent()) {
            for (long seed : Suite.SEEDS) {
                rows.add(row(recipe, workload, false, chosen.get(), seed, trainer));
            }
        }
        return rows;
    }

    private static SuiteRow row(
            Contestant recipe, Workload workload, boolean trial, float rate, long seed, Trainer trainer)
            throws IOException {
        FinishedRun run = trainer.train(workload, recipe.withRate(rate), seed);
        return SuiteRow.of(name(recipe), workload, trial, rate, seed, run);
    }

    /** The best of the trials; empty if all diverged. */
    private static Optional<SuiteRow> best(Workload workload, List<SuiteRow> trials) {
        boolean more = workload.goal().metric() == Metric.ACCURACY;
        return trials.stream()
                .filter(each -> each.reached() || !Double.isNaN(each.end()))
                .min(Comparator.comparingDouble(SuiteRow::bits)
                        .thenComparingDouble(each -> more ? -each.end() : each.end()) // NaN is last
                        .thenComparingDouble(SuiteRow::rate));
    }
}
