package org.tersegrad.convergence.time.calibration;

import java.util.List;
import org.tersegrad.convergence.time.Quantities;
import org.tersegrad.convergence.time.traces.HostCopy;

/**
 * The speed of copies between a device and its host: {@code start + bytes beta} seconds a copy, in either direction. A network takes the
 * bandwidth alone.
 *
 * @param observations how many copies were fitted
 * @param start seconds that every copy takes
 * @param bandwidth bits a second
 * @param worst the largest relative error of a fitted copy
 */
public record CopyConstants(int observations, Estimate start, Estimate bandwidth, double worst) {
    public CopyConstants {
        if (!(bandwidth.low() > 0)) {
            throw new IllegalArgumentException("a bandwidth of copies is above 0 bit/s");
        }
    }

    /** Fits constants to at least one copy. If copies have one size, or longer ones are not slower, all of their time counts as that of bytes. */
    static CopyConstants fit(List<HostCopy> copies) {
        boolean starts = copies.stream().mapToDouble(HostCopy::bytes).distinct().count() > 1
                && relative(copies, true).estimate(1, 0).value() > 0;
        return fit(copies, starts);
    }

    private static CopyConstants fit(List<HostCopy> copies, boolean starts) {
        RelativeFit fit = relative(copies, starts);
        Estimate start = starts ? fit.estimate(0, 0) : Estimate.ZERO;
        Estimate beta = fit.estimate(starts ? 1 : 0, 0);
        double worst = copies.stream()
                .mapToDouble(each -> Math.abs((start.value() + each.bytes() * beta.value()) / each.seconds() - 1))
                .max()
                .orElseThrow();
        return new CopyConstants(copies.size(), start, beta.inverted(), worst);
    }

    private static RelativeFit relative(List<HostCopy> copies, boolean starts) {
        double[][] rows = copies.stream()
                .map(each -> starts ? new double[] {1, each.bytes()} : new double[] {each.bytes()})
                .toArray(double[][]::new);
        double[] seconds = copies.stream().mapToDouble(HostCopy::seconds).toArray();
        return new RelativeFit(rows, seconds, new double[rows[0].length]);
    }

    /** The constants in words. */
    public String words() {
        return "copies between device and host: "
                + CallConstants.words(bandwidth, bits -> Quantities.bandwidth(CallConstants.round(bits)) + "/s")
                + ", and " + CallConstants.words(start, value -> Quantities.seconds(CallConstants.round(value)))
                + " each, which networks leave out; "
                + observations + (observations == 1 ? " time" : " times") + ", errors up to "
                + CallConstants.round(100 * worst) + " %";
    }
}
