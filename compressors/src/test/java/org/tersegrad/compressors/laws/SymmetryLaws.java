package org.tersegrad.compressors.laws;

import java.util.List;
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
    private static final int TRIES = 1500;

    /** What is tested. */
    protected abstract List<Subject> subjects();

    @Provide
    Arbitrary<Subject> odd() {
        return having(Trait.ODD);
    }

    @Provide
    Arbitrary<Subject> scaling() {
        return having(Trait.SCALES);
    }

    @Provide
    Arbitrary<Subject> permuting() {
        return having(Trait.PERMUTES);
    }

    @Provide
    Arbitrary<Subject> idempotent() {
        return having(Trait.IDEMPOTENT);
    }

    private Arbitrary<Subject> having(Trait trait) {
        return Arbitraries.of(
                subjects().stream().filter(subject -> subject.has(trait)).toList());
    }

    @Provide
    Arbitrary<Tensor> anyTensor() {
        return Tensors.any();
    }

    @Provide
    Arbitrary<Tensor> harmlessTensor() {
        return Tensors.harmless();
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void theNegativeGivesTheNegative(@ForAll("odd") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        float[] values = tensor.values();
        float[] decoded = compress(subject.compressor(), tensor.shape(), values);
        float[] negated = compress(subject.compressor(), tensor.shape(), times(values, -1f));
        for (int i = 0; i < decoded.length; i++) {
            requireClose(negated[i], -decoded[i], 0, i);
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void aMultipleGivesTheMultiple(@ForAll("scaling") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        float[] values = tensor.values();
        float[] decoded = compress(subject.compressor(), tensor.shape(), values);
        float factor = Math.scalb(1f, tensor.seed() % 21 - 10);
        float[] scaled = compress(subject.compressor(), tensor.shape(), times(values, factor));
        for (int i = 0; i < decoded.length; i++) {
            requireClose(scaled[i], factor * decoded[i], 0, i);
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void aPermutationGivesThePermutation(
            @ForAll("permuting") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        Assume.that(tensor.rows() == 1);
        float[] values = tensor.values();
        int[] order = permutation(values.length, tensor.seed());
        float[] permuted = new float[values.length];
        for (int i = 0; i < order.length; i++) {
            permuted[i] = values[order[i]];
        }
        float[] decoded = compress(subject.compressor(), tensor.shape(), values);
        float[] ofPermuted = compress(subject.compressor(), tensor.shape(), permuted);
        for (int i = 0; i < order.length; i++) {
            requireClose(ofPermuted[i], decoded[order[i]], 1e-5f, i);
        }
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void twiceIsOnce(@ForAll("idempotent") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        float[] once = compress(subject.compressor(), tensor.shape(), tensor.values());
        float[] twice = compress(subject.compressor(), tensor.shape(), once);
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
