package org.tersegrad.contrib.sparse;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.LargestElements;
import org.tersegrad.compressors.sparse.SparseMessage;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.SumLimit;

/**
 * The k largest elements of the sum of all workers' k largest, found by a tree of workers: the volume grows with the logarithm of
 * the number of workers, where that of {@link Gather} grows with the number.
 *
 * <pre>
 *   every worker      has its own Top-k
 *   distance 1, 2, 4, ...   worker r + distance sends its entries to worker r, who adds them to its own
 *                     and keeps the k largest sums
 *   worker 0          has the result and sends it back the same way; mean = result / n
 * </pre>
 *
 * <p>Messages are payloads of {@link TopK}. The order of additions is that of the tree, and the same in every run.
 *
 * <p><b>With a residual</b> nothing is lost. Elements that a worker does not select stay in its own residual; what is dropped when
 * two sets of entries meet goes into the residual of the worker at which they meet, whichever worker produced it. Only the sum over
 * all workers counts, so n times everything taken and the residuals of all workers are everything produced.
 *
 * <p>S. Shi and others, <i>A distributed synchronous SGD algorithm with global Top-k sparsification for low bandwidth
 * networks</i>, 2019.
 *
 * @param keep how many elements
 */
public record GlobalTopK(Keep keep) implements Reducer {
    private static final float[] NOWHERE = {};
    private static final int NOBODY = -1;

    /** A fraction of the elements. */
    public static GlobalTopK fraction(double fraction) {
        return new GlobalTopK(new Keep.Fraction(fraction));
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new TreeReduction(shape, group);
    }

    private final class TreeReduction extends SavedState implements Reduction {
        private final int size;
        private final Collective group;
        private final SparseMessage entries;
        private final SparseMessage others;
        private final LargestElements largest;
        private final SparseMerge merge;
        private final ByteBuffer wire;
        private final int[] lengths;
        private final int[] mine;
        private final SumLimit limit;
        private final Collective.Receiver adding;
        private final Collective.Receiver taking;

        /** The rank whose message is expected in the current exchange, or none. */
        private int expected;

        /** The array that takes the entries that this worker drops; empty if there is no residual. */
        private float[] dropped = NOWHERE;

        TreeReduction(Shape shape, Collective group) {
            super(GlobalTopK.this, shape);
            this.size = shape.size();
            this.group = group;
            int count = keep.of(size);
            entries = new SparseMessage(count, size);
            others = new SparseMessage(count, size);
            largest = new LargestElements(size, count);
            merge = new SparseMerge(count);
            wire = ByteBuffer.allocate(entries.maxBytes());
            adding = Collective.Receiver.named(rank -> wire.capacity(), this::add);
            taking = Collective.Receiver.named(rank -> wire.capacity(), this::take);
            lengths = new int[group.size()];
            mine = new int[count];
            limit = new SumLimit(group.size());
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            select(limit.within(gradient.requireLength(size)));
            return find(NOWHERE).followedBy(() -> average(gradient));
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            FloatSlice sum = limit.plus(residual, gradient.requireLength(size));
            select(sum);
            for (int index : mine) {
                sum.array()[index] = 0f;
            }
            return find(sum.array()).followedBy(() -> {
                residual.keep(0f, 0f);
                average(gradient);
            });
        }

        private void select(FloatSlice values) {
            largest.select(values, mine);
            entries.gather(values, mine);
        }

        /**
         * Makes the entries the result of the tree.
         *
         * @param residual modified: what this worker drops is added; or empty
         */
        private Exchange find(float[] residual) {
            dropped = residual;
            return up(1);
        }

        private Exchange up(int distance) {
            return distance < group.size() ? exchange(distance, true, () -> up(2 * distance)) : down(distance / 2);
        }

        private Exchange down(int distance) {
            return distance > 0 ? exchange(distance, false, () -> down(distance / 2)) : Exchange.DONE;
        }

        private void average(FloatSlice mean) {
            Arrays.fill(mean.array(), mean.offset(), mean.offset() + size, 0f);
            entries.scatter(mean, 1f / group.size());
        }

        /** One level of the tree, towards worker 0 or away from it. Those that have nothing to do in it wait for the others. */
        private Exchange exchange(int distance, boolean up, Supplier<Exchange> then) {
            boolean lower = group.rank() % (2 * distance) == 0 && group.rank() + distance < group.size();
            boolean upper = group.rank() % (2 * distance) == distance;
            int partner = lower ? group.rank() + distance : group.rank() - distance;
            Arrays.fill(lengths, 0);
            wire.clear();
            if (up ? upper : lower) {
                entries.writeTo(wire);
                lengths[partner] = wire.position();
            }
            expected = (up ? lower : upper) ? partner : NOBODY;
            return new Exchange.ToEach(group, wire.flip(), lengths, up ? adding : taking, then);
        }

        private void add(int rank, ByteBuffer message) {
            if (rank == expected) {
                others.readFrom(message);
                merge.add(others, entries, dropped);
            }
        }

        private void take(int rank, ByteBuffer message) {
            if (rank == expected) {
                entries.readFrom(message);
            }
        }
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "gtopk(" + keep + ")";
    }
}
