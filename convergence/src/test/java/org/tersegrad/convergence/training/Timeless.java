package org.tersegrad.convergence.training;

import java.util.List;

/** Evaluations without the one thing that differs when a run is repeated. */
final class Timeless {
    private Timeless() {}

    static List<Evaluation> of(List<Evaluation> evaluations) {
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
