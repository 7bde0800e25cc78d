package org.tersegrad.compressors.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** Top-k with a residual makes the sums while it selects among them; nothing but time may tell. */
class TopKResidualTest {
    private static final int SIZE = 50_000;

    /** Step after step of other sizes, so that the guess of the last step is often wrong and there are several passes. */
    private static FloatSlice gradient(int step) {
        float[] floats = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            floats[i] = Math.scalb((float) CounterRandom.word(step, i), 11 * step % 64 - 60);
        }
        return FloatSlice.of(floats);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.01, 0.5, 1})
    void sendsWhatThreeCallsSend(double fraction) {
        TopK topK = TopK.fraction(fraction);
        Shape shape = Shape.vector(SIZE);
        Encoder encoder = topK.encoder(shape, Seed.of(1));
        Encoder twin = topK.encoder(shape, Seed.of(1));
        Residual residual = new Residual(SIZE);
        Residual twins = new Residual(SIZE);
        Payload payload = Payload.allocate(topK.maxBytes(shape));
        Payload expected = Payload.allocate(topK.maxBytes(shape));
        for (int step = 0; step < 8; step++) {
            encoder.encode(gradient(step), residual, payload);
            twin.encode(twins.plus(gradient(step)), expected);
            twins.keepUnsent(expected);
            assertThat(payload.decompress()).as("step %d", step).isEqualTo(expected.decompress());
        }
        assertThat(floats(residual)).isEqualTo(floats(twins));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.01, 0.5, 1})
    void namesTheFirstElementThatIsNotFinite(double fraction) {
        TopK topK = TopK.fraction(fraction);
        Shape shape = Shape.vector(SIZE);
        Encoder encoder = topK.encoder(shape, Seed.of(1));
        Residual residual = new Residual(SIZE);
        Payload payload = Payload.allocate(topK.maxBytes(shape));
        encoder.encode(gradient(1), residual, payload);
        float[] before = floats(residual);
        FloatSlice bad = gradient(2);
        for (int i = 20_000; i < SIZE; i++) { // some of them in any sample
            bad.array()[i] = Float.NaN;
        }
        assertThatThrownBy(() -> encoder.encode(bad, residual, payload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("element 20000 ");
        assertThat(floats(residual)).isEqualTo(before);
    }

    private static float[] floats(Residual residual) {
        FloatSlice sum = FloatSlice.of(new float[SIZE]);
        residual.addTo(sum, 1f);
        return sum.array();
    }
}
