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
public final class Rehearsal {
    /** The calls of the last one count, which has residuals. */
    private static final int GROUP_STEPS = 2;

    /** Timed steps of a group that has to be timed as a whole. */
    private static final int TIMED_STEPS = 16;

    private final LongSupplier clock = new ThreadClock();
    private final Reducer reducer;
    private final Shape shape;
    private final int workers;
    private final List<Call> calls;
    private final Optional<RehearsedWorker> alone;
    private double encodeSeconds = Double.POSITIVE_INFINITY;
    private double addSeconds = Double.POSITIVE_INFINITY;
    private int steps;

    /** Takes the steps of the group. */
    public Rehearsal(Reducer reducer, Shape shape, int workers) {
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

    /**
     * The calls, and the shortest times of encoding and adding so far.
     *
     * @param seconds for which more steps are taken, at least one
     */
    public Cost run(double seconds) {
        if (alone.isPresent()) {
            long start = System.nanoTime();
            do {
                alone.get().step();
                steps++;
            } while (System.nanoTime() - start < seconds * 1e9);
            note(alone.get().encodeSeconds(), alone.get().addSeconds());
        } else {
            List<RehearsedWorker> all = LocalGroup.run(
                    workers,
                    group -> worker(new RecordingCollective(group, clock)).steps(TIMED_STEPS));
            note(
                    all.stream()
                            .mapToDouble(RehearsedWorker::encodeSeconds)
                            .max()
                            .orElseThrow(),
                    all.stream().mapToDouble(RehearsedWorker::addSeconds).max().orElseThrow());
            steps += TIMED_STEPS * workers;
        }
        return new Cost(shape.size(), calls, encodeSeconds, addSeconds);
    }

    /** Number of steps that have been timed. */
    public int steps() {
        return steps;
    }

    private void note(double encoding, double adding) {
        encodeSeconds = Math.min(encodeSeconds, encoding);
        addSeconds = Math.min(addSeconds, adding);
    }
}
