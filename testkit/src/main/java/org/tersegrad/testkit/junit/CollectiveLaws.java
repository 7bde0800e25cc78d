package org.tersegrad.reducers.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.PairwiseGroup;
import org.tersegrad.reducers.group.RefusedException;

/**
 * What every {@link Collective} keeps: ranks, the order of sums, the bits that are counted, different calls that are found,
 * and a failure that ends the group with its reason and leaves nobody waiting. A group of your own is held to it by a subclass:
 *
 * <pre>
 * class SocketGroupTest extends CollectiveLaws {
 *     protected &lt;R&gt; List&lt;R&gt; run(int workers, LocalGroup.Worker&lt;R&gt; worker) throws Exception {
 *         return threads(workers, rank -&gt; connect(rank, workers), worker);
 *     }
 * }
 * </pre>
 */
public abstract class CollectiveLaws {
    /** Makes one worker's end of a group, on that worker's thread. */
    @FunctionalInterface
    protected interface Connector {
        /** Connects to the other workers. */
        PairwiseGroup connect(int rank) throws Exception;
    }

    /**
     * Runs a new group, every worker in a thread or a process of its own.
     *
     * @return what each returned, in the order of ranks
     * @throws Exception if one of them failed; its message, or that of a cause, contains what that one said
     */
    protected abstract <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception;

