package org.tersegrad.convergence.report.summary;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.tersegrad.convergence.training.Evaluation;

/**
 * The outcome of one recipe, over its seeds.
 *
 * @param recipe as it prints
 * @param accuracy at the last evaluation; its mean is NaN where nothing is right or wrong
 * @param loss on the test examples at the last evaluation
 * @param againstBaseline the metric's difference to the uncompressed recipe of the comparison, if there is one
 * @param sent by one worker
 * @param received by one worker
 * @param toTarget the first evaluations at the target or better
 * @param end of the runs
 */
public record RecipeSummary(
        String recipe,
        Estimate accuracy,
        Estimate loss,
        PairedDifference againstBaseline,
        Traffic sent,
        Traffic received,
        Arrival toTarget,
        End end) {
    /**
     * One direction, averaged over workers and seeds.
     *
     * @param bits in all
     * @param ratio of the bits without compression to these; NaN if not known
     * @param toTarget bits until the target: the median over the seeds that reach it, NaN if none does
     */
    public record Traffic(double bits, double ratio, double toTarget) {}

    /**
     * The time until the target is reached.
     *
     * @param seeds that reach it
     * @param steps until then: the median over these seeds, NaN if there are none
     * @param virtualSeconds until then, likewise; NaN if workers have no clock
     */
    public record Arrival(int seeds, double steps, double virtualSeconds) {}

    /**
     * The last evaluations, averaged over seeds.
     *
     * @param steps until then; of seeds that differ, the fewest
     * @param wallMillis of one run
     * @param virtualSeconds of the workers' virtual clock; NaN if they have none
     * @param consensusDistance of the workers' models
     */
    public record End(int steps, double wallMillis, double virtualSeconds, double consensusDistance) {}

    static RecipeSummary of(
            Curve curve,
            List<List<Evaluation>> runs,
            PairedDifference againstBaseline,
            Baseline baseline,
            Metric metric,
            Target target) {
        List<Evaluation> last = Runs.last(runs);
        List<Evaluation> there = runs.stream()
                .flatMap(run -> run.stream()
                        .filter(evaluation -> metric.reaches(metric.of(evaluation), target.value()))
                        .limit(1))
                .toList();
        return new RecipeSummary(
                curve.recipe(),
                Estimate.of(values(last, each -> each.test().accuracy())),
                Estimate.of(values(last, each -> each.test().loss())),
                againstBaseline,
                traffic(last, there, each -> each.bits().sent(), baseline.ratio(curve, Measure.SENT)),
                traffic(last, there, each -> each.bits().received(), baseline.ratio(curve, Measure.RECEIVED)),
                new Arrival(
                        there.size(),
                        StatUtils.percentile(values(there, Evaluation::step), 50),
                        StatUtils.percentile(values(there, each -> each.at().virtualSeconds()), 50)),
                new End(
                        last.stream().mapToInt(Evaluation::step).min().orElseThrow(),
                        StatUtils.mean(values(last, each -> each.at().wallMillis())),
                        StatUtils.mean(values(last, each -> each.at().virtualSeconds())),
                        StatUtils.mean(values(last, each -> each.diagnostics().consensusDistance()))));
    }

    private static Traffic traffic(
            List<Evaluation> last, List<Evaluation> there, ToDoubleFunction<Evaluation> bits, double ratio) {
        return new Traffic(StatUtils.mean(values(last, bits)), ratio, StatUtils.percentile(values(there, bits), 50));
    }

    /** The number that recipes are compared by. */
    public Estimate of(Metric metric) {
        return metric == Metric.ACCURACY ? accuracy : loss;
    }

    private static double[] values(List<Evaluation> evaluations, ToDoubleFunction<Evaluation> value) {
        return evaluations.stream().mapToDouble(value).toArray();
    }
}
