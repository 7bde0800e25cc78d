package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Progress;

/** Says in a line now and then how far a comparison has come. No line is overwritten: it may all go to a file. */
final class ComparisonProgress implements Progress {
    private static final long EVERY = 5_000_000_000L;

    private final int runs;
    private final int epochs;
    private final PrintWriter out;
    private long began = System.nanoTime();
    private long last = began;

    ComparisonProgress(int runs, int epochs, PrintWriter out) {
        this.runs = runs;
        this.epochs = epochs;
        this.out = out;
        say("Training " + runs + (runs == 1 ? " model, " : " models, ") + epochs + (epochs == 1 ? " epoch" : " epochs")
                + (runs == 1 ? "." : " each."));
    }

    @Override
    public void evaluated(int run, int allRuns, int epoch, Evaluation evaluation) {
        long now = System.nanoTime();
        if (now - last < EVERY) {
            return;
        }
        last = now;
        double done = (run + (double) epoch / epochs) / runs;
        double seconds = (now - began) / 1e9;
        String quality = Double.isNaN(evaluation.testAccuracy())
                ? String.format(Locale.ROOT, "test loss %.4g", evaluation.testLoss())
                : String.format(Locale.ROOT, "%.1f %% right", 100 * evaluation.testAccuracy());
        say(String.format(
                Locale.ROOT,
                "%3.0f %%, %.0f s, about %.0f s to go: %s, seed %d, epoch %d, %s",
                100 * done,
                seconds,
                seconds / Math.max(done, 1e-3) - seconds,
                evaluation.recipe(),
                evaluation.seed(),
                epoch,
                quality));
    }

    @Override
    public void diverged(String recipe, long seed, String why) {
        say(recipe + ", seed " + seed + ", diverged: " + why);
    }

    @Override
    public void startedOver(String recipe, long seed, String why) {
        say(recipe + ", seed " + seed + ", starts over: " + why);
    }

    @Override
    public void tried(String recipe, float rate, double trainLoss) {
        String loss =
                Double.isNaN(trainLoss) ? "diverged" : String.format(Locale.ROOT, "training loss %.4g", trainLoss);
        say("Tuning " + recipe + ": rate " + rate + ", " + loss);
        began = System.nanoTime(); // training begins when this is over
    }

    @Override
    public void tuned(String recipe, float rate, boolean atAnEnd) {
        say("Tuned " + recipe + ": rate " + rate
                + (atAnEnd ? "; warning: no rate beyond it was tried, and one may be better" : ""));
    }

    void close() {
        say(String.format(Locale.ROOT, "Trained in %.0f s.", (System.nanoTime() - began) / 1e9));
    }

    private void say(String sentence) {
        out.println(sentence);
        out.flush();
    }
}
