package org.tersegrad.convergence.cli.compare;

import java.util.Locale;
import org.tersegrad.convergence.cli.shared.StatusLine;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Progress;

/** Says how far a comparison has come, and from the second evaluation on how long it will take. */
final class ComparisonProgress implements Progress, AutoCloseable {
    private final int runs;
    private final int epochs;
    private final StatusLine line;
    private final long began;
    private int trials;

    /** Progress at the first evaluation: a comparison that was resumed did not begin at 0. */
    private double doneAtFirst = Double.NaN;

    private long first;

    ComparisonProgress(int runs, int epochs, StatusLine line) {
        this.runs = runs;
        this.epochs = epochs;
        this.line = line;
        began = line.nanos();
        line.say("Training " + runs + (runs == 1 ? " model, " : " models, ") + epochs
                + (epochs == 1 ? " epoch" : " epochs") + (runs == 1 ? "." : " each."));
    }

    @Override
    public void evaluated(int run, int allRuns, int epoch, Evaluation evaluation) {
        long now = line.nanos();
        double done = (run + (double) epoch / epochs) / runs;
        if (Double.isNaN(doneAtFirst)) {
            doneAtFirst = done;
            first = now;
            return;
        }
        double toGo = (now - first) / 1e9 * (1 - done) / Math.max(done - doneAtFirst, 1e-9);
        String quality = Double.isNaN(evaluation.test().accuracy())
                ? String.format(Locale.ROOT, "test loss %.4g", evaluation.test().loss())
                : String.format(
                        Locale.ROOT, "%.1f %% right", 100 * evaluation.test().accuracy());
        line.status(String.format(
                Locale.ROOT,
                "%3.0f %%, %s, about %s to go: %s, seed %d, epoch %d, %s",
                100 * done,
                time((now - began) / 1e9),
                time(toGo),
                evaluation.recipe(),
                evaluation.seed(),
                epoch,
                quality));
    }

    /** As in {@code 2 min 10 s}. */
    static String time(double seconds) {
        long all = Math.round(seconds);
        if (all < 60) {
            return all + " s";
        }
        return all < 3600 ? all / 60 + " min " + all % 60 + " s" : all / 3600 + " h " + all / 60 % 60 + " min";
    }

    @Override
    public void diverged(String recipe, long seed, String why) {
        line.warn(recipe + ", seed " + seed + ", diverged: " + why);
    }

    @Override
    public void startedOver(String recipe, long seed, String why) {
        line.warn(recipe + ", seed " + seed + ", starts over: " + why);
    }

    @Override
    public void tried(String recipe, float rate, double trainLoss) {
        trials++;
        String loss =
                Double.isNaN(trainLoss) ? "diverged" : String.format(Locale.ROOT, "training loss %.4g", trainLoss);
        line.say("Tuning " + recipe + ", trial " + trials + ": rate " + rate + ", " + loss);
    }

    @Override
    public void tuned(String recipe, float rate, boolean atAnEnd) {
        line.say("Tuned " + recipe + ": rate " + rate
                + (atAnEnd ? "; warning: no rate beyond it was tried, and one may be better" : ""));
    }

    /** All runs have come to their end. */
    void finished() {
        line.say("Trained in " + time((line.nanos() - began) / 1e9) + ".");
    }

    @Override
    public void close() {
        line.close();
    }
}
