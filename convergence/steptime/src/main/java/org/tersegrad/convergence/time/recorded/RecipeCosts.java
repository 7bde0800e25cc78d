package org.tersegrad.convergence.time.recorded;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * The costs of a recipe or a policy, tensor by tensor. Every shape is worked out once.
 *
 * <p>Costs of runs of the real reducers come from {@link #measured} and {@link #bytesOnly}. A tensor that is too large for a quick run is
 * run at two smaller sizes, with fewer rows, or a shorter row if it has only one; bytes and times then go on along a straight line. That is
 * exact for what sends a fixed share of elements, and for factors of matrices.
 *
 * <p>Threads may share the costs of tensors that one thread has asked for before.
 */
public final class RecipeCosts implements Costs {
    /** Largest number of floats of all workers together in a run; a larger tensor is run at smaller sizes. */
    private static final int MOST_FLOATS = 1 << 21;

    /** Time that a shape is timed for, so that compilers do their work. */
    private static final double TIMED_SECONDS = 0.03;

    private final Policy policy;
    private final BiFunction<Reducer, Shape, Cost> cost;
    private final Map<ProfileTensor, Cost> known = new ConcurrentHashMap<>();
    private final Map<Key, Cost> shapes = new HashMap<>();

    private record Key(Reducer reducer, Shape shape) {}

    /**
     * Costs that a function works out.
     *
     * @param policy chooses the reducer of each tensor
     */
    public RecipeCosts(Policy policy, BiFunction<Reducer, Shape, Cost> cost) {
        this.policy = policy;
        this.cost = cost;
    }

    /** Costs with encoding and adding as this machine does it, on one core a worker. */
    public static RecipeCosts measured(Policy policy, int workers) {
        return measured(policy, workers, MOST_FLOATS);
    }

    /**
     * The same with runs of other sizes.
     *
     * @param mostFloats of all workers together in a run; a larger tensor is run at smaller sizes
     */
    public static RecipeCosts measured(Policy policy, int workers, int mostFloats) {
        return ofRuns(policy, workers, true, mostFloats);
    }

    /** Costs as if encoding and adding took no time: the same on every machine, and the best that a faster device can hope for. */
    public static RecipeCosts bytesOnly(Policy policy, int workers) {
        return ofRuns(policy, workers, false, MOST_FLOATS);
    }

    private static RecipeCosts ofRuns(Policy policy, int workers, boolean timed, int mostFloats) {
        if (workers < 1) {
            throw new IllegalArgumentException("workers: at least 1, not " + workers);
        }
        return new RecipeCosts(policy, (reducer, shape) -> cost(reducer, shape, workers, timed, mostFloats));
    }

    @Override
    public Cost of(ProfileTensor tensor) {
        return known.computeIfAbsent(tensor, each -> {
            Reducer reducer = policy.reducer(new NamedTensor(each.name(), each.shape()));
            return shapes.computeIfAbsent(
                    new Key(reducer, each.shape()), key -> cost.apply(key.reducer(), key.shape()));
        });
    }

    private static Cost cost(Reducer reducer, Shape shape, int workers, boolean timed, int mostFloats) {
        if ((long) shape.size() * workers <= mostFloats) {
            return run(reducer, shape, workers, timed);
        }
        boolean vector = shape.rows() == 1;
        int length = vector ? shape.columns() : shape.rows();
        int width = vector ? 1 : shape.columns();
        int large = Math.max(2, mostFloats / workers / width);
        int small = large / 2;
        Cost more = run(reducer, vector ? Shape.vector(large) : new Shape(large, width), workers, timed);
        Cost less = run(reducer, vector ? Shape.vector(small) : new Shape(small, width), workers, timed);
        if (more.calls().size() != less.calls().size()) {
            return scaled(more, shape.size());
        }
        double beyond = (double) (length - large) / (large - small);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < more.calls().size(); i++) {
            Call call = more.calls().get(i);
            calls.add(call.withBytes(line(call.bytes(), less.calls().get(i).bytes(), beyond)));
        }
        return new Cost(
                shape.size(),
                calls,
                line(more.encodeSeconds(), less.encodeSeconds(), beyond),
                line(more.addSeconds(), less.addSeconds(), beyond));
    }

    /** Scales the cost of a large tensor by element, since a small one may be treated in another way. */
    private static Cost scaled(Cost cost, int elements) {
        double factor = (double) elements / cost.elements();
        List<Call> calls = cost.calls().stream()
                .map(call -> call.withBytes(call.bytes() * factor))
                .toList();
        return new Cost(elements, calls, cost.encodeSeconds() * factor, cost.addSeconds() * factor);
    }

    /** Noise must not make a large tensor cheaper than a small one. */
    private static double line(double more, double less, double beyond) {
        return more + Math.max(0, more - less) * beyond;
    }

    private static Cost run(Reducer reducer, Shape shape, int workers, boolean timed) {
        Rehearsal rehearsal = new Rehearsal(reducer, shape, workers);
        return timed ? rehearsal.run(TIMED_SECONDS) : rehearsal.untimed();
    }

    @Override
    public String toString() {
        return policy.toString();
    }
}
