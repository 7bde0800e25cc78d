package org.tersegrad.compressors.floats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** Blocks of small floats: the scales, exact cases, and the bits that they take. */
class BlockFloatsTest {
    private static Payload compress(Compressor compressor, float... gradient) {
        Shape shape = Shape.vector(gradient.length);
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        compressor.encoder(shape, Seed.of(1)).encode(FloatSlice.of(gradient), payload);
        return payload;
    }

    /** With 6 in the block the scale is 1; 7.9 has the same scale and saturates, 8 has the next one. */
    @Test
    void mxfp4RoundsToItsEightMagnitudes() {
        assertThat(compress(Mx.fp4(), 6, -0.2f, 0.25f, 0.26f, -0.75f, 1.25f, 1.75f, 2.5f, 2.51f, 3.5f, -5, 5.1f)
                        .decompress())
                .containsExactly(6, 0, 0, 0.5f, -1, 1, 2, 2, 3, 4, -4, 6);
        assertThat(compress(Mx.fp4(), 7.9f, 1f).decompress()).containsExactly(6, 1);
        assertThat(compress(Mx.fp4(), 8f, 0.4f).decompress()).containsExactly(8, 0);
        assertThat(compress(Mx.fp4().stochastic(), 7.9f, 0f).decompress()[0]).isIn(6f, 8f);
    }

    @Test
    void nvfp4KeepsTheLargestOfABlock() {
        float[] gradient = new float[32];
        gradient[3] = -2688f; // scale of the tensor 1, of the block 448
        gradient[4] = 448f;
        gradient[20] = 0.75f; // 6 times 0.125
        gradient[21] = 0.19f; // 1.52 times 0.125
        float[] decoded = compress(Nvfp4.nearest(), gradient).decompress();
        assertThat(decoded[3]).isEqualTo(-2688f);
        assertThat(decoded[4]).isEqualTo(448f);
        assertThat(decoded[20]).isEqualTo(0.75f);
        assertThat(decoded[21]).isEqualTo(0.1875f);
    }

    @ParameterizedTest
    @EnumSource
    void everyValueOfAnElementIsSentExactly(Mx.Element element) {
        Mx mx = Mx.fp8().withElement(element);
        float[] powers = new float[32];
        for (int i = 0; i < 32; i++) {
            powers[i] = Math.scalb(i % 2 == 0 ? 1f : -1f, 40 - i % 3);
        }
        assertThat(compress(mx, powers).decompress()).containsExactly(powers);
        assertThat(compress(mx.stochastic(), powers).decompress()).containsExactly(powers);
    }

    @Test
    void aBlockOf32TakesAByteMore() {
        float[] gradient = CounterRandom.gaussians(1000, 1); // 32 blocks, or 63
        assertThat(compress(Mx.fp8(), gradient).bits()).isEqualTo(8 * (16 + 1 + 32 + 1000));
        assertThat(compress(Mx.fp6(), gradient).bits()).isEqualTo(8 * (16 + 1 + 32 + 750));
        assertThat(compress(Mx.fp4(), gradient).bits()).isEqualTo(8 * (16 + 1 + 32 + 500));
        assertThat(compress(Nvfp4.nearest(), gradient).bits()).isEqualTo(8 * (16 + 5 + 63 + 500));
    }

    /** The error that a Gaussian gradient has with each format, so that no scale is off by a factor. */
    @Test
    void errorsOfAGaussianGradientAreThoseOfTheFormats() {
        float[] gradient = CounterRandom.gaussians(1 << 16, 2);
        assertThat(error(Mx.fp8(), gradient)).isBetween(5e-4, 9e-4);
        assertThat(error(Mx.fp8().withElement(Mx.Element.E5M2), gradient)).isBetween(2e-3, 3.2e-3);
        assertThat(error(Mx.fp6(), gradient)).isBetween(6e-4, 1.2e-3);
        assertThat(error(Mx.fp4(), gradient)).isBetween(0.011, 0.016);
        assertThat(error(Nvfp4.nearest(), gradient)).isBetween(0.007, 0.0105);
        assertThat(error(Mx.fp4().withElement(Mx.Element.E3M0), gradient)).isBetween(0.02, 0.06);
    }

    private static double error(Compressor compressor, float[] gradient) {
        float[] decoded = compress(compressor, gradient).decompress();
        double error = 0;
        double square = 0;
        for (int i = 0; i < gradient.length; i++) {
            error += ((double) decoded[i] - gradient[i]) * ((double) decoded[i] - gradient[i]);
            square += (double) gradient[i] * gradient[i];
        }
        return error / square;
    }
}
