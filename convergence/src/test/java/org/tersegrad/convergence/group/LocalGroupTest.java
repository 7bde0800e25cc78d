package org.tersegrad.convergence.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.convergence.Gaussian;

@Timeout(60)
class LocalGroupTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 16})
    void sumsAreThoseInTheOrderOfRanks(int workers) {
        for (int length : new int[] {0, 1, 5, 16, 1001}) {
            float[] expected = new float[length];
            for (int w = 0; w < workers; w++) {
                float[] theirs = Gaussian.tensor(length, w);
                for (int i = 0; i < length; i++) {
                    expected[i] = w == 0 ? theirs[i] : expected[i] + theirs[i];
                }
            }
            List<float[]> sums = LocalGroup.run(workers, group -> {
                assertThat(group.size()).isEqualTo(workers);
                float[] mine = new float[length + 3];
                System.arraycopy(Gaussian.tensor(length, group.rank()), 0, mine, 2, length);
                group.allReduceSum(new FloatSlice(mine, 2, length));
                assertThat(mine[0] + mine[1] + mine[length + 2]).isZero();
                int own = group.partStart(length, group.rank() + 1) - group.partStart(length, group.rank());
                long others = group.size() - 1L;
                assertThat(group.bitsSent()).isEqualTo(32 * (length - own + others * own));
                assertThat(group.bitsReceived()).isEqualTo(32 * (others * own + length - own));
                return java.util.Arrays.copyOfRange(mine, 2, length + 2);
            });
            assertThat(sums).hasSize(workers).allSatisfy(sum -> assertThat(sum).isEqualTo(expected));
        }
    }

    @Test
    void maximaPartsAndBroadcasts() {
        List<float[]> results = LocalGroup.run(3, group -> {
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
    void messagesComeInTheOrderOfRanksAndAreCounted() {
        LocalGroup.run(4, group -> {
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
            java.util.Arrays.fill(parcels, (byte) r);
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
            float[] x = Gaussian.tensor(100, group.rank());
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
}
