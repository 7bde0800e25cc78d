package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;

/** An encoder of a wrapper that changes nothing here is the wrapped one, in every form of a step. */
class ForwardingEncoderTest {
    private static final Shape SHAPE = Shape.vector(600);

    private static Encoder encoder(String recipe) {
        return Recipe.parse(recipe).encoder(SHAPE, Seed.of(3));
    }

    private static FloatSlice gradient(int step) {
        return FloatSlice.of(CounterRandom.gaussians(SHAPE.size(), step));
    }

    private static HalfSlice halves(int step) {
        HalfSlice halves = HalfSlice.fp16(new short[SHAPE.size()]);
        halves.set(gradient(step));
        return halves;
    }

    private static float[] kept(Residual residual) {
        float[] values = new float[SHAPE.size()];
        residual.addTo(FloatSlice.of(values), 1f);
        return values;
    }

    /** One step of one of four forms; what was sent and what is left. */
    private static List<float[]> step(Encoder encoder, Residual residual, int step) {
        Payload payload = Payload.allocate(10_000);
        switch (step % 4) {
            case 0 -> encoder.encode(gradient(step), payload);
            case 1 -> encoder.encode(halves(step), payload);
            case 2 -> encoder.encode(gradient(step), residual, payload);
            default -> encoder.encode(halves(step), residual, payload);
        }
        return List.of(payload.decompress(), kept(residual));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sign",
                "onebit",
                "sign(scaled=true)",
                "topk(0.1)",
                "randomk(0.1)",
                "qsgd(levels=7)",
                "int8",
                "dense"
            })
    void everyFormOfAStepIsThatOfTheWrappedOne(String recipe) {
        Encoder bare = encoder(recipe);
        Encoder wrapped = encoder(recipe + "+skipsmall(2)");
        Residual itsOwn = new Residual(SHAPE.size());
        Residual residual = new Residual(SHAPE.size());
        for (int step = 0; step < 8; step++) {
            List<float[]> expected = step(bare, itsOwn, step);
            List<float[]> actual = step(wrapped, residual, step);
            assertThat(actual.get(0)).as("sent in step %d", step).isEqualTo(expected.get(0));
            assertThat(actual.get(1)).as("kept in step %d", step).isEqualTo(expected.get(1));
            assertThat(expected.get(0)).isNotEqualTo(new float[SHAPE.size()]);
            bare.skip();
            wrapped.skip();
        }
    }

    /** Sent plus kept is what there was: of signs the residual knows two values alone, and nothing of those may be lost. */
    @ParameterizedTest
    @ValueSource(strings = {"sign", "onebit", "sign(scaled=true)", "topk(0.1)", "qsgd(levels=7)", "int8"})
    void sentPlusKeptIsTheSum(String recipe) {
        Encoder encoder = encoder(recipe);
        Residual residual = new Residual(SHAPE.size());
        for (int step = 2; step < 30; step += 4) {
            float[] sum = kept(residual);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += gradient(step).array()[i];
            }
            List<float[]> after = step(encoder, residual, step);
            for (int i = 0; i < sum.length; i++) {
                assertThat(after.get(1)[i]).as("%s, element %d", recipe, i).isEqualTo(sum[i] - after.get(0)[i]);
            }
        }
    }

    @Test
    void undoIsForwardedWhereThereIsOne() {
        for (String recipe : List.of("lion", "dense", "topk(0.1)")) {
            boolean can = encoder(recipe).canUndo();
            assertThat(encoder(recipe + "+skipsmall(2)").canUndo()).as(recipe).isEqualTo(can);
            assertThat(can).isEqualTo(!recipe.equals("lion"));
        }
    }
}
