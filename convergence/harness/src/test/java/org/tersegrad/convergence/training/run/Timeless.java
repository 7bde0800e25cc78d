package org.tersegrad.convergence.training.run;

import java.util.List;
import org.tersegrad.convergence.training.Evaluation;

/** Evaluations without the one thing that differs when a run is repeated. */
public final class Timeless {
    private Timeless() {}

    public static List<Evaluation> of(List<Evaluation> evaluations) {
        return evaluations.stream()
                .map(each -> new Evaluation(
                        each.recipe(),
                        each.seed(),
                        each.step(),
                        each.epoch(),
                        each.bitsSent(),
                        each.bitsReceived(),
                        0,
                        each.trainLoss(),
                        each.testLoss(),
                        each.testAccuracy(),
                        each.residualNorm(),
                        each.compressionError(),
                        each.consensusDistance(),
                        each.virtualSeconds()))
                .toList();
    }
}
