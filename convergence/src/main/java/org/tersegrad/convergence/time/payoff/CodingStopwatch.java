package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.model.Policy;

/** Measures on this machine how long a reducer encodes and adds: at a few sizes, in a pair and in a small group. */
final class CodingStopwatch {
    /** A side of square matrices, and how many workers average them. The largest one is left to a pair, to save time. */
    private static final int[][] MATRICES = {{16, 2}, {64, 2}, {256, 2}, {16, 8}, {128, 8}};

    /** The same for vectors, which are short in most models. */
    private static final int[][] VECTORS = {{16, 2}, {128, 2}, {16, 8}, {64, 8}};

    private static final int WARM_UP = 1 << 16;

    private CodingStopwatch() {}

    /** Times of matrices, or of vectors with as many elements. */
    static List<CodingTimes.Sample> measure(Reducer reducer, boolean vector) {
        List<CodingTimes.Sample> samples = new ArrayList<>();
        run(
                reducer,
                vector ? Shape.vector(WARM_UP) : new Shape(WARM_UP / 256, 256),
                2); // until the JVM has compiled it
        for (int[] each : vector ? VECTORS : MATRICES) {
            int side = each[0];
            int workers = each[1];
            Shape shape = vector ? Shape.vector(side * side) : new Shape(side, side);
            Cost cost = run(reducer, shape, workers);
            samples.add(new CodingTimes.Sample(
                    reducer.toString(), vector, workers, shape.size(), cost.encodeSeconds(), cost.addSeconds()));
        }
        return samples;
    }

    private static Cost run(Reducer reducer, Shape shape, int workers) {
        return RecipeCosts.measured(Policy.of(reducer), workers).of(new ProfileTensor("sample", shape, 0));
    }
}
