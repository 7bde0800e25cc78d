package org.tersegrad.convergence.claims.memory;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;

/**
 * The delay of error feedback: remembered elements arrive d / k steps late; until then a rate that begins high does harm.
 *
 * @param delayed whether the rate is delayed where it is said to be
 */
public record DelayOfTheRate(boolean delayed) implements Claim {
    private static final int EPOCHS = 3;

    /** With the delay. */
    public DelayOfTheRate() {
        this(true);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "memory-delay",
                "Stich and others 2018, figure 2: the delay a of the rate 2 / (lambda (t + a))",
                "Memory needs a rate that begins at t = d / k: without this delay random-1 is far worse in the first epochs; with"
                        + " three elements a step, a third of the delay is as good.",
                "Logistic regression with their averaging on 20000 made-up examples of 300 features, Gaussian rows of length 1; 5 seeds."
                        + " Theirs, on epsilon, after epochs 1 and 3: 36 and 5 times the excess loss.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no delay", "The rate begins at t = 1 for both.", new DelayOfTheRate(false), "after epoch 1"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        long[] seeds = extent.seeds(5, 2);
        int dimension = extent.of(300, 100);
        double[] first = new double[seeds.length];
        double[] last = new double[seeds.length];
        double[] three = new double[seeds.length];
        for (int s = 0; s < seeds.length; s++) {
            progress.accept("seed " + seeds[s]);
            LogisticRegression problem = new LogisticRegression(extent.of(20_000, 2000), dimension, seeds[s]);
            double[] late = excess(1, delayed ? dimension : 1, problem, seeds[s]);
            double[] without = excess(1, 1, problem, seeds[s]);
            first[s] = without[0] / late[0];
            last[s] = without[EPOCHS - 1] / late[EPOCHS - 1];
            three[s] = excess(3, dimension / 3.0, problem, seeds[s])[EPOCHS - 1] / late[EPOCHS - 1];
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
