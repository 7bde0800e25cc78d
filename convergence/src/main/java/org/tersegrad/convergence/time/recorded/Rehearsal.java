package org.tersegrad.convergence.time.recorded;

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
 * @param steps how many; the calls are those of the last step, and the times are the shortest, since whatever disturbs a step makes it slower
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
        long encoding = Long.MAX_VALUE;
        long adding = Long.MAX_VALUE;
        float[] gradient = CounterRandom.gaussians(shape.size(), group.rank());
        float[] mean = new float[gradient.length];
        for (int step = 0; step < steps; step++) {
            System.arraycopy(gradient, 0, mean, 0, mean.length);
            recording.clear();
            long start = clock.getAsLong();
            Exchange exchange = reduction.begin(FloatSlice.of(mean));
            encoding = Math.min(encoding, clock.getAsLong() - start);
            long after = 0;
            while (exchange != Exchange.DONE) {
                exchange.run();
                long received = clock.getAsLong();
                exchange = exchange.next();
                after += clock.getAsLong() - received;
            }
            adding = Math.min(adding, after + recording.receiverNanos());
        }
        return new Part(recording.calls(), encoding * 1e-9, adding * 1e-9);
    }
}
