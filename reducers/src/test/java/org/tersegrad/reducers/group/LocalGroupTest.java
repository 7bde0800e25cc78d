package org.tersegrad.reducers.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;

class LocalGroupTest {
    @Test
    void whatAWorkerThrowsEndsTheGroup() {
        IllegalStateException thrown = new IllegalStateException("disk full");
        assertThatThrownBy(() -> LocalGroup.run(4, group -> {
                    group.allReduceSum(FloatSlice.of(1f));
                    if (group.rank() == 2) {
                        throw thrown;
                    }
                    group.allReduceSum(FloatSlice.of(1f));
                    return 0;
                }))
                .isInstanceOf(GroupFailedException.class)
                .hasMessage("worker 2 failed: disk full")
                .hasCause(thrown);
        assertThatThrownBy(() -> LocalGroup.run(3, group -> {
                    group.allGather(ByteBuffer.allocate(3), (rank, message) -> {
                        if (group.rank() == 1) {
                            throw new StackOverflowError("deep");
                        }
                    });
                    return 0;
                }))
                .hasMessage("worker 1 failed: deep")
                .hasCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    void workersThatDoNotDoTheSameAreFoundOut() {
        assertThatThrownBy(() -> LocalGroup.run(3, group -> {
                    if (group.rank() != 1) {
                        group.allReduceSum(FloatSlice.of(1f));
                    }
                    return 0;
                }))
                .isInstanceOf(GroupFailedException.class)
                .hasMessageContaining("ended while others");
        assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                    group.allReduceSum(FloatSlice.of(new float[3 + group.rank()]));
                    return 0;
                }))
                .isInstanceOf(GroupFailedException.class)
                .hasMessageContaining("allReduceSum of 3")
                .hasMessageContaining("allReduceSum of 4");
        assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                    group.broadcast(2, FloatSlice.of(1f));
                    return 0;
                }))
                .hasMessageContaining("a root is from 0 to 1, this is 2");
        assertThatThrownBy(() -> LocalGroup.run(0, group -> 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Messages of a later round must not reach a worker that is still in an earlier one. */
    @Test
    void afterARefusalEveryCallHasItsCause() {
        IllegalStateException thrown = new IllegalStateException("not my language");
        List<List<Throwable>> later = LocalGroupTest.<List<Throwable>>runAndIgnoreTheFailure(3, group -> {
            List<Throwable> failures = new ArrayList<>();
            for (int round = 0; round < 4; round++) {
                byte[] mine = {(byte) (10 * round + group.rank())};
                boolean refusing = round == 1 && group.rank() == 1;
                int inRound = round;
                try {
                    group.allGather(ByteBuffer.wrap(mine), (from, message) -> {
                        if (refusing) {
                            throw thrown;
                        }
                        assertThat(message.get()).isEqualTo((byte) (10 * inRound + from));
                    });
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            }
            for (Runnable call : List.<Runnable>of(
                    () -> group.allReduceSum(FloatSlice.of(1f)),
                    () -> group.allReduceMax(FloatSlice.of(1f)),
                    () -> group.reduceScatterSum(FloatSlice.of(1f)),
                    () -> group.broadcast(0, FloatSlice.of(1f)),
                    () -> group.allToAll(ByteBuffer.allocate(3), new int[3], (from, message) -> {}))) {
                try {
                    call.run();
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            }
            return failures;
        });
        for (int rank = 0; rank < 3; rank++) {
            List<Throwable> failures = later.get(rank);
            assertThat(failures).as("worker %d", rank).hasSize(8);
            if (rank == 1) {
                assertThat(failures.remove(0)).isSameAs(thrown);
            }
            assertThat(failures)
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(GroupFailedException.class)
                            .hasMessage("worker 1 failed: not my language")
                            .hasCause(thrown));
        }
    }

    /** The results of the workers, by rank, though their group has failed. */
    private static <R> List<R> runAndIgnoreTheFailure(int workers, LocalGroup.Worker<R> worker) {
        Map<Integer, R> results = new ConcurrentHashMap<>();
        CountDownLatch ended = new CountDownLatch(workers);
        assertThatThrownBy(() -> LocalGroup.run(workers, group -> {
                    try {
                        results.put(group.rank(), worker.run(group));
                    } finally {
                        ended.countDown();
                    }
                    return 0;
                }))
                .isInstanceOf(GroupFailedException.class);
        assertThatCode(ended::await).doesNotThrowAnyException();
        return IntStream.range(0, workers).mapToObj(results::get).toList();
    }

    @Test
    void sumsThatAreNotFiniteAreMalformedInput() {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            for (int call = 0; call < 3; call++) {
                int which = call;
                assertThatThrownBy(() -> LocalGroup.run(3, group -> {
                            float[] vector = {1, 2, 3, 4, 5, 6, 7};
                            vector[5] = group.rank() == 1 ? bad : 6;
                            try {
                                switch (which) {
                                    case 0 -> group.allReduceSum(FloatSlice.of(vector));
                                    case 1 -> group.reduceScatterSum(FloatSlice.of(vector));
                                    default ->
                                        group.allReduceMax(
                                                FloatSlice.of(vector)); // also where the other maximum is larger
                                }
                            } finally {
                                assertThat(vector[0]).isEqualTo(1f); // nothing has changed
                            }
                            return 0;
                        }))
                        .isInstanceOf(GroupFailedException.class)
                        .hasCauseInstanceOf(MalformedInputException.class)
                        .hasMessageContaining("message of worker 1: element 5 is " + bad);
            }
        }
        assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                    group.allReduceSum(FloatSlice.of(1f, 3e38f));
                    return 0;
                }))
                .hasMessageContaining(
                        "message of worker 1: element 1 is 3.0E38; the sum is more than a float can hold");
    }

    /** The caller does not wait for a worker that waits for something else; that one is interrupted. */
    @Test
    void aWorkerThatWaitsForSomethingElseIsInterrupted() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                    if (group.rank() == 1) {
                        throw new IllegalStateException("disk full");
                    }
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    return 0;
                }))
                .isInstanceOf(GroupFailedException.class)
                .hasMessage("worker 1 failed: disk full");
        interrupted.await();
    }

    /** A caller that is interrupted while it waits for a group gets a failure and is still interrupted. */
    @Test
    void anInterruptedCallerStaysInterrupted() {
        CountDownLatch never = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        try {
            assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                        if (group.rank() == 0) { // one interrupt, or the second one could reach the next test
                            caller.interrupt();
                        }
                        never.await();
                        return 0;
                    }))
                    .isInstanceOf(GroupFailedException.class)
                    .hasMessageContaining("the group was interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aGroupInsideAGroupIsInterrupted() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                    if (group.rank() == 1) {
                        inside.await();
                        throw new IllegalStateException("disk full");
                    }
                    return LocalGroup.run(2, inner -> {
                        inside.countDown();
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            interrupted.countDown();
                        }
                        return 0;
                    });
                }))
                .isInstanceOf(GroupFailedException.class)
                .hasMessage("worker 1 failed: disk full");
        interrupted.await();
    }

    /** Each of the outer workers waits in a group of its own for what the other one would have said. */
    @Test
    void aFailureInAGroupInsideAGroupReachesTheCaller() {
        assertThatThrownBy(() -> LocalGroup.run(
                        2,
                        group -> LocalGroup.run(2, inner -> {
                            if (group.rank() == 1 && inner.rank() == 1) {
                                throw new IllegalStateException("disk full");
                            }
                            if (group.rank() == 0 && inner.rank() == 0) {
                                group.allReduceSum(FloatSlice.of(1f));
                            }
                            inner.allReduceSum(FloatSlice.of(1f));
                            return 0;
                        })))
                .isInstanceOf(GroupFailedException.class)
                .hasMessage("worker 1 failed: worker 1 failed: disk full")
                .hasRootCauseMessage("disk full");
    }

    /** Under load, with workers that come when they please, the bits stay the same. */
    @Test
    void noScheduleChangesAnything() {
        List<float[]> first = manySteps();
        for (int i = 0; i < 5; i++) {
            assertThat(manySteps()).usingRecursiveComparison().isEqualTo(first);
        }
    }

    private static List<float[]> manySteps() {
        return LocalGroup.run(8, group -> {
            float[] x = CounterRandom.gaussians(100, group.rank());
            for (int step = 0; step < 50; step++) {
                if ((step + group.rank()) % 7 == 0) {
                    Thread.sleep(1);
                }
                group.allReduceSum(FloatSlice.of(x));
                for (int i = 0; i < x.length; i++) {
                    x[i] = x[i] * 0.11f + group.rank();
                }
            }
            return x;
        });
    }

    @Test
    void messagesThatAreNotThereAreRejected() {
        for (int[] lengths : new int[][] {{2, 2}, {1}, {1, 1, 1}}) {
            int sum = Arrays.stream(lengths).sum();
            assertThatThrownBy(() -> LocalGroup.run(2, group -> {
                        group.allToAll(ByteBuffer.allocate(3), lengths, (rank, message) -> {});
                        return 0;
                    }))
                    .hasStackTraceContaining("messages for " + lengths.length + " of 2 workers with " + sum
                            + " bytes, of which 3 are there");
        }
    }
}
