package org.tersegrad.convergence.training.run;

import java.util.List;
import org.tersegrad.convergence.training.Evaluation;

/** Evaluations without the one thing that differs when a run is repeated. */
public final class Timeless {
    private Timeless() {}

    public static List<Evaluation> of(List<Evaluation> evaluations) {
        return evaluations.stream()
                .map(each -> at(each, each.at().virtualSeconds()))
                .toList();
    }

    /** Without the virtual clock too. */
    static List<Evaluation> withoutClock(List<Evaluation> evaluations) {
        return evaluations.stream().map(each -> at(each, Double.NaN)).toList();
    }

    private static Evaluation at(Evaluation each, double virtualSeconds) {
        Evaluation.Moment at = new Evaluation.Moment(each.step(), each.at().epoch(), 0, virtualSeconds);
        return new Evaluation(
                each.recipe(), each.seed(), at, each.bits(), each.trainLoss(), each.test(), each.diagnostics());
    }
}
