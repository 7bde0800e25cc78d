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
 * f(x) = the mean of x_i / 4 on [−1, 1]^10: each element of the gradient is 4 in a quarter of the steps, else −1, so most signs point the
 * wrong way. In one dimension a scaled sign is exact, and error feedback has nothing to do.
 *
 * @param feedback the recipe of signs with error feedback
 */
public record RareLargeGradients(String feedback) implements Claim {
    private static final int DIMENSION = 10;
    private static final float RATE = 0.001f;
    private static final String SIGNS = "sign(scaled=false)";

    /** With error feedback. */
    public RareLargeGradients() {
        this("sign+ef");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "sign-rare-gradients",
                "Karimireddy and others 2019, counterexample 1",
                "Where gradients are rarely large and mostly point the wrong way, a step along their signs makes f larger by an"
                        + " eighth of the rate; with error feedback signs find the minimum.",
                "f(x) = x / 4 on [-1, 1], gradient 4 with probability 1/4, else -1, as published, but in ten coordinates with draws of"
                        + " their own: in one, a scaled sign is exact. Rate 0.001, 10000 steps from 0, 10 seeds.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no error feedback",
                "What scaled signs get wrong is forgotten.",
                new RareLargeGradients("sign"),
                "where error feedback ends"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int steps = extent.of(10_000, 4000);
        long[] seeds = extent.seeds(10, 4);
        progress.accept("descending");
        return Outcome.judge(
                        Check.between(
                                0.8,
                                1.2,
                                "growth of f in a step along signs, in eighths of the rate",
                                Figure.mean(Arrays.stream(seeds)
                                        .mapToDouble(seed -> end(SIGNS, 1000, seed) / 4 / (1000 * RATE / 8))
                                        .toArray())),
                        Check.atLeast(0.9, "where signs end (1 is the maximum)", ends(SIGNS, steps, seeds)),
                        Check.atMost(
                                -0.9, "where error feedback ends (-1 is the minimum)", ends(feedback, steps, seeds)),
                        Check.atMost(-0.9, "where SGD ends", ends("dense", steps, seeds)))
                .with(new Picture(
                        Picture.Axis.linear("step"),
                        Picture.Axis.linear("x"),
                        List.of(
                                curve("SGD", "dense", steps),
                                curve("signs", SIGNS, steps),
                                curve("signs, error feedback", feedback, steps))));
    }

    private static Figure ends(String recipe, int steps, long[] seeds) {
        return Figure.mean(Arrays.stream(seeds)
                .mapToDouble(seed -> end(recipe, steps, seed))
                .toArray());
    }

    private static double end(String recipe, int steps, long seed) {
        return mean(new Descent(recipe, RATE, steps, 1).from(new float[DIMENSION], gradient(seed)));
    }

    private static Picture.Line curve(String name, String recipe, int steps) {
        Picture.Curve curve = new Picture.Curve(name, steps);
        new Descent(recipe, RATE, steps, 1)
                .from(new float[DIMENSION], gradient(1), (step, x) -> curve.add(step + 1, mean(x)));
        return curve.line();
    }

    private static Descent.Gradient gradient(long seed) {
        return (x, step, g) -> {
            for (int i = 0; i < DIMENSION; i++) {
                g[i] = CounterRandom.word(CounterRandom.fork(seed, i), step) >>> 30 == 0 ? 4f : -1f;
            }
        };
    }

    private static double mean(float[] x) {
        double sum = 0;
        for (float each : x) {
            sum += each;
        }
        return sum / x.length;
    }
}
