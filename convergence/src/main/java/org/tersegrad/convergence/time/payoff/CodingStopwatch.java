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
    private static final int LARGEST = 256;

    /**
     * A side of square matrices, and how many workers average them. The largest one is left to a pair, to save time, and comes last:
     * many short calls are compiled sooner than a few long ones.
     */
    private static final int[][] MATRICES = {{64, 2}, {16, 2}, {128, 8}, {16, 8}, {LARGEST, 2}};

    /** The same for vectors, which are short in most models: of one size, so that all take the same time. */
    private static final int[][] VECTORS = {{64, 2}, {64, 8}};

    /**
     * After so many runs that are not much faster than the best one, the JVM has compiled what it will. More of them where most is to be
     * compiled, at first, and where most depends on it, with the largest tensor.
     */
    private static final int WITHOUT_NEWS = 1;

    private static final int CAREFULLY = 4;
    private static final double NEWS = 0.9;

    private static final int MOST_RUNS = 12;
    private static final int PAUSE_MILLIS = 15;

    private CodingStopwatch() {}

    /** Times of matrices, or of vectors with as many elements. */
    static List<CodingTimes.Sample> measure(Reducer reducer, boolean vector) {
        List<CodingTimes.Sample> samples = new ArrayList<>();
        for (int[] each : vector ? VECTORS : MATRICES) {
            int side = each[0];
            int workers = each[1];
            Shape shape = vector ? Shape.vector(side * side) : new Shape(side, side);
            boolean carefully = samples.isEmpty() || side == LARGEST;
            Cost cost = run(reducer, shape, workers, carefully ? CAREFULLY : WITHOUT_NEWS);
            samples.add(new CodingTimes.Sample(
                    reducer.toString(), vector, workers, shape.size(), cost.encodeSeconds(), cost.addSeconds()));
        }
        return samples;
    }

    private static Cost run(Reducer reducer, Shape shape, int workers, int withoutNews) {
        Cost best = once(reducer, shape, workers);
        int news = 0;
        for (int run = 1; run < MOST_RUNS && run <= news + withoutNews; run++) {
            letCompilersWork();
            Cost next = once(reducer, shape, workers);
            if (seconds(next) < NEWS * seconds(best)) {
                news = run;
            }
            best = seconds(next) < seconds(best) ? next : best;
        }
        return best;
    }

    /** Workers take all cores of a small machine, and the JVM's compilers wait for one of them. */
    private static void letCompilersWork() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // what waits next will notice
        }
    }

    private static double seconds(Cost cost) {
        return cost.encodeSeconds() + cost.addSeconds();
    }

    private static Cost once(Reducer reducer, Shape shape, int workers) {
        return RecipeCosts.measured(Policy.of(reducer), workers).of(new ProfileTensor("sample", shape, 0));
    }
}
