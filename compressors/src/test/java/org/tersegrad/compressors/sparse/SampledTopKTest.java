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

    /** With 1 % of the elements and k = 1000, ten of the sample decide: without adapting the threshold, 370 were sent. */
    @Test
    void betweenFourFifthsOfThoseWantedAndAll() {
        int fewer = 0;
        for (int i = 0; i < 100; i++) {
            int count = kept(TopK.fraction(0.01).withSample(0.01), Seed.of(i)).length;
            assertThat(count).isBetween(800, 1000);
            fewer += count < 1000 ? 1 : 0;
        }
        assertThat(fewer).isBetween(10, 50); // thresholds that are too high, but not by much
    }

    /** Also where a factor of 0.8 is nothing: a few large elements, and others that are tiny or 0. */
    @Test
    void gapsOfAnySizeAreCrossed() {
        for (float small : new float[] {0f, Float.MIN_VALUE, 1e-30f}) {
            float[] numbers = new float[1000];
            Arrays.fill(numbers, small);
            Arrays.fill(numbers, 0, 15, 1e30f);
            for (int i = 0; i < 20; i++) {
                TopK recipe = TopK.count(100).withSample(0.1);
                Payload payload = Payload.allocate(recipe.maxBytes(Shape.vector(numbers.length)));
                recipe.encoder(Shape.vector(numbers.length), Seed.of(i)).encode(FloatSlice.of(numbers), payload);
                assertThat(payload.entries().orElseThrow().indices()).hasSizeBetween(80, 100);
            }
        }
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