    /** The same, for workers that are threads and get their end of the group from {@code connector}. */
    protected static <R> List<R> threads(int workers, Connector connector, LocalGroup.Worker<R> worker)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            List<Callable<R>> tasks = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                int rank = i;
                tasks.add(() -> {
                    try (PairwiseGroup group = connector.connect(rank)) {
                        try {
                            return worker.run(group);
                        } catch (Throwable e) {
                            group.fail(e);
                            throw e;
                        }
                    }
                });
            }
            List<R> results = new ArrayList<>();
            ExecutionException failed = null;
            for (Future<R> future : threads.invokeAll(tasks)) {
                try {
                    results.add(future.get());
                } catch (ExecutionException e) {
                    failed = e;
                }
            }
            if (failed != null) {
                throw failed;
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void sumsAreThoseInTheOrderOfRanks(int workers) throws Exception {
        for (int length : new int[] {0, 1, 5, 16, 1001, 100_000}) {
            float[] expected = new float[length];
            for (int w = 0; w < workers; w++) {
                float[] theirs = CounterRandom.gaussians(length, w);
                for (int i = 0; i < length; i++) {
                    expected[i] = w == 0 ? theirs[i] : expected[i] + theirs[i];
                }
            }
            List<float[]> sums = run(workers, group -> {
                assertThat(group.size()).isEqualTo(workers);
                float[] mine = new float[length + 3];
                System.arraycopy(CounterRandom.gaussians(length, group.rank()), 0, mine, 2, length);
                group.allReduceSum(new FloatSlice(mine, 2, length));
                assertThat(mine[0] + mine[1] + mine[length + 2]).isZero();
                int own = group.partStart(length, group.rank() + 1) - group.partStart(length, group.rank());
                long others = group.size() - 1L;
                assertThat(group.bitsSent()).isEqualTo(32 * (length - own + others * own));
                assertThat(group.bitsReceived()).isEqualTo(32 * (others * own + length - own));
                return Arrays.copyOfRange(mine, 2, length + 2);
            });
            assertThat(sums).hasSize(workers).allSatisfy(sum -> assertThat(sum).isEqualTo(expected));
        }
    }

    @Test
    void maximaPartsAndBroadcasts() throws Exception {
        List<float[]> results = run(3, group -> {
            int r = group.rank();
            float[] most = {r, -r, 5};
            group.allReduceMax(FloatSlice.of(most));
            float[] part = {1, 10, 100, 1000};
            group.reduceScatterSum(FloatSlice.of(part));
            float[] given = {r, r + 0.5f};
            group.broadcast(1, FloatSlice.of(given));
            return new float[] {most[0], most[1], most[2], part[0], part[1], part[2], part[3], given[0], given[1]};
        });
        assertThat(results.get(0)).containsExactly(2, 0, 5, 3, 10, 100, 1000, 1, 1.5f);
        assertThat(results.get(1)).containsExactly(2, 0, 5, 1, 30, 100, 1000, 1, 1.5f);
        assertThat(results.get(2)).containsExactly(2, 0, 5, 1, 10, 300, 3000, 1, 1.5f);
    }

    @Test
    void aBroadcastIsCountedOnceForEachOfTheOthers() throws Exception {
        List<long[]> bits = run(3, group -> {
            group.broadcast(2, FloatSlice.of(new float[10]));
            return new long[] {group.bitsSent(), group.bitsReceived()};
        });
        assertThat(bits.get(0)).containsExactly(0, 320);
        assertThat(bits.get(1)).containsExactly(0, 320);
        assertThat(bits.get(2)).containsExactly(640, 0);
    }

    @Test
    void messagesComeInTheOrderOfRanksAndAreCounted() throws Exception {
        run(4, group -> {
            int r = group.rank();
            List<String> got = new ArrayList<>();
            ByteBuffer mine = ByteBuffer.wrap(new byte[] {9, (byte) r, (byte) (r + 10), 9}, 1, r % 2 + 1);
            group.allGather(mine, (from, message) -> got.add(from + ":" + message.remaining() + ":" + message.get()));
            assertThat(got).containsExactly("0:1:0", "1:2:1", "2:1:2", "3:2:3");
            assertThat(mine.position()).isEqualTo(1);
            assertThat(group.bitsSent()).isEqualTo(8L * 3 * (r % 2 + 1));
            assertThat(group.bitsReceived()).isEqualTo(8L * (6 - (r % 2 + 1)));

            long sent = group.bitsSent();
            got.clear();
            byte[] parcels = new byte[10];
            Arrays.fill(parcels, (byte) r);
            group.allToAll(ByteBuffer.wrap(parcels), new int[] {1, 2, 3, 4}, (from, message) -> {
                byte[] bytes = new byte[message.remaining()];
                message.get(bytes);
                assertThat(bytes).containsOnly(from);
                got.add(from + ":" + bytes.length);
            });
            int mineAlone = r + 1;
            assertThat(got).containsExactly("0:" + mineAlone, "1:" + mineAlone, "2:" + mineAlone, "3:" + mineAlone);
            assertThat(group.bitsSent() - sent).isEqualTo(8L * (10 - mineAlone));
            return r;
        });
    }

    /** Five workers: 0, 2 and 4 are a part, 1 and 3 another; then parts of the parts. */
    @Test
    void partsAreGroupsOfTheirOwn() throws Exception {
        List<List<Float>> results = run(5, group -> {
            Collective part = group.split(group.rank() % 2);
            assertThat(part.size()).isEqualTo(group.rank() % 2 == 0 ? 3 : 2);
            assertThat(part.rank()).isEqualTo(group.rank() / 2);
            long before = group.bitsSent();
            float[] sum = {group.rank(), 1, 2, 3};
            part.allReduceSum(FloatSlice.of(sum));
            assertThat(group.bitsSent() - before).isEqualTo(part.bitsSent()).isPositive();
            List<Integer> got = new ArrayList<>();
            part.allGather(ByteBuffer.wrap(new byte[] {(byte) group.rank()}), (rank, message) -> {
                assertThat(message.get(message.position()) / 2).isEqualTo(rank);
                got.add((int) message.get());
            });
            assertThat(got).hasSize(part.size()).isSorted();
            Collective alone = part.split(part.rank());
            float[] own = {group.rank()};
            alone.allReduceSum(FloatSlice.of(own));
            assertThat(alone.bitsSent()).isZero();
            if (group.rank() % 2 == 1) {
                part.allReduceSum(FloatSlice.of(new float[7])); // a part may do more than another
            }
            float[] all = {1};
            group.allReduceSum(FloatSlice.of(all));
            return List.of(sum[0], own[0], all[0]);
        });
        for (int rank = 0; rank < 5; rank++) {
            assertThat(results.get(rank)).containsExactly(rank % 2 == 0 ? 6f : 4f, (float) rank, 5f);
        }
    }

    /** Those of the same part are told at once, all others with their next call. */
    @Test
    void aFailureInAPartEndsTheGroup() {
        assertThatThrownBy(() -> run(4, group -> {
                    Collective part = group.split(group.rank() % 2);
                    if (group.rank() == 1) {
                        throw new IllegalStateException("disk full");
                    }
                    Throwable thrown = catchThrowable(() -> {
                        part.allReduceSum(FloatSlice.of(1f));
                        group.allReduceSum(FloatSlice.of(1f));
                    });
                    assertThat(thrown).hasMessageContaining("disk full");
                    throw new IllegalStateException("so be it: disk full");
                }))
                .hasStackTraceContaining("disk full");
    }

    @Test
    void differentCallsAreFound() {
        assertThatThrownBy(() -> run(2, group -> {
                    group.allReduceSum(FloatSlice.of(new float[3 + group.rank()]));
                    return 0;
                }))
                .hasStackTraceContaining("allReduceSum of 3")
                .hasStackTraceContaining("allReduceSum of 4");
        assertThatThrownBy(() -> run(2, group -> {
                    if (group.rank() == 0) {
                        group.allGather(ByteBuffer.allocate(3), (rank, message) -> {});
                    } else {
                        group.allReduceSum(FloatSlice.of(1f));
                    }
                    return 0;
                }))
                .hasStackTraceContaining("allGather")
                .hasStackTraceContaining("allReduceSum of 1");
        assertThatThrownBy(() -> run(2, group -> {
                    group.broadcast(2, FloatSlice.of(1f));
                    return 0;
                }))
                .hasStackTraceContaining("a root is from 0 to 1, this is 2");
    }

    /** Whatever the others call, they hear of it in that call, with the first refusal if there are several. */
    @Test
    void aRefusalIsHeardByAllAndTheGroupGoesOn() throws Exception {
        run(4, group -> {
            List<Runnable> calls = List.of(
                    () -> group.allReduceSum(FloatSlice.of(1f, 2f)),
                    () -> group.allReduceMax(FloatSlice.of(1f, 2f)),
                    () -> group.reduceScatterSum(FloatSlice.of(1f, 2f)),
                    () -> group.broadcast(1, FloatSlice.of(1f, 2f)),
                    () -> group.allGather(ByteBuffer.allocate(3), (rank, message) -> {}),
                    () -> group.allToAll(ByteBuffer.allocate(4), new int[] {1, 1, 1, 1}, (rank, message) -> {}),
                    group::barrier);
            for (Runnable call : calls) {
                if (group.rank() % 2 == 1) {
                    group.refuse("disk " + group.rank() + " is full");
                } else {
                    assertThatThrownBy(call::run)
                            .isInstanceOf(RefusedException.class)
                            .hasMessage("worker 1 refused: disk 1 is full");
                }
                FloatSlice ranks = FloatSlice.of(group.rank());
                group.allReduceSum(ranks);
                assertThat(ranks.array()).containsExactly(6f);
            }
            return 0;
        });
    }

    /** Those who wait in a part would not hear of it otherwise. */
    @Test
    void aRefusalEndsAGroupThatWasSplit() {
        Throwable failure = catchThrowable(() -> run(3, group -> {
            Collective part = group.split(group.rank() / 2);
            group.barrier();
            if (group.rank() == 2) {
                group.refuse("disk full");
            }
            part.barrier();
            group.barrier();
            return 0;
        }));
        assertThat(failure).hasStackTraceContaining("worker 2 refused: disk full");
    }

    @Test
    void aWorkerThatEndsLeavesNobodyWaiting() {
        assertThatThrownBy(() -> run(3, group -> {
            if (group.rank() != 1) {
                group.allReduceSum(FloatSlice.of(1f));
            }
            return 0;
        }));
    }

    /** Whoever waits for the worker that fails gets its reason; so does whoever calls later. */
    @Test
    void whatAWorkerThrowsEndsTheGroupForGood() {
        for (int failing = 0; failing < 3; failing++) {
            int rank = failing;
            assertThatThrownBy(() -> run(3, group -> {
                        group.allReduceSum(FloatSlice.of(1f));
                        if (group.rank() == rank) {
                            throw new IllegalStateException("disk full");
                        }
                        for (int later = 0; later < 3; later++) {
                            Throwable thrown = catchThrowable(() -> group.allReduceSum(FloatSlice.of(1f)));
                            assertThat(thrown).hasMessageContaining("worker " + rank + " failed: disk full");
                        }
                        throw new IllegalStateException("so be it: disk full");
                    }))
                    .hasStackTraceContaining("disk full");
        }
    }

    /** Messages of a later round must not come to somebody who is still in an earlier one. */
    @Test
    void aRefusedMessageEndsTheGroupForGood() {
        assertThatThrownBy(() -> run(3, group -> {
                    for (int round = 0; round < 4; round++) {
                        byte[] mine = {(byte) (10 * round + group.rank())};
                        boolean refusing = round == 1 && group.rank() == 1;
                        int inRound = round;
                        Throwable thrown =
                                catchThrowable(() -> group.allGather(ByteBuffer.wrap(mine), (from, message) -> {
                                    if (refusing) {
                                        throw new IllegalStateException("not my language");
                                    }
                                    assertThat(message.get()).isEqualTo((byte) (10 * inRound + from));
                                }));
                        if (round > 1 || refusing) {
                            assertThat(thrown).hasMessageContaining("not my language");
                        }
                    }
                    throw new IllegalStateException("not my language");
                }))
                .hasStackTraceContaining("not my language");
    }

    @Test
    void sumsThatAreNotFiniteNameTheWorkerAndTheElement() {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            for (int call = 0; call < 3; call++) {
                int which = call;
                assertThatThrownBy(() -> run(3, group -> {
                            float[] vector = {1, 2, 3, 4, 5, 6, 7};
                            vector[5] = group.rank() == 1 ? bad : 6;
                            try {
                                switch (which) {
                                    case 0 -> group.allReduceSum(FloatSlice.of(vector));
                                    case 1 -> group.reduceScatterSum(FloatSlice.of(vector));
                                    default -> group.allReduceMax(FloatSlice.of(vector));
                                }
                            } finally {
                                assertThat(which == 1 || vector[0] == 1f)
                                        .as("nothing has changed")
                                        .isTrue();
                            }
                            return 0;
                        }))
                        .hasStackTraceContaining("message of worker 1: element 5 is " + bad);
            }
        }
        assertThatThrownBy(() -> run(2, group -> {
                    group.allReduceSum(FloatSlice.of(1f, 3e38f));
                    return 0;
                }))
                .hasStackTraceContaining(
                        "message of worker 1: element 1 is 3.0E38; the sum is more than a float can hold");
    }
}
