package org.tersegrad.convergence.claims.sparsity;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * Worker w has f_w(x) = |x − x*|² / 2 + n_w x. In three quarters of the rows n_w is 100 on half of the workers and −100 on the
 * others: it is the largest part of every gradient, and cancels out between workers.
 *
 * @param arc the recipe of ARC-Top-k
 */
public record RowsOfTheMean(String arc) implements Claim {
    private static final int WORKERS = 10;
    private static final Shape ROWS = new Shape(200, 10);
    private static final int NOISY = 150 * ROWS.columns();

    /** With rows that all workers agree on. */
    public RowsOfTheMean() {
        this("arctopk(k=10)");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "arc-topk",
                "Chen and others 2025, arXiv 2510.26709: a compressor that suits all-reduce",
                "Top-k of single workers stays busy with what cancels out in the mean; ARC-Top-k finds the rows that are large in the"
                        + " mean, is contractive, and beats random rows.",
                "Made up after their synthetic problem: 10 workers, 200 rows of 10, 400 steps at rate 0.1, 10 rows or 100 elements a"
                        + " step; 5 seeds.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no agreement",
                "Every worker sends what is largest in its own gradient.",
                new RowsOfTheMean("topk(k=100)"),
                "distance of ARC-Top-k, times that of the start"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int steps = extent.of(400, 200);
        long[] seeds = extent.seeds(5, 2);
        progress.accept("descending");
        double[] agreed = distances(arc, steps, seeds);
        double[] random = distances("sharedrandomk(k=100,scaled=false)", steps, seeds);
        double[] ratio = new double[seeds.length];
        Arrays.setAll(ratio, s -> agreed[s] / random[s]);
        return Outcome.judge(
                Check.atMost(0.05, "distance of ARC-Top-k, times that of the start", Figure.geometric(agreed)),
                Check.atLeast(0.95, "the same for Top-k", Figure.geometric(distances("topk(k=100)", steps, seeds))),
                Check.atMost(0.5, "distance of ARC-Top-k, times that of random elements", Figure.geometric(ratio)));
    }

    private static double[] distances(String recipe, int steps, long[] seeds) {
        return Arrays.stream(seeds)
                .mapToDouble(seed -> distance(recipe, steps, seed))
                .toArray();
    }

    /** |x − x*| / |x*| after some steps from 0. */
    private static double distance(String recipe, int steps, long seed) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        float[] solution = CounterRandom.gaussians(ROWS.size(), seed);
        Arrays.fill(solution, 0, NOISY, 0f);
        return LocalGroup.run(WORKERS, group -> {
                    Reduction reduction = reducer.reduction(ROWS, Seed.of(seed), group);
                    float noise = group.rank() % 2 == 0 ? 100f : -100f;
                    float[] x = new float[ROWS.size()];
                    float[] gradient = new float[ROWS.size()];
                    for (int step = 0; step < steps; step++) {
                        for (int i = 0; i < x.length; i++) {
                            gradient[i] = x[i] - solution[i] + (i < NOISY ? noise : 0f);
                        }
                        if (!Float.isFinite(gradient[0])) { // on all workers in the same step
                            return Double.NaN;
                        }
                        reduction.reduce(FloatSlice.of(gradient));
                        for (int i = 0; i < x.length; i++) {
                            x[i] -= 0.1f * gradient[i];
                        }
                    }
                    double far = 0;
                    double whole = 0;
                    for (int i = 0; i < x.length; i++) {
                        far += (x[i] - solution[i]) * (double) (x[i] - solution[i]);
                        whole += solution[i] * (double) solution[i];
                    }
                    return Math.sqrt(far / whole);
                })
                .get(0);
    }
}
