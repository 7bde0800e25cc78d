package org.tersegrad.convergence.time.published;

import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.calibration.LeastSquares;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.parallel.Device;
import org.tersegrad.convergence.time.parallel.Edge;
import org.tersegrad.convergence.time.parallel.EdgeRecipes;
import org.tersegrad.convergence.time.parallel.ParallelStep;
import org.tersegrad.convergence.time.parallel.Parallelism;
import org.tersegrad.convergence.time.parallel.Transformer;
import org.tersegrad.reducers.model.Policy;

/**
 * The model of parallel training on published tables. Two constants are fitted to the open rows of table 1: the share of an A100's operations
 * that large products get, and the share of all bandwidths that programs get, of memory, NVLink and InfiniBand alike, at most 0.9. They predict
 * table 5 and the pipelines of table 2 as they are. ZeRO 3 is another program: its two constants, the speed of its computations and its share of a
 * link, are those of its first and last open row.
 *
 * @param device with the shares
 * @param zero the speed of ZeRO 3's computations, times that of the device
 * @param zeroShare of a link's bandwidth that ZeRO 3 gets
 * @param fault what is broken on purpose
 */
public record ScalingTables(Device device, double zero, double zeroShare, Fault fault) {
    private static final double NVLINK = 2400e9;
    private static final double INFINIBAND = 200e9;
    private static final int NODE = 8;

    /** A part that is left out of the model on purpose. */
    public enum Fault {
        /** None. */
        NONE,
        /** Stages never wait for each other. */
        NO_BUBBLE,
        /** Activations are never computed again. */
        NO_RECOMPUTATION,
        /** The weights of ZeRO 3 are gathered in no time. */
        NO_WEIGHTS
    }

    /** The model with constants fitted to some rows of table 1, and to two of table 2. */
    public static ScalingTables fitted(List<ScalingRow> rows) {
        double[] shares = new LeastSquares(constants -> residuals(at(constants), rows)).fit(new double[] {0.7, 0.8});
        ScalingTables dense = at(shares);
        List<ScalingRow> partitioned =
                open(2).stream().filter(row -> row.cut().zero() == 3).toList();
        List<ScalingRow> ends = List.of(partitioned.get(0), partitioned.get(partitioned.size() - 1));
        double[] zero =
                new LeastSquares(constants -> residuals(dense.withZero(constants), ends)).fit(new double[] {0.9, 0.6});
        return dense.withZero(zero);
    }

    private ScalingTables withZero(double[] constants) {
        return new ScalingTables(device, constants[0], Math.min(1, constants[1]), fault);
    }

    /** The model with constants fitted to the open rows. */
    public static ScalingTables fitted() {
        return fitted(open(1));
    }

    /** The rows of a table to which constants may be fitted. */
    public static List<ScalingRow> open(int table) {
        return ScalingRow.of(table).stream().filter(ScalingRow::isOpen).toList();
    }

    /** The rows of a table that are only predicted. */
    public static List<ScalingRow> heldOut(int table) {
        return ScalingRow.of(table).stream().filter(row -> !row.isOpen()).toList();
    }

    private static ScalingTables at(double[] shares) {
        Device device = Device.A100.withShares(Math.min(1, shares[0]), Math.min(Device.MOST_OF_A_BANDWIDTH, shares[1]));
        return new ScalingTables(device, 1, 1, Fault.NONE);
    }

    private static double[] residuals(ScalingTables model, List<ScalingRow> rows) {
        return rows.stream()
                .mapToDouble(row -> model.predicted(row) / row.measured().orElseThrow() - 1)
                .toArray();
    }

    /** The same with a fault. */
    public ScalingTables with(Fault other) {
        return new ScalingTables(device, zero, zeroShare, other);
    }

    /** A table's entry for a row, by the constants alone. */
    public double predicted(ScalingRow row) {
        return row.asMeasured(seconds(row));
    }

    /** The prediction, in the unit of speed of a row of the same model: what the cut alone changes. */
    public double predicted(ScalingRow row, ScalingRow unit) {
        return predicted(row) * unit.measured().orElseThrow() / with(Fault.NONE).predicted(unit);
    }

    private double seconds(ScalingRow row) {
        Parallelism cut = row.cut();
        boolean partitioned = cut.zero() == 3;
        double links = partitioned ? zeroShare : device.bytes();
        Device each = partitioned
                ? new Device(zero * device.tflops(), zero * device.gigabytes(), device.matmul(), device.bytes())
                : device;
        Link inner = new Link(0, links * NVLINK);
        Link outer = new Link(0, links * INFINIBAND);
        ParallelStep step = new ParallelStep(
                fault == Fault.NO_RECOMPUTATION ? row.model().with(Transformer.Recompute.NONE) : row.model(),
                cut,
                each,
                new Network(outer, 0, NODE, NODE, inner),
                Collectives.usual(),
                fault == Fault.NO_WEIGHTS ? freeWeights() : EdgeRecipes.NONE);
        return step.graph().end() * (fault == Fault.NO_BUBBLE ? 1 - cut.idleShare() : 1);
    }

    private static EdgeRecipes freeWeights() {
        Cost free = new Cost(0, List.of(new Call(Call.Kind.ALL_GATHER, 0)), 0, 0);
        return new EdgeRecipes(Map.of(Edge.WEIGHTS, Policy.parse("dense")), (policy, workers) -> tensor -> free);
    }
}
