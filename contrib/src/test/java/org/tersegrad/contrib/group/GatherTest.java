package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;

class GatherTest {
    private static final Shape SHAPE = new Shape(20, 50);
    private static final int STEPS = 4;

    /** All workers, one after the other, with nothing but encoders and payloads. */
    private static float[] naive(Compressor compressor, int workers) {
        Encoder[] encoders = new Encoder[workers];
        for (int w = 0; w < workers; w++) {
            encoders[w] = compressor.encoder(SHAPE, Seed.of(3).fork(w));
        }
        Payload payload = Payload.allocate(compressor.maxBytes(SHAPE));
        Mirror mirror = new Mirror(compressor, SHAPE);
        float[] mean = {};
        for (int step = 0; step < STEPS; step++) {
            mean = new float[SHAPE.size()];
            for (int w = 0; w < workers; w++) {
                encoders[w].encode(FloatSlice.of(gradient(w, step)), payload);
                if (payload.isIncrement()) {
                    mirror.add(payload, 1f / workers);
                } else {
                    payload.addTo(FloatSlice.of(mean), 1f / workers);
                }
            }
            if (payload.isIncrement()) {
                mirror.addTo(FloatSlice.of(mean), 1f);
            }
        }
        return mean;
    }

    private static float[] gradient(int worker, int step) {
        return CounterRandom.gaussians(SHAPE.size(), 100L * worker + step);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dense",
                "topk(0.05)",
                "randomk(0.1)",
                "qsgd(4bit)",
                "sign",
                "lowrank(2)",
                "topk(0.05)+ef",
                "sign+ef21",
                "randomk(0.1)+diana",
                "randomk(0.1)+efbv",
                "qsgd(4bit)+efbv(lambda=0.25,nu=0.5,eta=0.5)",
                "topk(0.05)+econtrol",
                "topk(0.05)+ef21+skipsmall(5)",
                "topk(0.05)+dgc"
            })
    void everyWorkerEndsWithTheMeanOfWhatWasSent(String recipe) {
        Compressor compressor = Recipe.parse(recipe);
        for (int workers : new int[] {1, 2, 5}) {
            float[] expected = naive(compressor, workers);
            List<float[]> means = LocalGroup.run(workers, group -> {
                Reduction reduction = new Gather(compressor).reduction(SHAPE, Seed.of(3), group);
                float[] gradient = {};
                for (int step = 0; step < STEPS; step++) {
                    gradient = gradient(group.rank(), step);
                    long before = group.bitsSent();
                    long bits = reduction.reduce(FloatSlice.of(gradient));
                    assertThat(bits).isEqualTo(group.bitsSent() - before);
                    assertThat(bits > 0).isEqualTo(workers > 1);
                }
                return gradient;
            });
            assertThat(means).allSatisfy(mean -> assertThat(mean).isEqualTo(expected));
        }
    }

    @Test
    void bitsAreThoseOfThePayloadForEachOther() {
        Compressor compressor = Recipe.parse("topk(0.05)");
        LocalGroup.run(3, group -> {
            Payload payload = Payload.allocate(compressor.maxBytes(SHAPE));
            Encoder encoder = compressor.encoder(SHAPE, Seed.of(3).fork(group.rank()));
            encoder.encode(FloatSlice.of(gradient(group.rank(), 0)), payload);
            Reduction reduction = new Gather(compressor).reduction(SHAPE, Seed.of(3), group);
            long bits = reduction.reduce(FloatSlice.of(gradient(group.rank(), 0)));
            assertThat(bits).isEqualTo(2 * 8L * payload.byteLength());
            return bits;
        });
    }

    @Test
    void aGradientThatIsNotFiniteEndsTheGroup() {
        assertThatThrownBy(() -> LocalGroup.run(3, group -> {
                    float[] gradient = gradient(group.rank(), 0);
                    gradient[17] = group.rank() == 1 ? Float.NaN : 0;
                    return new Gather(Recipe.parse("sign"))
                            .reduction(SHAPE, Seed.of(1), group)
                            .reduce(FloatSlice.of(gradient));
                }))
                .isInstanceOf(GroupFailedException.class)
                .hasMessageContaining("worker 1 failed: element 17 of the gradient is NaN");
    }
}
