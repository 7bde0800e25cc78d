package org.tersegrad.convergence.time.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.recorded.RepeatingCollective.Round;
import org.tersegrad.reducers.ReducerRecipe;

class RehearsalTest {
    private static final int WORKERS = 4;

    private static Rehearsal rehearsal(String recipe) {
        return new Rehearsal(ReducerRecipe.parse(recipe), new Shape(32, 32), WORKERS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dense",
                "topk(0.05)+ef",
                "int8+twoshot",
                "vote",
                "powersgd(2)+ef",
                "sharedrandomk(0.125)",
                "gtopk(0.05)+ef",
                "acpsgd(2)+ef"
            })
    void oneWorkerGoesOnAlone(String recipe) {
        Rehearsal rehearsal = rehearsal(recipe);
        Stopwatch.Nanos nanos = rehearsal.step();
        assertThat(rehearsal.calls()).isEqualTo(1);
        assertThat(nanos.encode()).isPositive();
        Cost cost = rehearsal.timed(new Timing(2, 3, Optional.empty()));
        assertThat(cost).isEqualTo(new Cost(1024, rehearsal.untimed().calls(), 2, 3));
        assertThat(rehearsal.untimed().encodeSeconds()).isZero();
    }

    /** A group that is split cannot be played by one worker. */
    @Test
    void aHierarchyIsTimedAsAGroup() {
        Rehearsal rehearsal = rehearsal("dense+hierarchical(2)");
        assertThat(rehearsal.step().add()).isPositive();
        assertThat(rehearsal.calls()).isGreaterThan(WORKERS);
        assertThat(rehearsal).hasToString("dense+hierarchical(2), 4 workers, 32 x 32, timed in 4 threads");
    }

    /** Only the clock that it is given counts: one that stands still while a worker waits is CPU time. */
    @Test
    void timesAreThoseOfTheClock() {
        AtomicLong readings = new AtomicLong();
        Rehearsal rehearsal =
                new Rehearsal(ReducerRecipe.parse("vote"), new Shape(32, 32), WORKERS, readings::incrementAndGet);
        // one reading apart: encoding; two rounds of next, and four messages in each of two rounds of receivers
        assertThat(rehearsal.step()).isEqualTo(new Stopwatch.Nanos(1, 2 + 2 * WORKERS));
    }

    @Test
    void othersRepeatTheirMessages() {
        Round gathered = new Round(Call.Kind.ALL_GATHER, new ArrayList<>());
        gathered.add(ByteBuffer.wrap(new byte[] {1}));
        gathered.add(ByteBuffer.wrap(new byte[] {2, 3}));
        Round exchanged = new Round(Call.Kind.ALL_TO_ALL, new ArrayList<>());
        exchanged.add(ByteBuffer.wrap(new byte[] {4}));
        exchanged.add(ByteBuffer.wrap(new byte[] {5}));
        RepeatingCollective group = new RepeatingCollective(2, List.of(gathered, exchanged));
        for (byte step = 10; step < 13; step++) {
            List<Byte> heard = new ArrayList<>();
            group.allGather(ByteBuffer.wrap(new byte[] {step}), (rank, message) -> take(message, heard));
            group.allToAll(
                    ByteBuffer.wrap(new byte[] {step, 99}), new int[] {1, 1}, (rank, message) -> take(message, heard));
            assertThat(heard).containsExactly(step, (byte) 2, (byte) 3, step, (byte) 5);
        }
        assertThatThrownBy(() -> group.allToAll(ByteBuffer.allocate(0), new int[2], (rank, message) -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no ALL_TO_ALL was recorded here");
    }

    private static void take(ByteBuffer message, List<Byte> heard) {
        while (message.hasRemaining()) {
            heard.add(message.get());
        }
    }

    @Test
    void vectorsAreThoseOfWorkersThatAreAlike() {
        RepeatingCollective group = new RepeatingCollective(4, List.of());
        float[] vector = {1, 2, 3, 4, 5, 6, 7, 8};
        group.allReduceMax(FloatSlice.of(vector));
        group.reduceScatterSum(FloatSlice.of(vector));
        assertThat(vector).containsExactly(4, 8, 3, 4, 5, 6, 7, 8);
        group.allReduceSum(FloatSlice.of(vector));
        assertThat(vector).containsExactly(16, 32, 12, 16, 20, 24, 28, 32);
    }
}
