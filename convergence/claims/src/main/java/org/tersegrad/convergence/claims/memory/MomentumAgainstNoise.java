package org.tersegrad.convergence.claims.memory;

import java.util.ArrayList;
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
import org.tersegrad.convergence.claims.Sender;
import org.tersegrad.convergence.claims.Statement;

/**
 * Momentum for EF21: with stochastic gradients EF21 alone gets no better as the rate falls; an average of gradients does.
 *
 * @param momentum the recipe of EF21 with momentum
 */
public record MomentumAgainstNoise(String momentum) implements Claim {
    /** Variance 1. */
    private static final float SCALE = (float) Math.sqrt(0.3);

    private static final float[][] NOISE = {{2 * SCALE, 0}, {0, SCALE}, {-2 * SCALE, -SCALE}};
    private static final double[] RATES = {1e-3, 3e-4, 1e-4};

    /** With momentum. */
    public MomentumAgainstNoise() {
        this("topk(k=1)+ef21m(0.05)");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "ef21-momentum",
                "Fatkhullin and others 2023, theorem 1 and its example",
                "With noise, EF21 stays at the same gradient norm however small the rate is; EF21 with momentum comes down with the"
                        + " rate, as error feedback does.",
                "As published: f = |x|^2 / 2 in two dimensions, noise of three values with variance 1, Top-1, one worker, momentum"
                        + " weight 0.05; rates 0.001 and 0.0001, 30 / rate steps, 20 seeds.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no momentum",
                "EF21 gets every gradient with its noise.",
                new MomentumAgainstNoise("topk(k=1)+ef21"),
                "EF21 with momentum"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        long[] seeds = extent.seeds(20, 4);
        List<Picture.Line> lines = new ArrayList<>();
        List<Figure> falls = new ArrayList<>();
        for (String recipe : List.of("topk(k=1)+ef21", momentum, "topk(k=1)+ef")) {
            progress.accept(recipe);
            double[] fall = new double[seeds.length];
            List<Picture.Point> points = new ArrayList<>();
            for (int s = 0; s < seeds.length; s++) {
                double[] squares = new double[RATES.length];
                for (int r = 0; r < RATES.length; r++) {
                    squares[r] = gradientSquare(recipe, RATES[r], extent.of(30, 8), seeds[s]);
                    if (s == 0) {
                        points.add(0, new Picture.Point(RATES[r], squares[r]));
                    }
                }
                fall[s] = squares[0] / squares[RATES.length - 1];
            }
            falls.add(Figure.geometric(fall));
            lines.add(new Picture.Line(recipe, points));
        }
        return Outcome.judge(
                        Check.atMost(
                                1.5, "squared gradient of EF21, at the tenfold rate against the rate", falls.get(0)),
                        Check.atLeast(3, "the same for EF21 with momentum", falls.get(1)),
                        Check.atLeast(3, "the same for error feedback", falls.get(2)))
                .with(new Picture(
                        Picture.Axis.logarithmic("rate"), Picture.Axis.logarithmic("mean squared gradient"), lines));
    }

    /**
     * The mean of the squared gradient over the second half of the steps.
     *
     * @param times how many times 1 / rate steps
     */
    private static double gradientSquare(String recipe, double rate, int times, long seed) {
        int steps = (int) Math.round(times / rate);
        Sender worker = new Sender(recipe, 2, seed);
        double[] x = {0.1, 0.1};
        float[] gradient = new float[2];
        double sum = 0;
        for (int step = 0; step < steps; step++) {
            float[] noise = NOISE[Integer.remainderUnsigned(CounterRandom.word(seed, step), NOISE.length)];
            gradient[0] = (float) x[0] + noise[0];
            gradient[1] = (float) x[1] + noise[1];
            float[] taken = worker.send(gradient);
            x[0] -= rate * taken[0];
            x[1] -= rate * taken[1];
            sum += step >= steps / 2 ? x[0] * x[0] + x[1] * x[1] : 0;
        }
        return sum / (steps - steps / 2);
    }
}
