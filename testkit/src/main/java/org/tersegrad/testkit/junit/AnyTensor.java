package org.tersegrad.testkit.junit;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.tersegrad.testkit.Tensor;
import org.tersegrad.testkit.Tensors;

/** Tensors as jqwik generates and shrinks them. */
final class AnyTensor {
    private AnyTensor() {}

    static Arbitrary<Tensor> of(Tensors tensors) {
        return Combinators.combine(
                        Arbitraries.of(tensors.kinds()),
                        Arbitraries.of(Tensors.ROWS),
                        Arbitraries.of(Tensors.COLUMNS),
                        Arbitraries.integers().between(0, Tensors.LARGEST_SEED))
                .as(Tensors::bounded);
    }
}
