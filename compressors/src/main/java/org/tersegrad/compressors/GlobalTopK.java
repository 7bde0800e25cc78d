package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.codecs.internal.FloatKernels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.LargestMagnitudes;

/**
 * The k largest elements of the sum of everybody's k largest, found by a tree of workers: the volume grows with the logarithm
 * of the number of workers, where that of {@link Gather} grows with the number.
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
 * <p><b>What a memory loses.</b> An entry that a worker sent and that is not in the result is owed by it again. But an entry
 * can be dropped in one branch of the tree while the same index comes to the result through another one. Who sent it sees the
 * index there and takes its own part for sent: that part is lost, and everything taken and owed is less than everything
 * produced. Nothing is lost with one or two workers, or if k is all.
 *
 * <p>S. Shi and others, <i>A distributed synchronous SGD algorithm with global Top-k sparsification for low bandwidth
 * networks</i>, 2019.
 *
 * @param keep how many elements
 */
public record GlobalTopK(Keep keep) implements Reducer {
    /** A fraction of the elements. */
    public static GlobalTopK fraction(double fraction) {
        return new GlobalTopK(new Keep.Fraction(fraction));
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new TreeReduction(shape, group);
    }

    private final class TreeReduction extends StatelessReduction {
        private final int size;
        private final Collective group;
        private final SparseMessage entries;
        private final SparseMessage others;
        private final LargestMagnitudes largest;
        private final SparseMerge merge;
        private final ByteBuffer wire;
        private final int[] lengths;
        private final int[] mine;

        TreeReduction(Shape shape, Collective group) {
            super(GlobalTopK.this, shape);
            this.size = shape.size();
            this.group = group;
            int count = keep.of(size);
            entries = new SparseMessage(count, size);
            others = new SparseMessage(count, size);
            largest = new LargestMagnitudes(size, count);
            merge = new SparseMerge(count);
            wire = ByteBuffer.allocate(entries.maxBytes());
            lengths = new int[group.size()];
            mine = new int[count];
        }

        @Override
        public long reduce(FloatSlice gradient) {
            select(gradient.requireLength(size));
            return average(gradient);
        }

        @Override
        public long reduce(FloatSlice gradient, Memory memory) {
            FloatSlice sum = memory.plus(gradient.requireLength(size));
            select(sum);
            long bits = average(gradient);
            for (int index : entries.indices()) {
                if (Arrays.binarySearch(mine, index) >= 0) {
                    sum.array()[index] = 0f;
                }
            }
            memory.keep(0f, 0f);
            return bits;
        }

        private void select(FloatSlice values) {
            if (largest.select(values.array(), values.offset(), mine) >= FloatKernels.NON_FINITE) {
                throw Finite.refusal(values.array(), values.offset(), size, 0);
            }
            entries.gather(values, mine);
        }

        private long average(FloatSlice mean) {
            long before = group.bitsSent();
            int distance = 1;
            for (; distance < group.size(); distance *= 2) {
                exchange(distance, true);
            }
            while (distance > 1) {
                distance /= 2;
                exchange(distance, false);
            }
            Arrays.fill(mean.array(), mean.offset(), mean.offset() + size, 0f);
            entries.scatter(mean, 1f / group.size());
            return group.bitsSent() - before;
        }

        /** One level of the tree, towards worker 0 or away from it. Those that have nothing to do in it wait for the others. */
        private void exchange(int distance, boolean up) {
            boolean lower = group.rank() % (2 * distance) == 0 && group.rank() + distance < group.size();
            boolean upper = group.rank() % (2 * distance) == distance;
            Arrays.fill(lengths, 0);
            wire.clear();
            if (up ? upper : lower) {
                entries.writeTo(wire);
                lengths[up ? group.rank() - distance : group.rank() + distance] = wire.position();
            }
            group.allToAll(wire.flip(), lengths, up ? this::add : this::take);
        }

        private void add(int rank, ByteBuffer message) {
            if (message.hasRemaining()) {
                others.readFrom(message);
                merge.add(others, entries);
            }
        }

        private void take(int rank, ByteBuffer message) {
            if (message.hasRemaining()) {
                entries.readFrom(message);
            }
        }
    }

    @Override
    public String toString() {
        return "gtopk(" + keep + ")";
    }
}
