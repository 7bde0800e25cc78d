package org.tersegrad.convergence.claims.memory;

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
 * EF21 converges linearly on workers with different data, where error feedback comes near and stays there.
 *
 * @param estimates the recipe of EF21
 */
public record EstimatesConvergeLinearly(String estimates) implements Claim {
    private static final double RATE = ThreeQuadratics.RATE;
    private static final ThreeQuadratics UNLIKE = new ThreeQuadratics(true, 0, 1);

    /** With estimates. */
    public EstimatesConvergeLinearly() {
        this("topk(k=1)+ef21");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "ef21-linear",
                "Richtarik and others 2021, theorem 2; divergence: Beznosikov and others 2020, example 1",
                "On workers with different data EF21 with Top-1 converges linearly, error feedback stops at a distance that shrinks"
                        + " with the rate, and Top-1 without either diverges.",
                "Three quadratics in three dimensions, rate 0.00427 of theorem 2, 20000 steps, no noise; the divergence as"
                        + " published, without linear terms. Theirs: logistic regression on LibSVM data.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(
                new Mutant(
                        "no estimates",
                        "Top-1 of gradients is sent instead of Top-1 of differences from estimates.",
                        new EstimatesConvergeLinearly("topk(k=1)"),
                        "distance of EF21"),
                new Mutant(
                        "a residual in place of the estimate",
                        "What was not sent is added to the next gradient.",
                        new EstimatesConvergeLinearly("topk(k=1)+ef"),
                        "distance of EF21"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int steps = extent.of(20_000, 8000);
        progress.accept("descending");
        double memory = UNLIKE.distance("topk(k=1)+ef", RATE, steps, 1);
        double slower = UNLIKE.distance("topk(k=1)+ef", RATE / 8, 8 * steps, 1);
        double grown = Math.sqrt(3) * StrictMath.pow(1 + 11 * 0.01 / 6, 100);
        Picture.Curve estimate = new Picture.Curve("EF21", steps);
        Picture.Curve residual = new Picture.Curve("error feedback", steps);
        UNLIKE.descend(estimates, RATE, steps, 1, (step, square) -> estimate.add(step, Math.sqrt(square)));
        UNLIKE.descend("topk(k=1)+ef", RATE, steps, 1, (step, square) -> residual.add(step, Math.sqrt(square)));
        return Outcome.judge(
                        Check.atMost(
                                1e-5,
                                "distance of EF21 from the minimum",
                                Figure.exact(UNLIKE.distance(estimates, RATE, steps, 1))),
                        Check.atLeast(1e-3, "distance of error feedback", Figure.exact(memory)),
                        Check.atMost(
                                0.25,
                                "distance of error feedback with an eighth of the rate, times that",
                                Figure.exact(slower / memory)),
                        Check.between(
                                0.999,
                                1.001,
                                "distance without feedback after 100 steps, times the published (1 + 11 rate / 6)^100",
                                Figure.exact(new ThreeQuadratics(false, 0, 1).end("topk(k=1)", 0.01, 100) / grown)))
                .with(new Picture(
                        Picture.Axis.linear("step"),
                        Picture.Axis.logarithmic("distance from the minimum"),
                        List.of(estimate.line(), residual.line())));
    }
}
