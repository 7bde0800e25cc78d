package org.tersegrad.convergence.time.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.recorded.RepeatingCollective.Round;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * Runs a reducer on made-up gradients, and tells what it costs. A group of threads takes two steps, from which the calls are known. Then
 * worker 0 goes on alone, with the messages that it has got, and is timed: threads on few cores would spend most of the time waiting
 * for each other.
 *
 * <p>Not thread-safe.
 */
public final class Rehearsal implements Stopwatch.Subject {
    /** The calls of the last one count, which has residuals. */
    private static final int GROUP_STEPS = 2;

    /** Steps of a group that has to be timed as a whole; the last one counts. */
    private static final int TIMED_STEPS = 16;

    private final LongSupplier clock;
    private final Reducer reducer;
    private final Shape shape;
    private final int workers;
    private final List<Call> calls;
    private final Optional<RehearsedWorker> alone;

    /** Takes the steps of the group. */
    public Rehearsal(Reducer reducer, Shape shape, int workers) {
        this(reducer, shape, workers, new ThreadClock());
    }

    /** @param clock CPU time of the current thread, in nanoseconds */
    Rehearsal(Reducer reducer, Shape shape, int workers, LongSupplier clock) {
        this.clock = clock;
        this.reducer = reducer;
        this.shape = shape;
        this.workers = workers;
        List<Round> received = new ArrayList<>();
        List<List<RecordedCall>> each = LocalGroup.run(workers, group -> {
            RecordingCollective recording = group.rank() == 0
                    ? new RecordingCollective(group, clock, received)
                    : new RecordingCollective(group, clock);
            return worker(recording).steps(GROUP_STEPS).calls();
        });
        calls = RecordedCall.merged(each);
        alone = alone(received);
    }

    private RehearsedWorker worker(RecordingCollective group) {
        return new RehearsedWorker(reducer, shape, group, clock);
    }

    /** Empty if the reducer splits the group, or does not do in every step what it did in the last one of the group. */
    private Optional<RehearsedWorker> alone(List<Round> received) {
        try {
            RepeatingCollective group = new RepeatingCollective(workers, List.copyOf(received));
            return Optional.of(worker(new RecordingCollective(group, clock)).steps(GROUP_STEPS));
        } catch (IllegalStateException | UnsupportedOperationException | MalformedInputException e) {
            return Optional.empty();
        }
    }

    /** The calls, as if encoding and adding took no time. */
    public Cost untimed() {
        return new Cost(shape.size(), calls, 0, 0);
    }

    /** The calls, with times that were measured. */
    public Cost timed(Timing timing) {
        return new Cost(shape.size(), calls, timing.encodeSeconds(), timing.addSeconds());
    }

    /** Takes a step of one worker; or some of all, in threads, of which the slowest counts. */
    @Override
    public Stopwatch.Nanos step() {
        if (alone.isPresent()) {
            return alone.get().step();
        }
        List<Stopwatch.Nanos> all = LocalGroup.run(
                workers,
                group -> worker(new RecordingCollective(group, clock))
                        .steps(TIMED_STEPS - 1)
                        .step());
        return new Stopwatch.Nanos(
                all.stream().mapToLong(Stopwatch.Nanos::encode).max().orElseThrow(),
                all.stream().mapToLong(Stopwatch.Nanos::add).max().orElseThrow());
    }

    @Override
    public int calls() {
        return alone.isPresent() ? 1 : TIMED_STEPS * workers;
    }

    /** Recipe, group and shape; and whether the whole group was timed. */
    @Override
    public String toString() {
        return reducer + ", " + workers + " workers, " + shape.rows() + " x " + shape.columns()
                + (alone.isPresent() ? "" : ", timed in " + workers + " threads");
    }

    @Override
    public int elements() {
        return shape.size();
    }

    @Override
    public Object family() {
        return List.of(reducer, workers, shape.rows() == 1);
    }

    @Override
    public Optional<Timing> record() {
        return KnownMachine.here().flatMap(machine -> machine.reducer(reducer.toString(), workers, shape.size()));
    }
}
