package org.tersegrad.reducers.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reduction;

/**
 * Averages the gradients of one embedding table over a group, step after step. All workers of the group call it together. Memory
 * is in proportion to the rows that are touched, unless the table is densified.
 */
public final class RowReduction {
    /** Bytes before the index set. */
    static final int FIELDS = 2 * Integer.BYTES;

    /** An element beyond this counts as this, so that no sum overflows: 2^127 over the number of workers. */
    private final float limit;

    private final RowReducer recipe;
    private final Shape table;
    private final Seed seed;
    private final Collective group;
    private final MergedRows mine;
    private final IndexSetWriter writer = new IndexSetWriter();
    private final IndexSetReader reader = new IndexSetReader();
    private final Payload payload;
    private final ByteBuffer message;
    /** The reduction of the whole table, if it is densified. */
    private final List<Reduction> dense;

    private final List<int[]> indices = new ArrayList<>();
    private final List<float[]> values = new ArrayList<>();
    private SparseRows mean;
    private long step;

    RowReduction(RowReducer recipe, Shape table, Seed seed, Collective group) {
        this.recipe = recipe;
        this.table = table;
        this.seed = seed.fork(group.rank());
        this.group = group;
        mine = new MergedRows(table);
        limit = (float) (0x1p127 / group.size());
        boolean densified = recipe.isDensified(table, group.size());
        dense = densified
                ? List.of((recipe.isExact() ? new AllReduce() : new Gather(recipe.values()))
                        .reduction(table, seed, group))
                : List.of();
        int most = recipe.rows(table) * table.columns();
        payload = Payload.allocate(
                densified ? Payload.HEADER_BYTES : recipe.values().maxBytes(Shape.vector(most)));
        int messageBytes = densified ? 0 : (int) Math.min(Integer.MAX_VALUE - 8, recipe.messageBytes(table));
        message = ByteBuffer.allocate(messageBytes).order(ByteOrder.LITTLE_ENDIAN);
        mean = new SparseRows(new int[0], FloatSlice.of(), table.columns());
    }

    /** Whether the whole table is sent. */
    public boolean isDensified() {
        return !dense.isEmpty();
    }

    /**
     * Averages a gradient; {@link #mean} has the result.
     *
     * @param gradient not modified: this worker's rows, which may be none
     * @return how many bits this worker sent
     * @throws IllegalArgumentException if a row is not of the table, a value is not finite, or there are more different rows
     *     than the recipe allows; then nothing was sent and nothing has changed
     */
    public long reduce(SparseRows gradient) {
        mine.merge(gradient);
        if (mine.count() > recipe.mostRows()) {
            throw new IllegalArgumentException("a step touches at most " + recipe.mostRows()
                    + " different rows, this one touches " + mine.count());
        }
        Finite.bound(mine.values(), 0, mine.values().length, limit);
        long before = group.bitsSent();
        if (isDensified()) {
            reduceTable();
        } else {
            reduceRows();
        }
        step++;
        return group.bitsSent() - before;
    }

    /** The mean of the last step: rows with increasing indices, each once, and zero wherever there is none. */
    public SparseRows mean() {
        return mean;
    }

    private void reduceTable() {
        int width = table.columns();
        float[] whole = new float[table.size()];
        for (int i = 0; i < mine.count(); i++) {
            System.arraycopy(mine.values(), i * width, whole, mine.indices()[i] * width, width);
        }
        dense.get(0).reduce(FloatSlice.of(whole));
        int[] all = new int[table.rows()];
        Arrays.setAll(all, row -> row);
        mean = new SparseRows(all, FloatSlice.of(whole), width);
    }

    private void reduceRows() {
        message.clear().putInt(mine.count()).putInt(0);
        int bytes = writer.write(mine.indices(), 0, mine.count(), table.rows(), message.array(), FIELDS);
        message.putInt(Integer.BYTES, bytes).position(FIELDS + bytes);
        if (mine.count() > 0) {
            Shape shape = Shape.vector(mine.count() * table.columns());
            recipe.values().encoder(shape, seed.fork(step)).encode(FloatSlice.of(mine.values()), payload);
            payload.writeTo(message);
        }
        indices.clear();
        values.clear();
        group.allGather(message.flip(), Collective.Receiver.named(rank -> message.capacity(), this::take));
        average();
    }

    /** Reads and keeps a worker's rows. */
    private void take(int rank, ByteBuffer theirs) {
        ByteBuffer in = theirs.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() < FIELDS) {
            throw new MalformedInputException(0, "the numbers of rows and bytes are cut off");
        }
        int count = in.getInt();
        if (count < 0 || count > recipe.rows(table)) {
            throw new MalformedInputException(0, count + " rows, at most are " + recipe.rows(table));
        }
        int bytes = in.getInt();
        if (bytes < 0 || bytes > in.remaining()) {
            throw new MalformedInputException(
                    Integer.BYTES, bytes + " bytes of indices, " + in.remaining() + " are there");
        }
        byte[] set = new byte[bytes];
        in.get(set);
        indices.add(readIndices(set, count));
        float[] its = new float[count * table.columns()];
        if (count > 0) {
            payload.readFrom(in, its.length);
            Arrays.fill(its, -0f); // to which adding -0.0 gives -0.0
            payload.addTo(FloatSlice.of(its), 1f);
        }
        values.add(its);
        theirs.position(in.position());
    }

    private int[] readIndices(byte[] set, int count) {
        int[] all = new int[count];
        int[] block = new int[IndexSetReader.BLOCK];
        reader.open(set, 0, set.length, count, table.rows());
        int done = 0;
        for (int got = reader.next(block, 0); got > 0; got = reader.next(block, 0)) {
            System.arraycopy(block, 0, all, done, got);
            done += got;
        }
        return all;
    }

    /** All rows that anybody has, and for each what the same values in a whole table would give. */
    private void average() {
        int width = table.columns();
        int[] union = indices.stream()
                .flatMapToInt(Arrays::stream)
                .sorted()
                .distinct()
                .toArray();
        float[] sums = new float[union.length * width];
        int[] having = new int[union.length];
        float weight = 1f / group.size();
        for (int worker = 0; worker < group.size(); worker++) {
            int[] its = indices.get(worker);
            float[] theirs = values.get(worker);
            for (int i = 0; i < its.length; i++) {
                int row = Arrays.binarySearch(union, its[i]);
                having[row]++;
                for (int j = 0; j < width; j++) {
                    int at = row * width + j;
                    float value = theirs[i * width + j];
                    if (!recipe.isExact()) {
                        sums[at] += weight * value;
                    } else {
                        sums[at] = worker == 0 ? value : sums[at] + value;
                    }
                }
            }
        }
        for (int i = 0; i < sums.length && recipe.isExact(); i++) {
            // Who does not have the row adds a zero, which makes 0.0 of -0.0.
            sums[i] = (having[i / width] < group.size() ? sums[i] + 0f : sums[i]) * weight;
        }
        Finite.saturate(sums, 0, sums.length);
        mean = new SparseRows(union, FloatSlice.of(sums), width);
    }
}
