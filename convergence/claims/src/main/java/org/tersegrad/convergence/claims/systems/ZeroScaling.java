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
 * Pipelines and ZeRO 3 beside each other, with the same batch on more and more devices.
 *
 * @param fault left out of the model after its constants are fitted, for a mutant
 */
public record ZeroScaling(Fault fault) implements Claim {
    /** The whole model. */
    public ZeroScaling() {
        this(Fault.NONE);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "zero-scaling",
                "Narayanan and others 2021, table 2",
                "With twice and four times the devices for one batch, tensor and pipeline parallelism keep their speed a device but for the"
                        + " bubble (153, 149, 141 Tflop/s), and ZeRO 3 loses it to its weights (144, 88, 44).",
                "Our model of time with the constants of table 1; the first row of a pipeline is the unit of speed, and ZeRO 3 has two"
                        + " constants from its first and last row. Nothing is trained.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(
                new Mutant(
                        "no bubble",
                        "Stages never wait for each other.",
                        new ZeroScaling(Fault.NO_BUBBLE),
                        "largest error of pipelines"),
                new Mutant(
                        "free weights",
                        "The weights of ZeRO 3 are gathered in no time.",
                        new ZeroScaling(Fault.NO_WEIGHTS),
                        "largest error of ZeRO 3"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        progress.accept("fitting constants");
        ScalingTables model = ScalingTables.fitted().with(fault);
        List<ScalingRow> partitioned = rows(ScalingTables.open(2), true);
        List<ScalingRow> pipelines = rows(ScalingTables.open(2), false);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.atMost(
                2,
                "largest error of pipelines, in units of the first row, percent",
                Figure.exact(100 * Predictions.largest(pipelines, row -> model.predicted(row, unit(row, pipelines))))));
        checks.add(Check.atMost(
                15,
                "largest error of ZeRO 3, percent",
                Figure.exact(100 * Predictions.largest(partitioned, model::predicted))));
        checks.add(Check.atMost(
                7,
                "largest error of pipelines by the constants of table 1 alone, percent",
                Figure.exact(100 * Predictions.largest(pipelines, model::predicted))));
        checks.add(Check.shown("GB/s that ZeRO 3 gets of 25", Figure.exact(25 * model.zeroShare())));
        checks.add(Check.shown(
                "speed of ZeRO 3's computations, times that of the pipelines'", Figure.exact(model.zero())));
        checks.addAll(Predictions.shown(
                "Tflop/s a device, in units of the first row",
                rows(ScalingTables.heldOut(2), false),
                row -> model.predicted(row, unit(row, pipelines))));
        checks.addAll(Predictions.shown("Tflop/s a device", rows(ScalingTables.heldOut(2), true), model::predicted));
        return Outcome.judge(checks);
    }

    private static List<ScalingRow> rows(List<ScalingRow> rows, boolean partitioned) {
        return rows.stream()
                .filter(row -> (row.cut().zero() == 3) == partitioned)
                .toList();
    }

    private static ScalingRow unit(ScalingRow row, List<ScalingRow> rows) {
        return rows.stream()
                .filter(other -> other.model().equals(row.model()))
                .findFirst()
                .orElseThrow();
    }
}
