package org.tersegrad.compressors.laws;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.tersegrad.compressors.laws.Tensor.Kind;

/** Tensors of awkward sizes and all kinds of values. */
final class Tensors {
    private Tensors() {}

    static Arbitrary<Tensor> any() {
        return of(Arbitraries.of(Kind.class));
    }

    /** Where nothing overflows or vanishes, and magnitudes differ. */
    static Arbitrary<Tensor> harmless() {
        return of(Arbitraries.of(Kind.GAUSSIAN, Kind.HEAVY_TAILED, Kind.ALL_NEGATIVE));
    }

    static Arbitrary<Tensor> of(Arbitrary<Kind> kinds) {
        Arbitrary<Integer> columns = Arbitraries.of(
                0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 320, 321, 511, 512, 513, 1000, 2560,
                5119, 5120, 5121, 6000);
        Arbitrary<Integer> rows = Arbitraries.frequency(
                net.jqwik.api.Tuple.of(6, 1),
                net.jqwik.api.Tuple.of(1, 2),
                net.jqwik.api.Tuple.of(2, 7),
                net.jqwik.api.Tuple.of(1, 20));
        Arbitrary<Integer> seeds = Arbitraries.integers().between(0, 10_000);
        return Combinators.combine(kinds, rows, columns, seeds).as((kind, row, column, seed) -> {
            // A matrix of more than 20000 elements would take its time for nothing.
            return new Tensor(kind, row * column > 20_000 ? 1 : row, column, seed);
        });
    }
}
