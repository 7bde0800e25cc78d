package org.tersegrad.convergence.claims.signs;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
 * f = |x|² / 2 with large noise on one coordinate: that noise is no larger than all else once only its sign is used.
 *
 * @param signs the recipe of signs
 */
public record NoiseOnOneCoordinate(String signs) implements Claim {
    private static final int DIMENSION = 100;
    private static final float NOISE = 100;
    private static final int CHECKPOINTS = 10;

    /** Signs without a scale. */
    public NoiseOnOneCoordinate() {
        this("sign(scaled=false)");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "sign-sparse-noise",
                "Bernstein and others 2018, toy problem of section 5",
                "Where noise is on few coordinates, signs are faster than SGD at every moment.",
                "As published: f = |x|^2 / 2 in 100 dimensions, Gaussian noise of deviation 100 on one of them, 10000 steps, rate"
                        + " 0.001 for SGD and 0.01 for signs. Gaussian start, 50 seeds.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no signs",
                "Gradients go as they are, with all of their noise.",
                new NoiseOnOneCoordinate("dense"),
                "loss of SGD less that of signs"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int steps = extent.of(10_000, 2000);
        long[] seeds = extent.seeds(50, 10);
        progress.accept("descending");
        double[][] lead = new double[CHECKPOINTS][seeds.length];
        for (int s = 0; s < seeds.length; s++) {
            double[] sgd = losses("dense", 0.001f, steps, seeds[s]);
            double[] ours = losses(signs, 0.01f, steps, seeds[s]);
            for (int c = 0; c < CHECKPOINTS; c++) {
                lead[c][s] = sgd[c] - ours[c];
            }
        }
        Figure least = Stream.of(lead)
                .map(Figure::mean)
                .reduce((a, b) -> Double.isNaN(a.low()) || a.low() <= b.low() ? a : b)
                .orElseThrow();
        return Outcome.judge(
                        Check.atLeast(0.1, "loss of SGD less that of signs, at the worst of 10 checkpoints", least))
                .with(new Picture(
                        Picture.Axis.linear("step"),
                        Picture.Axis.logarithmic("f"),
                        List.of(curve("SGD", "dense", 0.001f, steps), curve("signs", signs, 0.01f, steps))));
    }

    /** The losses after each tenth of the steps. */
    private static double[] losses(String recipe, float rate, int steps, long seed) {
        double[] losses = new double[CHECKPOINTS];
        int every = steps / CHECKPOINTS;
        descend(recipe, rate, steps, seed, (step, x) -> {
            if ((step + 1) % every == 0 && step >= 0) {
                losses[(step + 1) / every - 1] = f(x);
            }
        });
        return losses;
    }

    private static Picture.Line curve(String name, String recipe, float rate, int steps) {
        Picture.Curve curve = new Picture.Curve(name, steps);
        descend(recipe, rate, steps, 1, (step, x) -> curve.add(step + 1, f(x)));
        return curve.line();
    }

    private static void descend(String recipe, float rate, int steps, long seed, Descent.Watcher watcher) {
        float[] noise = CounterRandom.gaussians(steps, CounterRandom.fork(seed, 1));
        new Descent(recipe, rate, steps)
                .from(
                        CounterRandom.gaussians(DIMENSION, seed),
                        (x, step, g) -> {
                            System.arraycopy(x, 0, g, 0, DIMENSION);
                            g[0] += NOISE * noise[step];
                        },
                        watcher);
    }

    private static double f(float[] x) {
        double sum = 0;
        for (float each : x) {
            sum += 0.5 * each * each;
        }
        return sum;
    }
}
