package org.tersegrad.compressors.wrappers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.signs.LionSign;
import org.tersegrad.compressors.signs.Sign;
import org.tersegrad.compressors.sparse.TopK;

/** The effects of wrappers, and what they leave alone. */
class WrappersTest {
    @Test
    void clippingShortensLongGradientsOnly() {
        Compressor clip = new Dense().with(new Clip(1f));
        assertThat(clip.compress(3, 4).decompress()).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
        assertThat(clip.compress(0.3f, 0.4f).decompress()).containsExactly(0.3f, 0.4f);
        assertThat(clip.compress(3e38f, -3e38f).decompress())
                .containsExactly(new float[] {0.70710677f, -0.70710677f}, within(1e-6f));
    }

    @Test
    void aGradientOfAnotherLengthLeavesAnEmptyPayload() {
        Compressor clipped = new Dense().with(new Clip(1));
        Encoder encoder = clipped.encoder(Shape.vector(3), Seed.of(1));
        Payload payload = Payload.allocate(clipped.maxBytes(Shape.vector(3)));
        encoder.encode(FloatSlice.of(3f, 4f, 0f), payload);
        assertThat(payload.isEmpty()).isFalse();
        assertThatThrownBy(() -> encoder.encode(FloatSlice.of(3f, 4f), payload))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2");
        assertThat(payload.isEmpty()).isTrue();
    }

    @Test
    void whatIsNotFiniteBecomesZeroOrSkipsTheStep() {
        float[] gradient = {1, Float.NaN, -2, Float.NEGATIVE_INFINITY};
        Compressor zero = new Dense().with(new NonFinite(NonFinite.Policy.ZERO));
        Compressor skip = new Dense().with(new NonFinite(NonFinite.Policy.SKIP));
        assertThat(zero.compress(gradient).decompress()).containsExactly(1, 0, -2, 0);
        assertThat(skip.compress(gradient).decompress()).containsExactly(0, 0, 0, 0);
        assertThat(skip.compress(1, 2).decompress()).containsExactly(1, 2);
        assertThat(gradient[1]).isNaN();
    }

    @Test
    void smallTensorsAreSentAsTheyAre() {
        SkipSmall below = SkipSmall.below(3, new Sign());
        assertThat(below.compress(5, -6).decompress()).containsExactly(5, -6);
        assertThat(below.compress(5, -6, 7).decompress()).containsExactly(1, -1, 1);
        SkipSmall vectors = new SkipSmall(new Sign(), 0, true);
        assertThat(vectors.compress(5, -6, 7).decompress()).containsExactly(5, -6, 7);
        assertThat(vectors.traits(new Shape(2, 2)).guarantee()).isEqualTo(Guarantee.NONE);
    }

    /** The schedule of deep gradient compression: 25 %, 6.3 %, 1.6 %, 0.4 %, then 0.1 %. */
    @Test
    void warmUpKeepsMoreInTheFirstSteps() {
        Compressor warmup = TopK.fraction(0.001).with(new Warmup(4, 2));
        Shape shape = Shape.vector(100_000);
        Encoder encoder = warmup.encoder(shape, Seed.of(1));
        Payload payload = Payload.allocate(warmup.maxBytes(shape));
        float[] gradient = new float[shape.size()];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = 1 + i;
        }
        int[] expected = {25118, 25118, 6309, 6309, 1584, 1584, 398, 398, 100, 100, 100};
        for (int count : expected) {
            encoder.encode(FloatSlice.of(gradient), payload);
            int kept = 0;
            for (float value : payload.decompress()) {
                kept += value != 0 ? 1 : 0;
            }
            assertThat(kept).isEqualTo(count);
        }
    }

    @Test
    void chunksKeepTheirOwn() {
        Chunked chunked = new Chunked(TopK.count(1), 3);
        assertThat(chunked.compress(1, 9, 2, 3, 0, 0, -7).decompress()).containsExactly(0, 9, 0, 3, 0, 0, -7);
        assertThat(chunked.traits(Shape.vector(7)).guarantee()).isEqualTo(new Guarantee.Contractive(1 / 3.0));
        assertThatThrownBy(() -> new Chunked(chunked.with(new Clip(1f)), 4))
                .hasMessageContaining("no chunks of chunks");
        assertThatThrownBy(() -> new Chunked(SkipSmall.below(3, chunked), 4))
                .hasMessageContaining("no chunks of chunks");
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> new Chunked(new Dense(), 0)).hasMessageContaining("not 0");
        assertThatThrownBy(() -> new Clip(Float.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new Warmup(0, 1)).hasMessageContaining("not 0 of 1");
        assertThatThrownBy(() -> SkipSmall.below(-1, new Dense())).hasMessageContaining("-1");
        assertThatThrownBy(() -> TopK.fraction(1.5)).hasMessageContaining("1.5");
        assertThatThrownBy(() -> Qsgd.levels(200).entropyCoded()).hasMessageContaining("1 to 127 levels, not 200");
        assertThatThrownBy(() -> new LionSign(2f, 0f)).hasMessageContaining("beta1");
    }
}
