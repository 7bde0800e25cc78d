package org.tersegrad.convergence.claims.signs;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;

/**
 * The sum of two squares, one of them in each step: smooth and convex, and signs fail all the same.
 *
 * @param feedback the recipe of signs with error feedback
 */
public record SmoothAndConvex(String feedback) implements Claim {
    private static final float EPS = 0.5f;
    private static final float[][] A = {{1 + EPS, -1 + EPS}, {-1 + EPS, 1 + EPS}};
    private static final float[] START = {1, 1};
    private static final float RATE = 0.02f;

    /** With error feedback. */
    public SmoothAndConvex() {
        this("sign+ef");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "sign-smooth-convex",
                "Karimireddy and others 2019, counterexample 3",
                "On a smooth and convex function with stochastic gradients, signs never come below f of the start, at any rate;"
                        + " error feedback and SGD reach 0.",
                "As published: f = (a1 x)^2 + (a2 x)^2, a = +-(1, -1) + eps (1, 1), eps 0.5, from (1, 1). 3000 steps, 10 seeds;"
                        + " signs with rates 0.002, 0.02 and 0.2, all others with 0.02.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no error feedback",
                "What scaled signs get wrong is forgotten.",
                new SmoothAndConvex("sign"),
                "f where error feedback ends"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int steps = extent.of(3000, 1500);
        long[] seeds = extent.seeds(10, 3);
        progress.accept("descending");
        double least = Double.POSITIVE_INFINITY;
        for (String recipe : List.of("sign", "sign(scaled=false)")) {
            for (float rate : new float[] {RATE / 10, RATE, 10 * RATE}) {
                for (long seed : seeds) {
                    least = Math.min(least, f(new Descent(recipe, rate, steps).from(START, gradient(seed))));
                }
            }
        }
        return Outcome.judge(
                        Check.atLeast(
                                0.999,
                                "f where signs end against f of the start, the least of all rates and seeds",
                                Figure.exact(least / f(START))),
                        Check.atMost(1e-3, "f where error feedback ends", ends(feedback, steps, seeds)),
                        Check.atMost(1e-3, "f where SGD ends", ends("dense", steps, seeds)))
                .with(new Picture(
                        Picture.Axis.linear("step"),
                        Picture.Axis.logarithmic("f"),
                        List.of(
                                curve("SGD", "dense", steps),
                                curve("signs", "sign(scaled=false)", steps),
                                curve("scaled signs, error feedback", feedback, steps))));
    }

    private static Figure ends(String recipe, int steps, long[] seeds) {
        return Figure.mean(Arrays.stream(seeds)
                .mapToDouble(seed -> f(new Descent(recipe, RATE, steps).from(START, gradient(seed))))
                .toArray());
    }

    private static Picture.Line curve(String name, String recipe, int steps) {
        Picture.Curve curve = new Picture.Curve(name, steps);
        new Descent(recipe, RATE, steps).from(START, gradient(1), (step, x) -> curve.add(step + 1, f(x)));
        return curve.line();
    }

    private static double f(float[] x) {
        double sum = 0;
        for (float[] a : A) {
            double product = (double) a[0] * x[0] + (double) a[1] * x[1];
            sum += product * product;
        }
        return sum;
    }

    private static Descent.Gradient gradient(long seed) {
        return (x, step, g) -> {
            float[] a = A[CounterRandom.word(seed, step) & 1];
            float twice = 2 * (a[0] * x[0] + a[1] * x[1]);
            g[0] = twice * a[0];
            g[1] = twice * a[1];
        };
    }
}
