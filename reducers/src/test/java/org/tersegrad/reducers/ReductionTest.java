package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.HalfSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.reducers.group.LocalGroup;

/** The calls that interfaces implement for every reduction and every group. */
class ReductionTest {
    private static final Shape SHAPE = Shape.vector(700);

    /** A worker's gradient, each element of which a bfloat16 holds. */
    private static HalfSlice gradient(int rank) {
        HalfSlice halves = HalfSlice.bf16(new short[SHAPE.size()]);
        halves.set(FloatSlice.of(CounterRandom.gaussians(SHAPE.size(), rank)));
        return halves;
    }

    private static FloatSlice floats(HalfSlice halves) {
        FloatSlice floats = FloatSlice.of(new float[halves.length()]);
        halves.copyTo(floats);
        return floats;
    }

    @Test
    void halvesAreReducedAsFloatsAndRoundedOnce() {
        for (Reducer reducer : List.of(new AllReduce(), new Gather(TopK.count(200)))) {
            LocalGroup.run(3, group -> {
                FloatSlice mean = floats(gradient(group.rank()));
                long bits = reducer.reduction(SHAPE, Seed.of(3), group).reduce(mean);
                HalfSlice expected = HalfSlice.bf16(new short[SHAPE.size()]);
                expected.set(mean);
                HalfSlice halves = gradient(group.rank());
                assertThat(reducer.reduction(SHAPE, Seed.of(3), group).reduce(halves))
                        .isEqualTo(bits)
                        .isPositive();
                assertThat(halves.array())
                        .isEqualTo(expected.array())
                        .isNotEqualTo(gradient(group.rank()).array());
                return 0;
            });
        }
    }

    /** Nothing limits a message unless its receiver does. */
    @Test
    void aReceiverHasTheBoundsThatItIsGiven() {
        Collective.Receiver any = (rank, message) -> {};
        assertThat(any.mostBytes(1)).isEqualTo(Integer.MAX_VALUE);
        Collective.Receiver bounded = Collective.Receiver.atMost(rank -> 10 + rank, any);
        assertThat(IntStream.range(0, 3).map(bounded::mostBytes)).containsExactly(10, 11, 12);
    }
}
