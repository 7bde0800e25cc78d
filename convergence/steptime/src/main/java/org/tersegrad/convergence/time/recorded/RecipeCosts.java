package org.tersegrad.convergence.time.recorded;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
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

    private final Policy policy;
    private final BiFunction<Reducer, Shape, Cost> cost;
    private final Optional<Runs> runs;
    private final Map<ProfileTensor, Cost> known = new ConcurrentHashMap<>();
    private final Map<Key, Cost> shapes = new HashMap<>();

    private record Key(Reducer reducer, Shape shape) {}

    private RecipeCosts(Policy policy, BiFunction<Reducer, Shape, Cost> cost, Optional<Runs> runs) {
        this.policy = policy;
        this.cost = cost;
        this.runs = runs;
    }

    /**
     * Costs that a function works out.
     *
     * @param policy chooses the reducer of each tensor
     */
    public RecipeCosts(Policy policy, BiFunction<Reducer, Shape, Cost> cost) {
        this(policy, cost, Optional.empty());
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
        return ofRuns(policy, new Runs(workers, mostFloats, Optional.of(new Stopwatch())));
    }

    /** Costs as if encoding and adding took no time: the same on every machine, and the best that a faster device can hope for. */
    public static RecipeCosts bytesOnly(Policy policy, int workers) {
        return ofRuns(policy, new Runs(workers, MOST_FLOATS, Optional.empty()));
    }

    private static RecipeCosts ofRuns(Policy policy, Runs runs) {
        return new RecipeCosts(policy, runs::cost, Optional.of(runs));
    }

    /** Times these tensors together, so that the times of small and large ones are compared. */
    public RecipeCosts measuring(List<ProfileTensor> tensors) {
        runs.ifPresent(all -> all.run(tensors.stream()
                .map(this::key)
                .distinct()
                .flatMap(key -> all.needed(key).stream())
                .distinct()
                .toList()));
        return this;
    }

    /** Reasons why times among these costs cannot be trusted, and what is used instead; empty if all can. */
    public List<String> doubts() {
        return runs.map(all -> List.copyOf(all.doubts)).orElse(List.of());
    }

    private Key key(ProfileTensor tensor) {
        return new Key(policy.reducer(new NamedTensor(tensor.name(), tensor.shape())), tensor.shape());
    }

    @Override
    public Cost of(ProfileTensor tensor) {
        return known.computeIfAbsent(
                tensor, each -> shapes.computeIfAbsent(key(each), key -> cost.apply(key.reducer(), key.shape())));
    }

    /** Runs of the real reducers, each once. */
    private static final class Runs {
        private final int workers;
        private final int mostFloats;
        private final Optional<Stopwatch> stopwatch;
        private final Map<Key, Cost> costs = new HashMap<>();
        private final Set<String> doubts = new LinkedHashSet<>();

        Runs(int workers, int mostFloats, Optional<Stopwatch> stopwatch) {
            if (workers < 1) {
                throw new IllegalArgumentException("workers: at least 1, not " + workers);
            }
            this.workers = workers;
            this.mostFloats = mostFloats;
            this.stopwatch = stopwatch;
        }

        /** The shape itself, or two smaller ones. */
        List<Key> needed(Key key) {
            Shape shape = key.shape;
            if ((long) shape.size() * workers <= mostFloats) {
                return List.of(key);
            }
            boolean vector = shape.rows() == 1;
            int width = vector ? 1 : shape.columns();
            int large = Math.max(2, mostFloats / workers / width);
            return Stream.of(large, large / 2)
                    .map(length -> new Key(key.reducer, vector ? Shape.vector(length) : new Shape(length, width)))
                    .toList();
        }

        void run(List<Key> keys) {
            List<Key> missing =
                    keys.stream().filter(key -> !costs.containsKey(key)).toList();
            List<Rehearsal> rehearsals = missing.stream()
                    .map(key -> new Rehearsal(key.reducer, key.shape, workers))
                    .toList();
            List<Timing> timings =
                    stopwatch.map(watch -> watch.time(rehearsals)).orElse(List.of());
            for (int i = 0; i < missing.size(); i++) {
                Rehearsal rehearsal = rehearsals.get(i);
                costs.put(missing.get(i), timings.isEmpty() ? rehearsal.untimed() : rehearsal.timed(timings.get(i)));
                if (!timings.isEmpty()) {
                    String what = rehearsal.toString();
                    timings.get(i).doubt().ifPresent(why -> doubts.add(what + ": " + why));
                }
            }
        }

        Cost cost(Reducer reducer, Shape shape) {
            List<Key> keys = needed(new Key(reducer, shape));
            run(keys);
            List<Cost> runs = keys.stream()
                    .map(key -> Objects.requireNonNull(costs.get(key)))
                    .toList();
            Cost more = runs.get(0);
            if (runs.size() == 1) {
                return more;
            }
            Cost less = runs.get(1);
            if (more.calls().size() != less.calls().size()) {
                return scaled(more, shape.size());
            }
            double beyond = (double) (shape.size() - more.elements()) / (more.elements() - less.elements());
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

    @Override
    public String toString() {
        return policy.toString();
    }
}
