package org.tersegrad.convergence.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.training.Evaluation;

/** Workloads and runs that were never trained: dense needs 1000 bits and 10 seconds to the target of each. */
final class MadeUp {
    static final Workload ACCURACY = workload("first", Metric.ACCURACY, 0.9);
    static final Workload LOSS = workload("second", Metric.LOSS, 2);
    static final Suite SUITE = new Suite(1, List.of(ACCURACY, LOSS));

    private MadeUp() {}

    private static Workload workload(String name, Metric metric, double target) {
        return new Workload(
                name,
                "mlp(8)",
                "digits",
                new Workload.Steps("sgd", 0.1f, "constant", 0).settings(16, 40),
                1e-3,
                new Workload.Goal(metric, target, 1000, 10));
    }

    /**
     * A run of 20 evaluations that each cost the same.
     *
     * @param there the evaluation that is the first at the target; 0 for none
     * @param bits of an evaluation
     */
    static FinishedRun run(Workload workload, int there, long bits) {
        return run(workload, there, bits, Workload.EVALUATIONS, 0.95);
    }

    /**
     * The same up to a last evaluation.
     *
     * @param end accuracy from the target on
     */
    static FinishedRun run(Workload workload, int there, long bits, int last, double end) {
        boolean more = workload.goal().metric() == Metric.ACCURACY;
        List<Evaluation> evaluations = new ArrayList<>();
        for (int i = 0; i <= last; i++) {
            boolean good = there > 0 && i >= there;
            evaluations.add(new Evaluation(
                    "made up",
                    1,
                    new Evaluation.Moment(2 * i, i, 0, i),
                    new Evaluation.Bits(i * bits, i * bits / 2),
                    1,
                    new org.tersegrad.convergence.model.Score(!more && good ? 1.5 : 2.5, more && good ? end : 0.5),
                    Evaluation.Diagnostics.NONE));
        }
        return new FinishedRun("made up", evaluations, Map.of("commit", "abc", "JDK", "17, Someone"));
    }
}
