package org.tersegrad.mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.contrib.group.AllReducers;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/** Every reducer takes a few steps: what comes out, for MPI and for threads. */
final class RecipesOnRanks {
    private static final Shape SHAPE = new Shape(19, 83);
    private static final int STEPS = 3;

    private RecipesOnRanks() {}

    /** {@code args[0]} is the folder for the results. */
    public static void main(String[] args) throws Exception {
        try (MpiGroup group = MpiGroup.world()) {
            Mpirun.say(args[0], group.rank(), String.join("\n", results(group)));
        }
    }

    /** A line for each reducer, with a hash of all means and the bits that were sent. */
    static List<String> results(Collective group) {
        List<String> lines = new ArrayList<>();
        for (Reducer reducer : AllReducers.withAndWithoutErrorFeedback()) {
            lines.add(reducer + ": " + result(reducer, group));
        }
        return lines;
    }

    private static String result(Reducer reducer, Collective group) {
        Reduction reduction = reducer.reduction(SHAPE, Seed.of(5), group);
        int hash = 0;
        long bits = 0;
        for (int step = 0; step < STEPS; step++) {
            float[] gradient = CounterRandom.gaussians(SHAPE.size(), 100L * step + group.rank());
            bits += reduction.reduce(FloatSlice.of(gradient));
            hash = 31 * hash + Arrays.hashCode(gradient);
        }
        return "means " + Integer.toHexString(hash) + ", " + bits + " bits";
    }
}
