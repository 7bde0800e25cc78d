package org.tersegrad.compressors.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** Top-k with a threshold that a sample guesses. */
class SampledTopKTest {
    private static final int SIZE = 100_000;
    private static final float[] NUMBERS = CounterRandom.gaussians(SIZE, 7);

    private static int[] kept(TopK recipe, Seed seed) {
        Payload payload = Payload.allocate(recipe.maxBytes(Shape.vector(SIZE)));
        Encoder encoder = recipe.encoder(Shape.vector(SIZE), seed);
        encoder.encode(FloatSlice.of(NUMBERS), payload);
        return payload.entries().orElseThrow().indices();
    }

    /** With 1 % of the elements and k = 1000, ten of the sample decide: mostly between 400 and 1000 are sent. */
    @Test
    void aboutAsManyAsWantedAndNeverMore() {
        int fewer = 0;
        for (int i = 0; i < 30; i++) {
            int count = kept(TopK.fraction(0.01).withSample(0.01), Seed.of(i)).length;
            assertThat(count).isBetween(100, 1000);
            fewer += count < 1000 ? 1 : 0;
        }
        assertThat(fewer).isBetween(5, 25); // about half of the thresholds are too high
    }

    @Test
    void whatIsSentAreTheLargest() {
        int[] exact = kept(TopK.fraction(0.01), Seed.of(1));
        for (int i = 0; i < 10; i++) {
            int[] some = kept(TopK.fraction(0.01).withSample(0.01), Seed.of(i));
            float least = Float.MAX_VALUE;
            for (int index : some) {
                least = Math.min(least, Math.abs(NUMBERS[index]));
            }
            float limit = least;
            assertThat(some)
                    .isEqualTo(Arrays.stream(exact)
                            .filter(index -> Math.abs(NUMBERS[index]) >= limit)
                            .toArray());
        }
    }

    @Test
    void everyStepDrawsAnotherSampleAndEverySeedTheSameAgain() {
        TopK recipe = TopK.fraction(0.01).withSample(0.01);
        assertThat(kept(recipe, Seed.of(3))).isEqualTo(kept(recipe, Seed.of(3)));
        Encoder encoder = recipe.encoder(Shape.vector(SIZE), Seed.of(3));
        Payload payload = Payload.allocate(recipe.maxBytes(Shape.vector(SIZE)));
        int[] lengths = new int[10];
        for (int i = 0; i < lengths.length; i++) {
            encoder.encode(FloatSlice.of(NUMBERS), payload);
            lengths[i] = payload.byteLength();
        }
        assertThat(Arrays.stream(lengths).distinct().count()).isGreaterThan(2);
    }

    @Test
    void aSampleIsAFraction() {
        assertThatThrownBy(() -> TopK.count(3).withSample(1.5))
                .hasMessage("a sample is a fraction from 0 to 1 of the elements, this is 1.5");
        assertThatThrownBy(() -> TopK.count(3).withSample(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
