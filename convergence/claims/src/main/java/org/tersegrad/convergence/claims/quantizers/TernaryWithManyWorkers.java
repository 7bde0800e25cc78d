package org.tersegrad.convergence.claims.quantizers;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.training.Trained;
import org.tersegrad.convergence.model.RecordedGradients;

/**
 * TernGrad's noise averages out over workers, so that it is as good with 64 workers as with 2.
 *
 * @param sameDraws whether all workers draw the same, for a mutant
 */
public record TernaryWithManyWorkers(boolean sameDraws) implements Claim {
    private static final int TOTAL_BATCH = 64;
    private static final int FEW = 2;
    private static final int MANY = 64;
    private static final double FALL = (double) FEW / MANY;

    /** Workers that draw for themselves. */
    public TernaryWithManyWorkers() {
        this(false);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "terngrad-workers",
                "Wen and others 2017, table 1: LeNet on MNIST",
                "With 2 to 64 workers and the same total batch, TernGrad is as accurate as SGD (-0.22 to +0.15 points).",
                "An MLP of 128 units on digits, total batch 64, 2, 8 and 64 workers, 20 epochs, scales shared, clipping at 2.5"
                        + " deviations, rate tuned with three others, 10 seeds; errors on recorded gradients. Theirs: LeNet on MNIST, 10000 steps.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "the same draws",
                "All workers round with the same random numbers, so that errors add up.",
                new TernaryWithManyWorkers(true),
                "squared error"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        List<Check> checks = new ArrayList<>();
        for (int workers : extent == Extent.WHOLE ? List.of(64, 8, 2) : List.of(8, 2)) {
            Trained trained = Trained.on(
                    "mlp(128)",
                    Trained.settings(workers, TOTAL_BATCH / workers, extent.of(20, 4)),
                    Trained.seeds(extent),
                    progress,
                    "dense@0.3",
                    "terngrad(clip=2.5)+sharedscale@0.3");
            checks.add(Check.between(
                    -1, 1, "points of TernGrad above SGD, " + workers + " workers", trained.points(1, 0)));
        }
        progress.accept("errors");
        float[] x = RecordedGradients.record(extent.of(1 << 16, 1 << 14));
        checks.add(Check.between(
                0.8 * FALL,
                1.25 * FALL,
                "squared error of the mean of 64 workers, times that of 2 (1/32 = 0.0313)",
                Figure.exact(error(MANY, x) / error(FEW, x))));
        return Outcome.judge(checks);
    }

    private double error(int workers, float[] x) {
        return new SquaredError(Recipe.parse("terngrad"), workers, sameDraws).of(x, 1);
    }
}
