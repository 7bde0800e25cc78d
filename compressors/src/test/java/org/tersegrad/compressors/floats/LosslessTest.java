package org.tersegrad.compressors.floats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;

class LosslessTest {
    /** Reads from bytes with another payload; the sign of zeros is kept by adding to −0. */
    private static int[] decodedBits(Compressor compressor, float[] values) {
        Payload sent = compressor.compress(values);
        ByteBuffer wire = ByteBuffer.allocate(sent.byteLength());
        sent.writeTo(wire);
        Payload received = Payload.allocate(sent.byteLength());
        received.readFrom(wire.flip(), values.length);
        float[] decoded = new float[values.length];
        Arrays.fill(decoded, -0f);
        received.addTo(FloatSlice.of(decoded), 1f);
        return bits(decoded);
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Float.floatToRawIntBits(values[i]);
        }
        return bits;
    }

    /** Any finite float, in three sections: none of its exponents is more likely than others. */
    private static float[] anyFloats(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            int word = CounterRandom.word(5, i);
            float value = Float.intBitsToFloat(word);
            values[i] = Float.isFinite(value) ? value : Float.intBitsToFloat(word & ~(1 << 30));
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 100, 40959, 40960, 40961, 100_000})
    void everyBitArrives(int count) {
        float[] gaussian = CounterRandom.gaussians(count, 3);
        assertThat(decodedBits(Lossless.fp32(), gaussian)).isEqualTo(bits(gaussian));
        float[] any = anyFloats(count);
        assertThat(decodedBits(Lossless.fp32(), any)).isEqualTo(bits(any));
    }

    @Test
    void zerosDenormalsAndTheLargestArrive() {
        float[] values = {0f, -0f, Float.MIN_VALUE, -Float.MIN_VALUE, 0x1p-127f, Float.MAX_VALUE, -Float.MAX_VALUE, 1f};
        assertThat(decodedBits(Lossless.fp32(), values)).isEqualTo(bits(values));
    }

    @Test
    void everyFiniteBf16Arrives() {
        float[] all = new float[1 << 16];
        for (int half = 0; half < all.length; half++) {
            float value = Float.intBitsToFloat(half << 16);
            all[half] = Float.isFinite(value) ? value : 0f;
        }
        assertThat(decodedBits(Lossless.bf16(), all)).isEqualTo(bits(all));
    }

    @Test
    void bf16RoundsAsHalfDoes() {
        float[] values = anyFloats(50_000);
        assertThat(decodedBits(Lossless.bf16(), values)).isEqualTo(decodedBits(Half.bf16(), values));
    }

    /**
     * The exponents of Gaussian numbers have 2.55 bits of entropy, whatever their size; 9 bits more are the sign and 8 of the
     * fraction, or 24 for all of it.
     */
    @ParameterizedTest
    @ValueSource(floats = {1f, 1e-3f, 3e-8f, 1e20f})
    void gaussianGradientsTakeFiveSixthsAndTwoThirds(float size) {
        float[] gradient = CounterRandom.gaussians(1 << 18, 7);
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] *= size;
        }
        double dense = new Dense().compress(gradient).bits();
        double halves = Half.bf16().compress(gradient).bits();
        assertThat(Lossless.fp32().compress(gradient).bits() / dense).isCloseTo(0.831, within(0.003));
        assertThat(Lossless.bf16().compress(gradient).bits() / halves).isCloseTo(0.662, within(0.003));
    }

    /** A table of frequencies would not pay: the exponents are bytes. */
    @Test
    void exponentsThatAreNoiseTakeFourBytesASection() {
        float[] any = anyFloats(50);
        assertThat(Lossless.fp32().compress(any).byteLength())
                .isEqualTo(new Dense().compress(any).byteLength() + 1 + 4);
        assertThat(Lossless.fp32().compress(new float[0]).byteLength()).isEqualTo(16 + 1);
    }
}
