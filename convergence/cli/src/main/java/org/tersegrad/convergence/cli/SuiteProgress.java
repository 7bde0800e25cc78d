package org.tersegrad.convergence.cli;

import java.util.Locale;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.cli.shared.StatusLine;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.suite.SuiteRow;
import org.tersegrad.convergence.suite.Trainer;
import org.tersegrad.convergence.suite.Workload;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Progress;

/** Says which run is under way, and how each ended. */
final class SuiteProgress implements Progress {
    private final StatusLine line;
    private final int runs;
    private int number;
    private String title = "";

    /** @param runs at most */
    SuiteProgress(StatusLine line, int runs) {
        this.line = line;
        this.runs = runs;
    }

    /** The same trainer, which tells of each run. */
    Trainer telling(Trainer trainer) {
        return (workload, contestant, seed) -> {
            number++;
            title = number + " of " + runs + ", " + workload.name() + ", " + name(contestant) + ", seed " + seed;
            var run = trainer.train(workload, contestant, seed);
            line.say(title + ": " + end(SuiteRow.of(contestant.label(), workload, true, 1, seed, run), workload));
            return run;
        };
    }

    private static String name(Contestant contestant) {
        return contestant.label()
                + contestant.rate().map(rate -> "@" + Recipe.number(rate)).orElse("");
    }

    private static String end(SuiteRow row, Workload workload) {
        Metric metric = workload.goal().metric();
        return row.reached()
                ? workload.goal().text() + " after " + Units.bits(row.bits())
                : workload.goal().text() + " missed, "
                        + (Double.isNaN(row.end()) ? "diverged" : Units.value(metric, row.end()) + " at the end");
    }

    @Override
    public void evaluated(int run, int all, int epoch, Evaluation evaluation) {
        line.status(String.format(
                Locale.ROOT,
                "%s: evaluation %d of %d, test loss %.4g",
                title,
                epoch,
                Workload.EVALUATIONS,
                evaluation.test().loss()));
    }

    @Override
    public void startedOver(String recipe, long seed, String why) {
        line.warn(title + " starts over: " + why);
    }
}
