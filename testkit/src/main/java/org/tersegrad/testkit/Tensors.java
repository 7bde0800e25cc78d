package org.tersegrad.testkit;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.testkit.Tensor.Kind;

/**
 * Tensors of awkward sizes: around the lengths of vectors, blocks and buckets, with a few shapes of several rows.
 *
 * @param kinds of values
 */
public record Tensors(List<Kind> kinds) {
    /** Lengths of rows. */
    public static final List<Integer> COLUMNS = List.of(
            0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 320, 321, 511, 512, 513, 1000, 2560, 5119,
            5120, 5121, 6000);

    /** Numbers of rows; most tensors are vectors. */
    public static final List<Integer> ROWS = List.of(1, 1, 1, 1, 1, 1, 2, 7, 7, 20);

    /** The largest seed of values. */
    public static final int LARGEST_SEED = 10_000;

    private static final int LARGEST = 20_000;

    public Tensors {
        kinds = List.copyOf(kinds);
    }

    /** All kinds of values. */
    public static Tensors any() {
        return new Tensors(List.of(Kind.values()));
    }

    /** Values that neither overflow nor vanish, and whose magnitudes differ. */
    public static Tensors harmless() {
        return new Tensors(List.of(Kind.GAUSSIAN, Kind.HEAVY_TAILED, Kind.ALL_NEGATIVE));
    }

    /** A tensor of at most 20,000 elements; larger ones take long and find no more. */
    public static Tensor bounded(Kind kind, int rows, int columns, int seed) {
        return new Tensor(kind, rows * columns > LARGEST ? 1 : rows, columns, seed);
    }

    /** Tensor number {@code i} of a sequence. */
    public Tensor draw(long seed, int i) {
        long each = CounterRandom.fork(seed, i);
        return bounded(
                kinds.get(below(kinds.size(), each, 0)),
                ROWS.get(below(ROWS.size(), each, 1)),
                COLUMNS.get(below(COLUMNS.size(), each, 2)),
                below(LARGEST_SEED + 1, each, 3));
    }

    /** Tensors that are simpler in one respect, the smallest first. */
    List<Tensor> simpler(Tensor tensor) {
        List<Tensor> simpler = new ArrayList<>();
        for (int columns : COLUMNS) {
            if (columns < tensor.columns()) {
                simpler.add(new Tensor(tensor.kind(), tensor.rows(), columns, tensor.seed()));
            }
        }
        for (int rows : new int[] {1, 2, 7}) {
            if (rows < tensor.rows()) {
                simpler.add(new Tensor(tensor.kind(), rows, tensor.columns(), tensor.seed()));
            }
        }
        for (Kind kind : kinds) {
            if (kind.compareTo(tensor.kind()) < 0) {
                simpler.add(new Tensor(kind, tensor.rows(), tensor.columns(), tensor.seed()));
            }
        }
        for (int seed = 0; seed < Math.min(4, tensor.seed()); seed++) {
            simpler.add(new Tensor(tensor.kind(), tensor.rows(), tensor.columns(), seed));
        }
        return simpler;
    }

    private static int below(int bound, long seed, int position) {
        return Integer.remainderUnsigned(CounterRandom.word(seed, position), bound);
    }
}
