package org.tersegrad.convergence.report.summary;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.tersegrad.convergence.training.Evaluation;

/**
 * What one recipe came to, over its seeds. Bits are those of one worker, in the mean over workers and seeds.
 *
 * @param recipe as it prints
 * @param steps until the last evaluation; of seeds that differ, the fewest
 * @param accuracy at the last evaluation; its mean is not a number where nothing is right or wrong
 * @param loss on the test examples at the last evaluation
 * @param againstBaseline the metric's difference to the uncompressed recipe of the comparison, if there is one
 * @param bitsSent in all
 * @param bitsReceived in all
 * @param ratioSent how many times as many bits no compression sends; not a number if not known
 * @param ratioReceived the same of bits received
 * @param sentToTarget bits sent until the first evaluation at the target or better: the median over the seeds that get
 *     there, not a number if none does
 * @param receivedToTarget the same of bits received
 * @param stepsToTarget the same of steps
 * @param reached how many seeds get there
 * @param wallMillis of one run, in the mean
 * @param virtualSeconds what the workers' virtual clock shows at the last evaluation, in the mean; not a number if they have none
 * @param consensusDistance of the workers' models at the last evaluation, in the mean
 */
public record RecipeSummary(
        String recipe,
        int steps,
        Estimate accuracy,
        Estimate loss,
        PairedDifference againstBaseline,
        double bitsSent,
        double bitsReceived,
        double ratioSent,
        double ratioReceived,
        double sentToTarget,
        double receivedToTarget,
        double stepsToTarget,
        int reached,
        double wallMillis,
        double virtualSeconds,
        double consensusDistance) {

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
                last.stream().mapToInt(Evaluation::step).min().orElseThrow(),
                Estimate.of(values(last, Evaluation::testAccuracy)),
                Estimate.of(values(last, Evaluation::testLoss)),
                againstBaseline,
                StatUtils.mean(values(last, Evaluation::bitsSent)),
                StatUtils.mean(values(last, Evaluation::bitsReceived)),
                baseline.ratio(curve, Measure.SENT),
                baseline.ratio(curve, Measure.RECEIVED),
                StatUtils.percentile(values(there, Evaluation::bitsSent), 50),
                StatUtils.percentile(values(there, Evaluation::bitsReceived), 50),
                StatUtils.percentile(values(there, Evaluation::step), 50),
                there.size(),
                StatUtils.mean(values(last, Evaluation::wallMillis)),
                StatUtils.mean(values(last, Evaluation::virtualSeconds)),
                StatUtils.mean(values(last, Evaluation::consensusDistance)));
    }

    /** The number that recipes are compared by. */
    public Estimate of(Metric metric) {
        return metric == Metric.ACCURACY ? accuracy : loss;
    }

    private static double[] values(List<Evaluation> evaluations, ToDoubleFunction<Evaluation> value) {
        return evaluations.stream().mapToDouble(value).toArray();
    }
}
