package org.tersegrad.convergence.claims.memory;

import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;

/** The delay of error feedback: remembered elements arrive d / k steps late; until then a rate that begins high does harm. */
public final class DelayOfTheRate implements Claim {
    private static final int DIMENSION = 100;
    private static final int EPOCHS = 3;

    @Override
    public Statement statement() {
        return new Statement(
                "memory-delay",
                "Stich and others 2018, figure 2: the delay a of the rate 2 / (lambda (t + a))",
                "Memory needs a rate that begins at t = d / k: without this delay random-1 is far worse in the first epochs; with"
                        + " three elements a step, a third of the delay is as good.",
                "As memory-top1: 8000 made-up examples of 100 features, 5 seeds. Theirs after epochs 1 and 3: 36 and 5 times the"
                        + " excess loss.");
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        long[] seeds = extent.seeds(5, 2);
        double[] first = new double[seeds.length];
        double[] last = new double[seeds.length];
        double[] three = new double[seeds.length];
        for (int s = 0; s < seeds.length; s++) {
            progress.accept("seed " + seeds[s]);
            LogisticRegression problem = new LogisticRegression(extent.of(8000, 1000), DIMENSION, seeds[s]);
            double[] delayed = excess(1, DIMENSION, problem, seeds[s]);
            double[] without = excess(1, 1, problem, seeds[s]);
            first[s] = without[0] / delayed[0];
            last[s] = without[EPOCHS - 1] / delayed[EPOCHS - 1];
            three[s] = excess(3, DIMENSION / 3.0, problem, seeds[s])[EPOCHS - 1] / delayed[EPOCHS - 1];
        }
        return Outcome.judge(
                Check.atLeast(5, "excess loss without delay, times that with, after epoch 1", Figure.geometric(first)),
                Check.atLeast(2, "the same after epoch 3", Figure.geometric(last)),
                Check.atMost(
                        1,
                        "excess loss of random-3 with a third of the delay, times random-1",
                        Figure.geometric(three)));
    }

    private static double[] excess(int k, double delay, LogisticRegression problem, long seed) {
        return new MemorySgd("randomk(k=" + k + ",scaled=false)+ef", delay).excess(problem, EPOCHS, seed);
    }
}
