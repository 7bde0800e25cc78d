package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.reducers.Reducer;

/**
 * The calls of a reducer in groups of any size P, from runs of the real one with 4 and 8 workers. A message that is as long in both
 * goes to all workers as a whole; it grows by a header for each part, if it has parts. One that is half as long with 8 workers is
 * one of P parts:
 *
 * <pre>
 *   whole:  m + h P          part:  h + m / P
 * </pre>
 *
 * <p>A reducer that makes other calls in a larger group, as one that goes along a tree, or whose messages grow in another way, as sums of
 * more small integers do, is run in a group of the very size that is asked for.
 */
final class RecordedCalls {
    private static final int SIDE = 64;
    private static final int FEW = 4;
    private static final int MANY = 8;

    /** Floats of all workers together in a run of the very size. */
    private static final int MOST_FLOATS = 1 << 20;

    /** With twice the workers a part is half as long, and its header as long as before. */
    private static final double PART = 0.75;

    /** In bytes. Growth by more than this with each worker is no header. */
    private static final double LONGEST_HEADER = 64;

    private final Reducer reducer;
    private final boolean vector;
    private final Shape sample;
    private final List<Call> few;
    private final CallsByShape many;
    private final List<Call> samples;
    private final Map<Integer, CallsByShape> others = new HashMap<>();

    RecordedCalls(Reducer reducer, boolean vector) {
        this.reducer = reducer;
        this.vector = vector;
        sample = vector ? Shape.vector(SIDE * SIDE) : new Shape(SIDE, SIDE);
        few = CallsByShape.run(reducer, sample, FEW);
        many = CallsByShape.record(reducer, vector, SIDE, MANY);
        samples = many.of(sample);
    }

    /** The calls for one tensor in one group. */
    List<Call> of(Shape shape, int workers) {
        if (!isRegular()) {
            return others.computeIfAbsent(workers, this::record).of(shape);
        }
        List<Call> calls = many.of(shape);
        List<Call> scaled = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            double bytes = calls.get(i).bytes();
            double header = header(i);
            double other = isPart(i) ? header + (bytes - header) * MANY / workers : bytes + header * (workers - MANY);
            scaled.add(calls.get(i).withBytes(Math.max(0, other)));
        }
        return scaled;
    }

    /** Whether another reducer, or the same one with another kind of tensor, makes the very calls. */
    boolean isLike(RecordedCalls other) {
        return few.equals(other.few) && samples.equals(other.samples);
    }

    /** Whether calls in another group can be told from these two. */
    boolean isRegular() {
        if (!CallsByShape.areAlike(few, samples)) {
            return false;
        }
        for (int i = 0; i < samples.size(); i++) {
            if (Math.abs(header(i)) > LONGEST_HEADER) {
                return false;
            }
        }
        return true;
    }

    private boolean isPart(int call) {
        return samples.get(call).bytes() < PART * few.get(call).bytes();
    }

    private double header(int call) {
        double inFew = few.get(call).bytes();
        double inMany = samples.get(call).bytes();
        return isPart(call) ? 2 * inMany - inFew : (inMany - inFew) / (MANY - FEW);
    }

    /**
     * Number of whole messages that a worker decodes: those of all workers if they are gathered, one after the other along a tree;
     * a sum or P parts count as one.
     */
    double messages(int workers) {
        if (!CallsByShape.areAlike(few, samples)) {
            return others.computeIfAbsent(workers, this::record).of(sample).size();
        }
        for (int i = 0; i < samples.size(); i++) {
            if (samples.get(i).kind() == Call.Kind.ALL_GATHER && !isPart(i)) {
                return workers;
            }
        }
        return 1;
    }

    private CallsByShape record(int workers) {
        int side = SIDE;
        while (side > 1 && 2L * side * side * workers > MOST_FLOATS) {
            side /= 2;
        }
        return CallsByShape.record(reducer, vector, side, workers);
    }
}
