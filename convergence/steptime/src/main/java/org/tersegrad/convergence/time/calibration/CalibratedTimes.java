package org.tersegrad.convergence.time.calibration;

import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.calibration.Estimate.Point;
import org.tersegrad.convergence.time.collectives.CallTimes;

/**
 * Durations of calls from fitted constants. On a network of another bandwidth than the calibrated one all bytes between nodes take
 * longer or shorter in proportion; delays stay.
 *
 * @param link between nodes
 * @param node inside a node, if it is known
 * @param point of the intervals
 */
public record CalibratedTimes(ClusterLink link, Optional<ClusterLink> node, Point point) implements CallTimes {
    /** The same at another point of the intervals. */
    public CalibratedTimes at(Point other) {
        return new CalibratedTimes(link, node, other);
    }

    @Override
    public List<CallTimes> ends() {
        return List.of(at(Point.LOW), at(Point.HIGH));
    }

    @Override
    public String basis(Network network) {
        String workers = link.workers().contains(network.workers())
                ? "measured with " + network.workers() + " workers"
                : "extrapolated to " + network.workers() + " workers";
        boolean same = network.link().bandwidth() == link.link().bandwidth();
        return workers + (same ? ", measured bandwidth" : ", assumed bandwidth");
    }

    private static int workers(Call call, Network network) {
        return call.workers() == Call.EVERYBODY ? network.workers() : call.workers();
    }

    private boolean isInside(Call call, Network network) {
        return node.isPresent() && workers(call, network) <= link.perNode();
    }

    private ClusterLink used(Call call, Network network) {
        return isInside(call, network) ? node.orElse(link) : link;
    }

    /** The pattern of a call with some constants: with those of servers, servers make the sums. */
    private static Pattern pattern(Call call, CallConstants constants) {
        return constants.pattern().kind() == call.kind() ? constants.pattern() : Pattern.of(call.kind());
    }

    /** Seconds without bytes, and seconds a byte. */
    private double[] line(Call call, Network network) {
        int workers = workers(call, network);
        if (network.workers() == 1 || workers == 1) {
            return new double[2];
        }
        ClusterLink used = used(call, network);
        CallConstants constants = used.constants(call.kind());
        Pattern pattern = pattern(call, constants);
        double scale = isInside(call, network)
                ? 1
                : link.link().bandwidth() / network.link().bandwidth();
        double start = pattern == Pattern.SEND
                ? Math.max(1, workers - 1) * constants.start(pattern, 2, point) // one partner after the other
                : constants.start(pattern, workers, point);
        return new double[] {start, pattern.share(workers) * constants.beta().at(point) * scale};
    }

    @Override
    public double seconds(Call call, Network network) {
        double[] line = line(call, network);
        return line[0] + call.bytes() * line[1];
    }

    @Override
    public double sent(Call call, Network network) {
        int workers = workers(call, network);
        if (network.workers() == 1 || workers == 1) {
            return 0;
        }
        Pattern pattern = pattern(call, used(call, network).constants(call.kind()));
        return pattern.share(workers) * call.bytes();
    }

    @Override
    public List<double[]> lines(Call call, Network network) {
        return List.of(line(call, network));
    }
}
