package org.tersegrad.convergence.claims.quantizers;

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
import org.tersegrad.convergence.claims.Statement;

/**
 * DRIVE and EDEN: after a random rotation all vectors are alike, and one bit an element is enough for a mean over clients.
 *
 * @param drive the recipe of DRIVE
 */
public record RotationsMakeErrorsSmall(String drive) implements Claim {
    private static final int CLIENTS = 10;

    /** With the unbiased scale. */
    public RotationsMakeErrorsSmall() {
        this("eden(1,scale=unbiased)");
    }

    @Override
    public Statement statement() {
        return new Statement(
                "drive-error",
                "Vargaftik and others 2021, table 1; EDEN: Vargaftik and others 2022, table 1",
                "The mean of 10 clients' signs after random rotations has the error (pi / 2 - 1) / 10, in any dimension; a scale of"
                        + " least error is worse for a mean; TernGrad's error grows with the dimension.",
                "As published: the same log-normal vector on 10 clients, 128, 8192 and 131072 dimensions (theirs: up to 2^25);"
                        + " 200, 100 and 5 vectors. EDEN with 2 to 4 bits: limits of 0.1331, 0.0358 and 0.00959 over 10.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "the scale of least error",
                "Each message has the least error, which is biased and stays in the mean.",
                new RotationsMakeErrorsSmall("eden(1)"),
                "error of DRIVE, d = 8192"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        progress.accept("drawing");
        int few = extent.of(200, 30);
        int many = extent.of(100, 3);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.between(0.0542, 0.0600, "error of DRIVE, d = 8192 (theory 0.0571)", error(drive, 8192, many)));
        checks.add(Check.between(0.0542, 0.0650, "the same, d = 128 (published 0.0591)", error(drive, 128, few)));
        if (extent == Extent.WHOLE) {
            checks.add(Check.between(0.0542, 0.0600, "the same, d = 131072", error(drive, 131_072, 5)));
        }
        checks.add(Check.atLeast(0.11, "error with the scale of least error, d = 8192", error("eden(1)", 8192, many)));
        checks.add(Check.between(0.19, 0.28, "error of TernGrad, d = 128 (0.234)", error("terngrad", 128, few)));
        checks.add(Check.between(0.7, 1.07, "error of TernGrad, d = 8192 (0.886)", error("terngrad", 8192, many)));
        double[] limits = {0.1331, 0.0358, 0.00959};
        for (int bits = 2; bits <= 4; bits++) {
            double limit = limits[bits - 2] / CLIENTS;
            checks.add(Check.between(
                    0.95 * limit,
                    1.05 * limit,
                    "error of EDEN with " + bits + " bits, d = 8192",
                    error("eden(" + bits + ",scale=unbiased)", 8192, many)));
        }
        return Outcome.judge(checks);
    }

    private static Figure error(String recipe, int dimension, int vectors) {
        double[] errors = new double[vectors];
        for (int v = 0; v < vectors; v++) {
            float[] x = CounterRandom.gaussians(dimension, CounterRandom.fork(dimension, v));
            for (int i = 0; i < dimension; i++) {
                x[i] = (float) StrictMath.exp(x[i]);
            }
            errors[v] = new SquaredError(recipe, CLIENTS).of(x, v + 1L);
        }
        return Figure.mean(errors);
    }
}
