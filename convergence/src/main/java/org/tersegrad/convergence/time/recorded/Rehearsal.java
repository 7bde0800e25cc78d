package org.tersegrad.convergence.time.recorded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * Runs a reducer in a group of threads, on made-up gradients, and tells what it costs.
 *
 * @param steps how many; the calls are those of the last step, and the times are medians over the second half
 */
record Rehearsal(int steps) {
    Rehearsal {
        if (steps < 1) {
            throw new IllegalArgumentException("a rehearsal has at least 1 step, not " + steps);
        }
    }

    /** One worker's view. */
    private record Part(List<RecordedCall> calls, double encodeSeconds, double addSeconds) {}

    /** The cost of one tensor of this shape. */
    Cost run(Reducer reducer, Shape shape, int workers) {
        LongSupplier clock = new ThreadClock();
        List<Part> parts = LocalGroup.run(workers, group -> part(reducer, shape, group, clock));
        return new Cost(
                shape.size(),
                RecordedCall.merged(parts.stream().map(Part::calls).toList()),
                parts.stream().mapToDouble(Part::encodeSeconds).max().orElseThrow(),
                parts.stream().mapToDouble(Part::addSeconds).max().orElseThrow());
    }

    private Part part(Reducer reducer, Shape shape, Collective group, LongSupplier clock) {
        RecordingCollective recording = new RecordingCollective(group, clock);
        Reduction reduction = reducer.reduction(shape, Seed.of(1), recording);
        List<Long> encoding = new ArrayList<>();
        List<Long> adding = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            long seed = Seed.of(step).fork(group.rank()).value();
            FloatSlice gradient = FloatSlice.of(CounterRandom.gaussians(shape.size(), seed));
            recording.clear();
            long start = clock.getAsLong();
            Exchange exchange = reduction.begin(gradient);
            encoding.add(clock.getAsLong() - start);
            long after = 0;
            while (exchange != Exchange.DONE) {
                exchange.run();
                long received = clock.getAsLong();
                exchange = exchange.next();
                after += clock.getAsLong() - received;
            }
            adding.add(after + recording.receiverNanos());
        }
        return new Part(recording.calls(), medianSeconds(encoding), medianSeconds(adding));
    }

    /** Of the second half, since the first one is slowed down by the compiler of the JVM. */
    private static double medianSeconds(List<Long> nanos) {
        long[] late = nanos.subList(nanos.size() / 2, nanos.size()).stream()
                .mapToLong(each -> each)
                .toArray();
        Arrays.sort(late);
        return late[late.length / 2] * 1e-9;
    }
}
