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
 * Steps with all activations computed again, and with those of the soft-max alone beside sequence parallelism.
 *
 * @param fault left out of the model after its constants are fitted, for a mutant
 */
public record SelectiveRecomputation(Fault fault) implements Claim {
    /** The whole model. */
    public SelectiveRecomputation() {
        this(Fault.NONE);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "selective-recomputation",
                "Korthikanti and others 2022, table 5",
                "Selective recomputation with sequence parallelism shortens a step by 22 to 23 % for 22 and 530 billion parameters (1.42 to"
                        + " 1.10 s, 49.05 to 37.83 s).",
                "Our model of time with the constants of another paper's table, as they are: nothing is fitted to these steps, and nothing"
                        + " is trained.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "no recomputation",
                "Activations are kept in every step.",
                new SelectiveRecomputation(Fault.NO_RECOMPUTATION),
                "largest error of the four steps"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        progress.accept("fitting two constants");
        ScalingTables model = ScalingTables.fitted().with(fault);
        List<ScalingRow> open = ScalingTables.open(5);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.atMost(
                10,
                "largest error of the four steps, percent",
                Figure.exact(100 * Predictions.largest(open, model::predicted))));
        for (int i = 0; i < open.size(); i += 2) {
            double whole = open.get(i).measured().orElseThrow();
            double share = 100 * (1 - open.get(i + 1).measured().orElseThrow() / whole);
            double predicted = 100 * (1 - model.predicted(open.get(i + 1)) / model.predicted(open.get(i)));
            checks.add(Check.between(
                    share - 5, share + 5, "percent saved, " + Predictions.size(open.get(i)), Figure.exact(predicted)));
        }
        checks.addAll(Predictions.shown("seconds", ScalingTables.heldOut(5), model::predicted));
        return Outcome.judge(checks);
    }
}
