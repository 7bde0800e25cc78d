package org.tersegrad.convergence.claims.lowrank;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.reducers.model.Policy;

/**
 * The traffic of PowerSGD and others in an epoch of ResNet-18, from the calls that the real reducers make for its shapes.
 *
 * @param more ranks that are sent beside those of the table, for a mutant
 */
public record MegabytesPerEpoch(int more) implements Claim {
    private static final int STEPS = 24;
    private static final double MEGABYTE = 1 << 20;

    /** Rows, columns, and how many of them. */
    private static final int[][] MATRICES = {
        {64, 27, 1},
        {64, 576, 4},
        {128, 576, 1},
        {128, 1152, 3},
        {128, 64, 1},
        {256, 1152, 1},
        {256, 2304, 3},
        {256, 128, 1},
        {512, 2304, 1},
        {512, 4608, 3},
        {512, 256, 1},
        {10, 512, 1}
    };

    /** Elements of all normalizations and biases together. */
    private static final int VECTORS = 9610;

    /** A row of the published table, rank 0 for SGD, in megabytes of 2^20 bytes; our shapes give them to the last digit that was printed. */
    private record Row(int rank, double megabytes) {
        String recipe(int more) {
            return rank == 0 ? "dense" : "powersgd(" + (rank + more) + ")";
        }
    }

    private static final List<Row> TABLE =
            List.of(new Row(2, 7.531), new Row(1, 4.205), new Row(4, 14.182), new Row(7, 24.16), new Row(0, 1023.01));

    /** The ranks of the table. */
    public MegabytesPerEpoch() {
        this(0);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "powersgd-megabytes",
                "Vogels and others 2019, tables 3 and 4: data sent per epoch",
                "An epoch of ResNet-18 on CIFAR-10 sends 1023 MB with SGD, and 4, 8, 14 and 24 MB with PowerSGD of rank 1, 2, 4 and 7.",
                "As published: 24 steps, the shapes of ResNet-18, vectors as they are; bytes of the calls that our reducers make."
                        + " Signs: a bit an element and our headers.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "a rank too many",
                "Factors have one column more than their rank.",
                new MegabytesPerEpoch(1),
                "powersgd(2)"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        List<Check> checks = new ArrayList<>();
        for (Row row : TABLE.subList(0, extent.of(TABLE.size(), 2))) {
            progress.accept(row.recipe(0));
            checks.add(Check.between(
                    row.megabytes() - 0.006,
                    row.megabytes() + 0.006,
                    "megabytes an epoch, " + row.recipe(0),
                    Figure.exact(megabytes("vectors: dense; *: " + row.recipe(more)))));
        }
        progress.accept("sign");
        checks.add(Check.between(
                31.969,
                1.005 * 31.969,
                "megabytes an epoch, signs (published 31.969)",
                Figure.exact(megabytes("sign(scaled=false)"))));
        return Outcome.judge(checks);
    }

    private static double megabytes(String policy) {
        RecipeCosts costs = RecipeCosts.bytesOnly(Policy.parse(policy), 2);
        double bytes = bytes(costs, Shape.vector(VECTORS));
        for (int[] matrix : MATRICES) {
            bytes += matrix[2] * bytes(costs, new Shape(matrix[0], matrix[1]));
        }
        return STEPS * bytes / MEGABYTE;
    }

    private static double bytes(RecipeCosts costs, Shape shape) {
        return costs.of(new ProfileTensor("tensor", shape, 0)).calls().stream()
                .mapToDouble(Call::bytes)
                .sum();
    }
}
