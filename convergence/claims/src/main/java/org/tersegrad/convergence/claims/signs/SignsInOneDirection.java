package org.tersegrad.convergence.claims.signs;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;

/**
 * f = eps |x1 + x2| + |x1 − x2|: all signs are ± (1, −1), which never changes x1 + x2.
 *
 * @param feedback the recipe of signs with error feedback
 */
public record SignsInOneDirection(String feedback) implements Claim {
    private static final float EPS = 0.5f;
    private static final float[] START = {1.1f, 0.9f};
    private static final float RATE = 0.001f;

    /** With error feedback. */
    public SignsInOneDirection() {
        this("sign+ef");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "sign-one-direction",
                "Karimireddy and others 2019, counterexample 2",
                "On a convex function without noise, all signs can lie in one direction: then signs never come below f = 2 eps,"
                        + " and error feedback does.",
                "As published: f = eps |x1 + x2| + |x1 - x2| with eps 0.5. From (1.1, 0.9), so that no sign is that of 0; 5000"
                        + " steps, signs with rates 0.0001, 0.001 and 0.01, all others with 0.001.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no error feedback",
                "What scaled signs get wrong is forgotten.",
                new SignsInOneDirection("sign"),
                "f where error feedback ends"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int steps = extent.of(5000, 2500);
        progress.accept("descending");
        double least = Double.POSITIVE_INFINITY;
        for (String recipe : List.of("sign", "sign(scaled=false)")) {
            for (float rate : new float[] {RATE / 10, RATE, 10 * RATE}) {
                least = Math.min(least, f(new Descent(recipe, rate, steps).from(START, SignsInOneDirection::gradient)));
            }
        }
        return Outcome.judge(
                        Check.atLeast(2 * EPS - 0.01, "f where signs end, the least of all rates", Figure.exact(least)),
                        Check.atMost(0.02, "f where error feedback ends", end(feedback, steps)),
                        Check.atMost(0.02, "f where subgradients end", end("dense", steps)))
                .with(new Picture(
                        Picture.Axis.linear("step"),
                        Picture.Axis.linear("f"),
                        List.of(
                                curve("subgradients", "dense", steps),
                                curve("signs", "sign(scaled=false)", steps),
                                curve("scaled signs, error feedback", feedback, steps))));
    }

    private static Figure end(String recipe, int steps) {
        return Figure.exact(f(new Descent(recipe, RATE, steps).from(START, SignsInOneDirection::gradient)));
    }

    private static Picture.Line curve(String name, String recipe, int steps) {
        Picture.Curve curve = new Picture.Curve(name, steps);
        new Descent(recipe, RATE, steps)
                .from(START, SignsInOneDirection::gradient, (step, x) -> curve.add(step + 1, f(x)));
        return curve.line();
    }

    private static double f(float[] x) {
        return EPS * Math.abs(x[0] + x[1]) + Math.abs(x[0] - x[1]);
    }

    /** A subgradient, without the sign of 0. */
    private static void gradient(float[] x, int step, float[] g) {
        float along = x[0] + x[1] < 0 ? -EPS : EPS;
        float across = x[0] - x[1] < 0 ? -1f : 1f;
        g[0] = along + across;
        g[1] = along - across;
    }
}
