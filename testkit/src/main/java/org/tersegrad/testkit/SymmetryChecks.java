package org.tersegrad.testkit;

import java.util.List;
import java.util.function.BiConsumer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** Laws of the traits that a {@link Subject} claims: signs, scales, permutations, repetition. */
final class SymmetryChecks {
    static final List<CompressorLaw> LAWS = List.of(
            law(
                    "theNegativeGivesTheNegative",
                    "C(−x) = −C(x)",
                    CompressorLaw.Scope.ODD,
                    Tensors.any(),
                    SymmetryChecks::theNegativeGivesTheNegative),
            law(
                    "aMultipleGivesTheMultiple",
                    "C(2^j x) = 2^j C(x)",
                    CompressorLaw.Scope.SCALES,
                    Tensors.harmless(),
                    SymmetryChecks::aMultipleGivesTheMultiple),
            law(
                    "aPermutationGivesThePermutation",
                    "the order of elements does not matter",
                    CompressorLaw.Scope.PERMUTES,
                    Tensors.harmless(),
                    SymmetryChecks::aPermutationGivesThePermutation),
            law(
                    "twiceIsOnce",
                    "C(C(x)) = C(x)",
                    CompressorLaw.Scope.IDEMPOTENT,
                    Tensors.harmless(),
                    SymmetryChecks::twiceIsOnce));

    private SymmetryChecks() {}

    private static CompressorLaw law(
            String name, String says, CompressorLaw.Scope scope, Tensors tensors, BiConsumer<Subject, Tensor> check) {
        return new CompressorLaw.OfTensors(new Law("SymmetryLaws", name, says), scope, tensors, check);
    }

    private static void theNegativeGivesTheNegative(Subject subject, Tensor tensor) {
        float[] values = tensor.values();
        float[] decoded = compress(subject.compressor(), tensor.shape(), values);
        float[] negated = compress(subject.compressor(), tensor.shape(), times(values, -1f));
        for (int i = 0; i < decoded.length; i++) {
            requireClose(negated[i], -decoded[i], 0, i);
        }
    }

    private static void aMultipleGivesTheMultiple(Subject subject, Tensor tensor) {
        float[] values = tensor.values();
        float[] decoded = compress(subject.compressor(), tensor.shape(), values);
        float factor = Math.scalb(1f, tensor.seed() % 21 - 10);
        float[] scaled = compress(subject.compressor(), tensor.shape(), times(values, factor));
        for (int i = 0; i < decoded.length; i++) {
            requireClose(scaled[i], factor * decoded[i], 0, i);
        }
    }

    /** Checks vectors only: rows keep their order. */
    private static void aPermutationGivesThePermutation(Subject subject, Tensor tensor) {
        Tensor vector = new Tensor(tensor.kind(), 1, tensor.columns(), tensor.seed());
        float[] values = vector.values();
        int[] order = permutation(values.length, vector.seed());
        float[] permuted = new float[values.length];
        for (int i = 0; i < order.length; i++) {
            permuted[i] = values[order[i]];
        }
        float[] decoded = compress(subject.compressor(), vector.shape(), values);
        float[] ofPermuted = compress(subject.compressor(), vector.shape(), permuted);
        for (int i = 0; i < order.length; i++) {
            requireClose(ofPermuted[i], decoded[order[i]], 1e-5f, i);
        }
    }

    private static void twiceIsOnce(Subject subject, Tensor tensor) {
        float[] once = compress(subject.compressor(), tensor.shape(), tensor.values());
        float[] twice = compress(subject.compressor(), tensor.shape(), once);
        for (int i = 0; i < once.length; i++) {
            requireClose(twice[i], once[i], 1e-5f, i);
        }
    }

    private static void requireClose(float actual, float expected, float relative, int i) {
        if (!(Math.abs(actual - expected) <= relative * Math.abs(expected))) {
            throw new AssertionError("element " + i + " is " + actual + ", expected is " + expected);
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
