package org.tersegrad.convergence.time.payoff;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.payoff.CodingStopwatch.Subject;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * The costs of recipes for tensors of any size in groups of any size. Calls are recorded, and times are measured, once for each
 * reducer; or the user supplies the times. A plain all-reduce of floats needs neither.
 *
 * <p>Not thread-safe.
 */
public final class RecipeBook {
    private static final Reducer DENSE = ReducerRecipe.parse("dense");

    private final Optional<CodingTimes> given;
    private final double speed;
    private final List<CodingTimes.Sample> measured = new ArrayList<>();
    private final Set<Subject> timed = new HashSet<>();
    private final Map<Subject, RecordedCalls> recordings = new HashMap<>();

    private final Map<Group, Costs> groups = new HashMap<>();

    private record Group(Policy policy, int workers) {}

    private RecipeBook(Optional<CodingTimes> given, double speed) {
        if (!(speed > 0 && speed < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a speed is above 0, not " + speed);
        }
        this.given = given;
        this.speed = speed;
    }

    /**
     * A book with times of this machine.
     *
     * @param speed how many times as fast the workers are, above 0
     */
    public static RecipeBook measuring(double speed) {
        return new RecipeBook(Optional.empty(), speed);
    }

    /** A book with times from elsewhere; nothing is measured, so the same bytes come out each time. */
    public static RecipeBook of(CodingTimes times, double speed) {
        return new RecipeBook(Optional.of(times), speed);
    }

    /** The times that are used: those given, or all that were measured so far. */
    public CodingTimes times() {
        return given.orElseGet(() -> new CodingTimes(measured));
    }

    /**
     * The costs of a recipe or a policy in a group of {@code workers} workers.
     *
     * @throws IllegalArgumentException if times are given, and those of a reducer are not among them; that shows at the first tensor
     */
    public Costs costs(Policy policy, int workers) {
        if (workers < 1) {
            throw new IllegalArgumentException("workers: at least 1, not " + workers);
        }
        return groups.computeIfAbsent(
                new Group(policy, workers),
                group -> new RecipeCosts(policy, (reducer, shape) -> cost(reducer, shape, workers)));
    }

    /**
     * Measures at once what policies need for some tensors and what is not known yet. That is quicker than one reducer after the other, as
     * {@link #costs} measures them.
     */
    public void measure(List<Policy> policies, List<ProfileTensor> tensors) {
        Set<Subject> unknown = new LinkedHashSet<>();
        for (Policy policy : policies) {
            for (ProfileTensor tensor : tensors) {
                Reducer reducer = policy.reducer(new NamedTensor(tensor.name(), tensor.shape()));
                Subject subject = new Subject(reducer, tensor.shape().rows() == 1);
                if (!reducer.equals(DENSE) && !isKnown(subject)) {
                    unknown.add(subject);
                }
            }
        }
        measure(unknown);
    }

    private void measure(Collection<Subject> subjects) {
        CodingStopwatch stopwatch = new CodingStopwatch();
        stopwatch.begin(subjects);
        subjects.forEach(this::calls); // the compilers are still busy
        measured.addAll(stopwatch.finish(subjects.stream()
                .filter(subject -> !isLikeAMatrix(subject, subjects))
                .toList()));
        timed.addAll(subjects);
    }

    /** Whether vectors are sent as matrices are, whose times are then taken for both. */
    private boolean isLikeAMatrix(Subject subject, Collection<Subject> subjects) {
        Subject matrix = new Subject(subject.reducer(), false);
        return subject.vector() && subjects.contains(matrix) && calls(subject).isLike(calls(matrix));
    }

    private RecordedCalls calls(Subject subject) {
        return recordings.computeIfAbsent(subject, key -> new RecordedCalls(key.reducer(), key.vector()));
    }

    private Cost cost(Reducer reducer, Shape shape, int workers) {
        if (reducer.equals(DENSE)) {
            return new Dense(Float.BYTES).of(new ProfileTensor("dense", shape, 0));
        }
        boolean vector = shape.rows() == 1;
        Subject subject = new Subject(reducer, vector);
        CodingTimes times = times(subject);
        CallsByGroup calls = new CallsByGroup(calls(subject));
        String recipe = reducer.toString();
        return new Cost(
                shape.size(),
                calls.of(shape, workers),
                times.encodeSeconds(recipe, vector, shape.size()) / speed,
                times.addSeconds(recipe, vector, workers, shape.size(), calls::messages) / speed);
    }

    private CodingTimes times(Subject subject) {
        if (!isKnown(subject)) {
            measure(List.of(subject));
        }
        return times();
    }

    private boolean isKnown(Subject subject) {
        return given.isPresent() || timed.contains(subject);
    }
}
