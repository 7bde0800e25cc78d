package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.Loopback;

/** Every recipe over TCP ends with the bits of threads in one process, and sends as many. */
@Tag("any-jdk")
class TcpReducersTest {
    private static final Shape SHAPE = new Shape(19, 83);
    private static final int WORKERS = 3;
    private static final int STEPS = 3;

    /** Means and bits of some steps. */
    @SuppressWarnings("ArrayRecordComponent") // results to look at, never compared as a whole
    private record Outcome(float[] means, long bits) {}

    private static Outcome train(Reducer reducer, Collective group) {
        Reduction reduction = reducer.reduction(SHAPE, Seed.of(5), group);
        float[] means = new float[STEPS * SHAPE.size()];
        long bits = 0;
        for (int step = 0; step < STEPS; step++) {
            float[] gradient = CounterRandom.gaussians(SHAPE.size(), 100L * step + group.rank());
            System.arraycopy(gradient, 0, means, step * SHAPE.size(), SHAPE.size());
            bits += reduction.reduce(new FloatSlice(means, step * SHAPE.size(), SHAPE.size()));
        }
        return new Outcome(means, bits);
    }

    private static List<Outcome> all(Collective group) {
        return AllReducers.withAndWithoutErrorFeedback().stream()
                .map(reducer -> train(reducer, group))
                .toList();
    }

    @Test
    void sameBitsAsThreads() throws Exception {
        List<List<Outcome>> expected = LocalGroup.run(WORKERS, TcpReducersTest::all);
        List<List<Outcome>> outcomes = Loopback.run(WORKERS, TcpReducersTest::all);
        List<Reducer> reducers = AllReducers.withAndWithoutErrorFeedback();
        for (int worker = 0; worker < WORKERS; worker++) {
            for (int i = 0; i < reducers.size(); i++) {
                String recipe = reducers.get(i).toString();
                Outcome there = expected.get(worker).get(i);
                Outcome here = outcomes.get(worker).get(i);
                assertThat(here.means()).as(recipe).isEqualTo(there.means());
                assertThat(here.bits()).as(recipe).isEqualTo(there.bits());
            }
        }
    }
}
