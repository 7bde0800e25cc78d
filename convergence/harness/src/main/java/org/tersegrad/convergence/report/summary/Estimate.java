package org.tersegrad.convergence.report.summary;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * A mean over seeds and how far to trust it. In 95 of 100 repetitions with other seeds, the mean of very many seeds is
 * inside {@code mean ± halfWidth}, if seeds scatter like a normal distribution.
 *
 * @param count of seeds
 * @param mean over them
 * @param halfWidth of the 95 % interval, by Student's t; NaN for a single seed, which says nothing of others
 */
public record Estimate(int count, double mean, double halfWidth) {
    /** An estimate from one value of each seed. */
    public static Estimate of(double... values) {
        SummaryStatistics statistics = new SummaryStatistics();
        for (double value : values) {
            statistics.addValue(value);
        }
        int count = values.length;
        double halfWidth = Double.NaN;
        if (count > 1) {
            double t = new TDistribution(count - 1.0).inverseCumulativeProbability(0.975);
            halfWidth = t * statistics.getStandardDeviation() / Math.sqrt(count);
        }
        return new Estimate(count, statistics.getMean(), halfWidth);
    }

    /** The same in a unit that is {@code factor} times smaller. */
    public Estimate times(double factor) {
        return new Estimate(count, factor * mean, factor * halfWidth);
    }
}
