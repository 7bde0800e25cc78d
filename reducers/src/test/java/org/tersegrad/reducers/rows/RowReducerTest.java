package org.tersegrad.reducers.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.LocalGroup;

class RowReducerTest {
    private static final Shape TABLE = new Shape(200, 5);

    /** Lookups with repeats, zeros of both signs among the values. */
    private static SparseRows rows(Random random, int lookups) {
        int[] indices =
                random.ints(lookups, 0, 40).map(i -> i * 5 % TABLE.rows()).toArray();
        float[] values = new float[lookups * TABLE.columns()];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(4) == 0 ? (random.nextBoolean() ? 0f : -0f) : (float) random.nextGaussian();
        }
        return new SparseRows(indices, FloatSlice.of(values), TABLE.columns());
    }

    /** A whole table, with repeats added in their order. */
    private static float[] densified(SparseRows rows) {
        float[] table = new float[TABLE.size()];
        boolean[] there = new boolean[TABLE.rows()];
        for (int i = 0; i < rows.count(); i++) {
            int row = rows.indices()[i];
            for (int j = 0; j < TABLE.columns(); j++) {
                float value = rows.values().array()[i * TABLE.columns() + j];
                int at = row * TABLE.columns() + j;
                table[at] = there[row] ? table[at] + value : value;
            }
            there[row] = true;
        }
        return table;
    }

    /** The table that the mean stands for. */
    private static float[] table(SparseRows mean) {
        float[] table = new float[TABLE.size()];
        for (int i = 0; i < mean.count(); i++) {
            System.arraycopy(
                    mean.values().array(), i * mean.width(), table, mean.indices()[i] * mean.width(), mean.width());
        }
        return table;
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
        return bits;
    }

    @ParameterizedTest
    @ValueSource(strings = {"dense", "bf16", "half", "dense densified", "bf16 densified"})
    void givesTheBitsOfTheDensePath(String text) {
        boolean densified = text.endsWith("densified");
        String format = text.replace(" densified", "");
        RowReducer reducer = new RowReducer(Recipe.parse(format), densified ? TABLE.rows() : 20);
        Reducer path = format.equals("dense") ? new AllReduce() : new Gather(Recipe.parse(format));
        for (int workers : new int[] {2, 3, 4}) {
            LocalGroup.run(workers, group -> {
                RowReduction reduction = reducer.reduction(TABLE, Seed.of(1), group);
                assertThat(reduction.isDensified()).isEqualTo(densified);
                for (int step = 0; step < 20; step++) {
                    SparseRows rows = rows(new Random(100L * group.rank() + step), 3 * step % 20);
                    float[] expected = densified(rows);
                    path.reduction(TABLE, Seed.of(1), group).reduce(FloatSlice.of(expected));
                    long before = group.bitsSent();
                    assertThat(reduction.reduce(rows)).isEqualTo(group.bitsSent() - before);
                    assertThat(bits(table(reduction.mean()))).isEqualTo(bits(expected));
                    assertThat(reduction.mean().indices()).isSorted().doesNotHaveDuplicates();
                }
                return 0;
            });
        }
    }

    @Test
    void quantizedRowsAreUnbiasedSumsOfWhatWasSent() {
        RowReducer reducer = new RowReducer(Recipe.parse("int8"), 20);
        List<float[]> means = LocalGroup.run(3, group -> {
            RowReduction reduction = reducer.reduction(TABLE, Seed.of(1), group);
            reduction.reduce(rows(new Random(group.rank()), 15));
            return table(reduction.mean());
        });
        float[] exact = LocalGroup.run(3, group -> {
                    float[] table = densified(rows(new Random(group.rank()), 15));
                    new AllReduce().reduction(TABLE, Seed.of(1), group).reduce(FloatSlice.of(table));
                    return table;
                })
                .get(0);
        for (int i = 0; i < exact.length; i++) {
            assertThat(means.get(0)[i]).isCloseTo(exact[i], within(0.1f));
        }
        assertThat(means).allSatisfy(mean -> assertThat(bits(mean)).isEqualTo(bits(means.get(0))));
    }

    /** A few rows of a large table cost what they are, and no memory for the table is needed. */
    @Test
    void sendsWhatIsTouched() {
        Shape huge = new Shape(10_000_000, 200);
        RowReducer reducer = RowReducer.exact(100);
        LocalGroup.run(2, group -> {
            RowReduction reduction = reducer.reduction(huge, Seed.of(1), group);
            float[] values = new float[3 * 200];
            Arrays.fill(values, 1f);
            long bits = reduction.reduce(new SparseRows(new int[] {9_999_999, 5, 5}, FloatSlice.of(values), 200));
            assertThat(bits).isBetween(8L * 2 * 800, 8L * (2 * 800 + 64));
            assertThat(reduction.mean().indices()).containsExactly(5, 9_999_999);
            assertThat(reduction.mean().values().array()).startsWith(2f).endsWith(1f);
            return 0;
        });
        assertThat(reducer.plan(huge, 2)).contains("rows, at most").contains("10000000 x 200 in a group of 2");
        assertThat(RowReducer.exact(200).plan(TABLE, 4)).contains("densified, 6000 bytes, since rows could take");
        assertThat(RowReducer.exact(200).isDensified(TABLE, 1)).isFalse();
    }

    @Test
    void noRowsAtAll() {
        LocalGroup.run(3, group -> {
            RowReduction reduction = RowReducer.exact(4).reduction(TABLE, Seed.of(1), group);
            SparseRows none = new SparseRows(new int[0], FloatSlice.of(), 5);
            reduction.reduce(none);
            assertThat(reduction.mean().count()).isZero();
            reduction.reduce(group.rank() == 1 ? new SparseRows(new int[] {7}, FloatSlice.of(3, 0, 0, 0, 6), 5) : none);
            assertThat(reduction.mean().indices()).containsExactly(7);
            float[] parameters = new float[TABLE.size()];
            reduction.mean().addTo(FloatSlice.of(parameters), -1f);
            assertThat(parameters[35]).isEqualTo(-1f);
            assertThat(parameters[39]).isEqualTo(-2f);
            return 0;
        });
    }

    @Test
    void mistakesAreExplainedAndNothingIsSent() {
        LocalGroup.run(1, group -> {
            RowReduction reduction = RowReducer.exact(2).reduction(TABLE, Seed.of(1), group);
            assertThatThrownBy(() -> reduction.reduce(new SparseRows(new int[] {200}, FloatSlice.of(new float[5]), 5)))
                    .hasMessage("row 0 of the gradient is row 200 of a table that has rows 0 to 199");
            assertThatThrownBy(() ->
                            reduction.reduce(new SparseRows(new int[] {3}, FloatSlice.of(0, 0, Float.NaN, 0, 0), 5)))
                    .hasMessage("value 2 of row 0 of the gradient is NaN, not a finite number");
            assertThatThrownBy(() -> reduction.reduce(new SparseRows(new int[] {3}, FloatSlice.of(1, 2), 2)))
                    .hasMessage("rows of this table have 5 values, these have 2");
            assertThatThrownBy(() ->
                            reduction.reduce(new SparseRows(new int[] {3, 4, 5}, FloatSlice.of(new float[15]), 5)))
                    .hasMessage("a step touches at most 2 different rows, this one touches 3");
            return 0;
        });
        assertThatThrownBy(() -> new SparseRows(new int[] {3}, FloatSlice.of(1, 2, 3), 2))
                .hasMessage("1 rows of 2 values are 2 values, these are 3");
        assertThatThrownBy(() -> RowReducer.exact(0)).hasMessageContaining("1 row or more, not 0");
        assertThatThrownBy(() -> new SparseRows(new int[0], FloatSlice.of(), 0)).hasMessageContaining("not 0");
    }

    /** Every byte of an honest message changed, cut off or added: rejected with the worker's rank, or finite rows. */
    @Test
    void damagedMessagesAreRefused() {
        RowReduction[] made = new RowReduction[1];
        byte[][] sent = new byte[1][];
        LocalGroup.run(1, group -> {
            Collective spying = new Spy(group, sent, new byte[1][]);
            made[0] = new RowReducer(Recipe.parse("bf16"), 20).reduction(TABLE, Seed.of(1), spying);
            made[0].reduce(rows(new Random(1), 12));
            return 0;
        });
        int refused = 0;
        for (int at = 0; at <= sent[0].length; at++) {
            for (int change = 0; change < 3; change++) {
                byte[] message = change == 0 ? Arrays.copyOf(sent[0], at) : sent[0].clone();
                if (change > 0 && at < message.length) {
                    message[at] ^= change == 1 ? 1 : (byte) 0x80;
                } else if (change > 0) {
                    message = Arrays.copyOf(message, at + change);
                }
                byte[][] replaced = {message};
                try {
                    LocalGroup.run(1, group -> {
                        RowReduction reduction = new RowReducer(Recipe.parse("bf16"), 20)
                                .reduction(TABLE, Seed.of(1), new Spy(group, new byte[1][], replaced));
                        reduction.reduce(rows(new Random(1), 12));
                        reduction.mean().values().requireFinite();
                        return 0;
                    });
                } catch (RuntimeException e) {
                    assertThat(e).hasRootCauseInstanceOf(MalformedInputException.class);
                    assertThat(e).hasStackTraceContaining("message of worker 0:");
                    refused++;
                }
            }
        }
        // Index sets have no checksum of their own, so some changes of indices are other indices.
        assertThat(refused).isGreaterThan(2 * sent[0].length);
    }

    /** A group of one whose messages are seen, or replaced. */
    @SuppressWarnings("ArrayRecordComponent") // places to leave something in
    private record Spy(Collective group, byte[][] sent, byte[][] replaced) implements Collective {
        @Override
        public void allGather(ByteBuffer mine, Receiver each) {
            byte[] bytes = new byte[mine.remaining()];
            mine.duplicate().get(bytes);
            sent[0] = bytes;
            group.allGather(ByteBuffer.wrap(replaced[0] == null ? bytes : replaced[0]), each);
        }

        @Override
        public int rank() {
            return group.rank();
        }

        @Override
        public int size() {
            return group.size();
        }

        @Override
        public void allReduceSum(FloatSlice inOut) {
            group.allReduceSum(inOut);
        }

        @Override
        public void allReduceMax(FloatSlice inOut) {
            group.allReduceMax(inOut);
        }

        @Override
        public void reduceScatterSum(FloatSlice inOut) {
            group.reduceScatterSum(inOut);
        }

        @Override
        public void broadcast(int root, FloatSlice inOut) {
            group.broadcast(root, inOut);
        }

        @Override
        public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
            group.allToAll(mine, lengths, each);
        }

        @Override
        public long bitsSent() {
            return group.bitsSent();
        }

        @Override
        public long bitsReceived() {
            return group.bitsReceived();
        }
    }

    @Test
    void rowsAreAddedInTheirOrderAndWithTheirRepeats() {
        float[] table = {9, 0, 0, 0, 0, 0, 0, 9}; // a table of 3 x 2 in the middle
        SparseRows rows = new SparseRows(new int[] {2, 0, 2}, FloatSlice.of(1, 2, 3, 4, 5, 6), 2);
        rows.addTo(new FloatSlice(table, 1, 6), 0.5f);
        assertThat(table).containsExactly(9, 1.5f, 2, 0, 0, 3, 4, 9);
    }
}
