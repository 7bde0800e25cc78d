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
 * EControl keeps an estimate and a residual: exact without noise, as EF21 is, and good with noise, as error feedback is.
 *
 * @param both the recipe of EControl
 */
public record EstimateAndResidual(String both) implements Claim {
    private static final double RATE = ThreeQuadratics.RATE / 8;
    private static final float NOISE = 10;

    /** With an estimate and a residual. */
    public EstimateAndResidual() {
        this("topk(k=1)+econtrol(0.1)");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "econtrol",
                "Gao, Islamov and Stich 2024, theorems 2 and 3",
                "EControl converges linearly on workers with different data, which error feedback does not, and comes as near as"
                        + " error feedback with noise, which EF21 does not.",
                "The three quadratics of ef21-linear with eta 0.1: without noise at the rate of ef21-linear; with Gaussian noise of"
                        + " deviation 10 and without linear terms at an eighth of it, 60000 steps, 5 seeds. Theirs: logistic regression.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(
                new Mutant(
                        "no estimate",
                        "Only a residual is kept, as in error feedback.",
                        new EstimateAndResidual("topk(k=1)+ef"),
                        "without noise"),
                new Mutant(
                        "no residual",
                        "Only an estimate is kept, as in EF21.",
                        new EstimateAndResidual("topk(k=1)+ef21"),
                        "times that of EF21"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        int steps = extent.of(20_000, 8000);
        int noisySteps = extent.of(60_000, 20_000);
        long[] seeds = extent.seeds(5, 2);
        progress.accept("descending");
        ThreeQuadratics unlike = new ThreeQuadratics(true, 0, 1);
        ThreeQuadratics noisy = new ThreeQuadratics(false, NOISE, 1);
        double[] againstMemory = new double[seeds.length];
        double[] againstEstimate = new double[seeds.length];
        for (int s = 0; s < seeds.length; s++) {
            double distance = noisy.distance(both, RATE, noisySteps, seeds[s]);
            againstMemory[s] = distance / noisy.distance("topk(k=1)+ef", RATE, noisySteps, seeds[s]);
            againstEstimate[s] = distance / noisy.distance("topk(k=1)+ef21", RATE, noisySteps, seeds[s]);
        }
        return Outcome.judge(
                Check.atMost(
                        1e-5,
                        "distance from the minimum without noise",
                        Figure.exact(unlike.distance(both, ThreeQuadratics.RATE, steps, 1))),
                Check.atMost(
                        1.25, "distance with noise, times that of error feedback", Figure.geometric(againstMemory)),
                Check.atMost(0.98, "distance with noise, times that of EF21", Figure.geometric(againstEstimate)));
    }
}
