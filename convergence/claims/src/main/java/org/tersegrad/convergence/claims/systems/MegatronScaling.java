package org.tersegrad.convergence.claims.systems;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.time.published.ScalingRow;
import org.tersegrad.convergence.time.published.ScalingTables;
import org.tersegrad.convergence.time.published.ScalingTables.Fault;

/**
 * A table of Tflop/s a device from 32 to 3072 devices: two constants explain the rows to which they are fitted, and predict the others.
 *
 * @param fault left out of the model after its constants are fitted, for a mutant
 */
public record MegatronScaling(Fault fault) implements Claim {
    /** The whole model. */
    public MegatronScaling() {
        this(Fault.NONE);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "megatron-scaling",
                "Narayanan and others 2021, table 1",
                "Tensor, pipeline and data parallelism train models of 1.7 to 1008 billion parameters on 32 to 3072 A100s at 137 to 163"
                        + " Tflop/s each.",
                "Our model of time with two constants, fitted to five of the ten rows; the other five are predicted and not judged here."
                        + " Nothing is trained.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(
                new Mutant(
                        "no bubble",
                        "Stages never wait for each other.",
                        new MegatronScaling(Fault.NO_BUBBLE),
                        "largest error of the five rows"),
                new Mutant(
                        "no recomputation",
                        "Activations are kept, while operations are counted with recomputation.",
                        new MegatronScaling(Fault.NO_RECOMPUTATION),
                        "largest error of the five rows"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        progress.accept("fitting two constants");
        ScalingTables model = ScalingTables.fitted().with(fault);
        List<ScalingRow> open = ScalingTables.open(1);
        double mean = open.stream()
                .mapToDouble(row -> row.measured().orElseThrow())
                .average()
                .orElseThrow();
        double largest = Predictions.largest(open, model::predicted);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.atMost(7, "largest error of the five rows, percent", Figure.exact(100 * largest)));
        checks.add(Check.atMost(
                0.9,
                "the same, times that of the mean of the rows",
                Figure.exact(largest / Predictions.largest(open, row -> mean))));
        if (fault == Fault.NONE) {
            progress.accept("fitting again without each row");
            checks.add(Check.atMost(
                    7,
                    "largest error of a row to which nothing was fitted, of these five, percent",
                    Figure.exact(100
                            * Predictions.largest(
                                    open, row -> without(row, open).predicted(row)))));
        }
        checks.add(Check.shown(
                "share of 312 Tflop/s that large products get",
                Figure.exact(model.device().matmul())));
        checks.add(Check.shown(
                "share of bandwidths that programs get (bound: 0.9)",
                Figure.exact(model.device().bytes())));
        checks.addAll(Predictions.shown("Tflop/s a device", ScalingTables.heldOut(1), model::predicted));
        return Outcome.judge(checks);
    }

    private static ScalingTables without(ScalingRow row, List<ScalingRow> open) {
        return ScalingTables.fitted(
                open.stream().filter(other -> !other.equals(row)).toList());
    }
}
