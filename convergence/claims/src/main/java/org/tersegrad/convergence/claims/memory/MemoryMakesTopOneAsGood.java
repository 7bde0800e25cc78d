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
 * Sending one element of the gradient a step is as good as sending all, if what is not sent is remembered.
 *
 * @param memory the recipe that remembers
 */
public record MemoryMakesTopOneAsGood(String memory) implements Claim {
    private static final int DIMENSION = 100;
    private static final int EPOCHS = 3;

    /** With memory. */
    public MemoryMakesTopOneAsGood() {
        this("topk(k=1)+ef");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "memory-top1",
                "Stich and others 2018, figure 2: epsilon, three epochs",
                "With memory, SGD that sends one element a step is as good as SGD, step by step; without memory it is far worse.",
                "Logistic regression with their rates and averaging on 8000 made-up examples of 100 features (theirs: 400000 of"
                        + " 2000); 5 seeds.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no memory",
                "What top-1 does not send is forgotten.",
                new MemoryMakesTopOneAsGood("topk(k=1)"),
                "with memory"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        long[] seeds = extent.seeds(5, 2);
        int examples = extent.of(8000, 1000);
        double[] with = new double[seeds.length];
        double[] without = new double[seeds.length];
        for (int s = 0; s < seeds.length; s++) {
            progress.accept("seed " + seeds[s]);
            LogisticRegression problem = new LogisticRegression(examples, DIMENSION, seeds[s]);
            double sgd = last("dense", problem, seeds[s]);
            with[s] = last(memory, problem, seeds[s]) / sgd;
            without[s] = last("topk(k=1)", problem, seeds[s]) / sgd;
        }
        return Outcome.judge(
                Check.atMost(1.25, "excess loss of top-1 with memory, times that of SGD", Figure.geometric(with)),
                Check.atLeast(10, "excess loss of top-1 without memory, times that of SGD", Figure.geometric(without)));
    }

    private static double last(String recipe, LogisticRegression problem, long seed) {
        return new MemorySgd(recipe, DIMENSION).excess(problem, EPOCHS, seed)[EPOCHS - 1];
    }
}
