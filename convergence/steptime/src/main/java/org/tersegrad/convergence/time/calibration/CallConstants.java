package org.tersegrad.convergence.time.calibration;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.DoubleFunction;
import org.tersegrad.convergence.time.Quantities;
import org.tersegrad.convergence.time.calibration.Estimate.Point;

/**
 * The constants of one collective on one link: {@code call + rounds alpha + share bytes beta}, as in {@link Pattern}.
 *
 * <p>Groups of one size tell only {@code call + rounds alpha}. It is not split then: {@code call} has all of it, and for another size it
 * is taken to grow with the rounds. Messages of one size tell no delay at all: then all of their time is that of bytes.
 *
 * @param pattern which collective
 * @param observations how many rows were fitted
 * @param workers the sizes of groups among them, ascending
 * @param call seconds that every call takes, or all that does not depend on bytes
 * @param alpha seconds a round
 * @param bandwidth bits a second
 * @param worst the largest relative error of a fitted row
 */
public record CallConstants(
        Pattern pattern,
        int observations,
        List<Integer> workers,
        Estimate call,
        Estimate alpha,
        Estimate bandwidth,
        double worst) {
    private static final MathContext FOUR_DIGITS = new MathContext(4);

    public CallConstants {
        workers = List.copyOf(workers);
        if (workers.isEmpty()) {
            throw new IllegalArgumentException(pattern + ": at least 1 size of group");
        }
        if (!(bandwidth.low() > 0)) {
            throw new IllegalArgumentException(pattern + ": a bandwidth is above 0 bit/s");
        }
    }

    /**
     * Fits constants to measured calls of one collective.
     *
     * @param rate bits a second that the link cannot exceed; infinite if it is not known
     * @throws IllegalArgumentException if the times do not determine a bandwidth
     */
    static CallConstants fit(Pattern pattern, List<Observation> observations, double rate) {
        List<Integer> workers = observations.stream()
                .map(Observation::workers)
                .distinct()
                .sorted()
                .toList();
        boolean fixed = workers.stream().map(pattern::rounds).distinct().count() == 1;
        boolean perRound = pattern == Pattern.SEND; // its one round is all it has
        boolean bytesOnly = observations.get(0).bytes() > 0
                && observations.stream().map(Observation::bytes).distinct().count() == 1;
        int count = observations.size();
        double[][] rows = new double[count][];
        double[] seconds = new double[count];
        for (int i = 0; i < count; i++) {
            Observation each = observations.get(i);
            double bytes = pattern.share(each.workers()) * each.bytes();
            rows[i] = bytesOnly
                    ? new double[] {bytes}
                    : fixed ? new double[] {1, bytes} : new double[] {1, pattern.rounds(each.workers()), bytes};
            seconds[i] = each.seconds();
        }
        double bound = Byte.SIZE / rate;
        double[] bounds = new double[rows[0].length];
        bounds[bounds.length - 1] = bound;
        RelativeFit fit = new RelativeFit(rows, seconds, bounds);
        Estimate start = bytesOnly ? Estimate.ZERO : fit.estimate(0, 0);
        Estimate beta = fit.estimate(bounds.length - 1, bound);
        if (!(beta.value() > 0)) {
            throw new IllegalArgumentException(pattern + ": the " + count + " times do not grow with the bytes; measure"
                    + " short and long messages, or give the rate of the link, as in FILE,rate=10Gbit");
        }
        Estimate bandwidth = beta.inverted();
        Estimate call = perRound ? Estimate.ZERO : start;
        Estimate alpha = perRound ? start : fixed || bytesOnly ? Estimate.ZERO : fit.estimate(1, 0);
        CallConstants fitted = new CallConstants(pattern, count, workers, call, alpha, bandwidth, 0);
        double worst = observations.stream()
                .mapToDouble(each -> Math.abs(
                        fitted.seconds(pattern, each.workers(), each.bytes(), Point.VALUE) / each.seconds() - 1))
                .max()
                .orElse(0);
        return new CallConstants(pattern, count, workers, call, alpha, bandwidth, worst);
    }

    /** Seconds a byte. */
    public Estimate beta() {
        return bandwidth.inverted();
    }

    /** Whether what a call takes is known apart from what a round takes; else only their sum in groups of one size is. */
    public boolean isSplit() {
        return workers.size() > 1 || pattern == Pattern.SEND || pattern == Pattern.SERVERS;
    }

    /** The duration of a call of this collective, or with the same constants of another one. */
    double seconds(Pattern other, int count, double bytes, Point point) {
        return start(other, count, point) + other.share(count) * bytes * beta().at(point);
    }

    /** The duration of a call without bytes. */
    double start(Pattern other, int count, Point point) {
        double rounds = other.rounds(count);
        return isSplit()
                ? call.at(point) + rounds * alpha.at(point)
                : call.at(point) * (other == Pattern.SERVERS ? 1 : rounds / pattern.rounds(workers.get(0)));
    }

    /** The constants in words. */
    public String words() {
        String starts = call.equals(Estimate.ZERO) && alpha.equals(Estimate.ZERO)
                ? "no delay, as its messages have one size"
                : isSplit()
                        ? "call " + seconds(call) + ", alpha " + seconds(alpha)
                        : "call and alpha together " + seconds(call) + " with " + workers.get(0)
                                + " workers, taken to grow with the rounds elsewhere";
        return pattern + ": " + starts + ", "
                + words(bandwidth, bits -> Quantities.bandwidth(round(bits)) + "/s") + "; " + observations + " times, "
                + (workers.size() == 1 ? "" : "groups of " + workers.toString().replaceAll("[\\[\\]]", "") + ", ")
                + "errors up to " + round(100 * worst) + " %";
    }

    private static String seconds(Estimate estimate) {
        return words(estimate, value -> Quantities.seconds(round(value)));
    }

    /** A constant with its interval, and whether it is at a bound. */
    static String words(Estimate estimate, DoubleFunction<String> unit) {
        String interval = estimate.low() == estimate.high()
                ? ""
                : " (" + unit.apply(estimate.low()) + " to " + unit.apply(estimate.high()) + ")";
        return unit.apply(estimate.value()) + interval + (estimate.atBound() ? " at its bound" : "");
    }

    /** Four digits, which is more than such a constant has. */
    static double round(double value) {
        return value == 0 ? 0 : new BigDecimal(value).round(FOUR_DIGITS).doubleValue();
    }
}
