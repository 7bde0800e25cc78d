package org.tersegrad.compressors.laws;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** What holds where a {@link Subject} claims it: signs, scales, permutations, repetition. */
public abstract class SymmetryLaws {
    /** What is tested. */
    protected abstract List<Subject> subjects();

    @Provide
    Arbitrary<Optional<Compressor>> odd() {
        return having(Trait.ODD);
    }

    @Provide
    Arbitrary<Optional<Compressor>> scaling() {
        return having(Trait.SCALES);
    }

    @Provide
    Arbitrary<Optional<Compressor>> permuting() {
        return having(Trait.PERMUTES);
    }

    @Provide
    Arbitrary<Optional<Compressor>> idempotent() {
        return having(Trait.IDEMPOTENT);
    }

    /** One of those that claim it, or nothing, if nobody does: then there is nothing to test. */
    private Arbitrary<Optional<Compressor>> having(Trait trait) {
        List<Optional<Compressor>> claiming = subjects().stream()
                .filter(subject -> subject.has(trait))
                .map(subject -> Optional.of(subject.compressor()))
                .toList();
        return Arbitraries.of(claiming.isEmpty() ? List.of(Optional.empty()) : claiming);
    }

    @Provide
    Arbitrary<Tensor> anyTensor() {
        return Tensors.any();
    }

    @Provide
    Arbitrary<Tensor> harmlessTensor() {
        return Tensors.harmless();
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void theNegativeGivesTheNegative(@ForAll("odd") Optional<Compressor> claimed, @ForAll("anyTensor") Tensor tensor) {
        if (claimed.isEmpty()) {
            return;
        }
        float[] values = tensor.values();
        float[] decoded = compress(claimed.get(), tensor.shape(), values);
        float[] negated = compress(claimed.get(), tensor.shape(), times(values, -1f));
        for (int i = 0; i < decoded.length; i++) {
            requireClose(negated[i], -decoded[i], 0, i);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aMultipleGivesTheMultiple(
            @ForAll("scaling") Optional<Compressor> claimed, @ForAll("harmlessTensor") Tensor tensor) {
        if (claimed.isEmpty()) {
            return;
        }
        float[] values = tensor.values();
        float[] decoded = compress(claimed.get(), tensor.shape(), values);
        float factor = Math.scalb(1f, tensor.seed() % 21 - 10);
        float[] scaled = compress(claimed.get(), tensor.shape(), times(values, factor));
        for (int i = 0; i < decoded.length; i++) {
            requireClose(scaled[i], factor * decoded[i], 0, i);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aPermutationGivesThePermutation(
            @ForAll("permuting") Optional<Compressor> claimed, @ForAll("harmlessTensor") Tensor tensor) {
        if (claimed.isEmpty()) {
            return;
        }
        Assume.that(tensor.rows() == 1);
        float[] values = tensor.values();
        int[] order = permutation(values.length, tensor.seed());
        float[] permuted = new float[values.length];
        for (int i = 0; i < order.length; i++) {
            permuted[i] = values[order[i]];
        }
        float[] decoded = compress(claimed.get(), tensor.shape(), values);
        float[] ofPermuted = compress(claimed.get(), tensor.shape(), permuted);
        for (int i = 0; i < order.length; i++) {
            requireClose(ofPermuted[i], decoded[order[i]], 1e-5f, i);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void twiceIsOnce(@ForAll("idempotent") Optional<Compressor> claimed, @ForAll("harmlessTensor") Tensor tensor) {
        if (claimed.isEmpty()) {
            return;
        }
        float[] once = compress(claimed.get(), tensor.shape(), tensor.values());
        float[] twice = compress(claimed.get(), tensor.shape(), once);
        for (int i = 0; i < once.length; i++) {
            requireClose(twice[i], once[i], 1e-5f, i);
        }
    }

    private static void requireClose(float actual, float expected, float relative, int i) {
        if (!(Math.abs(actual - expected) <= relative * Math.abs(expected))) {
            throw new AssertionError("element " + i + " is " + actual + ", not " + expected);
        }
    }

    private static int[] permutation(int count, int seed) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = Integer.remainderUnsigned(CounterRandom.word(seed, i), i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private static float[] times(float[] values, float factor) {
        float[] product = values.clone();
        for (int i = 0; i < product.length; i++) {
            product[i] *= factor;
        }
        return product;
    }

    private static float[] compress(Compressor compressor, Shape shape, float[] values) {
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        compressor.encoder(shape, Seed.of(11)).encode(FloatSlice.of(values), payload);
        return Messages.decoded(payload);
    }
}
