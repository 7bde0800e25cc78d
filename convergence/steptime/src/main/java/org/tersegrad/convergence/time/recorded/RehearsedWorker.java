package org.tersegrad.convergence.time.recorded;

import java.util.List;
import java.util.function.LongSupplier;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/** One worker that averages a made-up gradient, step by step. */
final class RehearsedWorker {
    private final RecordingCollective group;
    private final LongSupplier clock;
    private final Reduction reduction;
    private final float[] gradient;
    private final float[] mean;

    RehearsedWorker(Reducer reducer, Shape shape, RecordingCollective group, LongSupplier clock) {
        this.group = group;
        this.clock = clock;
        reduction = reducer.reduction(shape, Seed.of(1), group);
        gradient = CounterRandom.gaussians(shape.size(), group.rank());
        mean = new float[gradient.length];
    }

    /** Takes a step; afterwards {@link #calls} are those of this step. */
    Stopwatch.Nanos step() {
        System.arraycopy(gradient, 0, mean, 0, mean.length);
        group.clear();
        long start = clock.getAsLong();
        Exchange exchange = reduction.begin(FloatSlice.of(mean));
        long encoding = clock.getAsLong() - start;
        long adding = 0;
        while (exchange != Exchange.DONE) {
            exchange.run();
            long received = clock.getAsLong();
            exchange = exchange.next();
            adding += clock.getAsLong() - received;
        }
        return new Stopwatch.Nanos(encoding, adding + group.receiverNanos());
    }

    RehearsedWorker steps(int count) {
        for (int i = 0; i < count; i++) {
            Stopwatch.Nanos unused = step();
        }
        return this;
    }

    List<RecordedCall> calls() {
        return group.calls();
    }
}
