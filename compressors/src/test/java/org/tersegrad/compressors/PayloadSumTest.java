package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.samples.Tensor;

/** The laws of sums hold for all compressors; here, payloads of several kinds in one sum, and what is rejected. */
class PayloadSumTest {
    private static final int[] LENGTHS = {0, 1, 2, 319, 320, 321, 511, 512, 513, 640, 1025, 4096, 5120, 5121, 9999};

    /** Layouts that can be added together beside others of the same kind that cannot. */
    private static final List<String> RECIPES = List.of(
            "int8",
            "int8",
            "int4",
            "int4(block=4096)",
            "sign",
            "sign(scaled=false)",
            "topk(0.1)",
            "sign",
            "terngrad",
            "terngrad",
            "qsgd(levels=7,code=entropy)",
            "qsgd(levels=7)",
            "qsgd(levels=7,bucket=100)",
            "qsgd(levels=1,bucket=4096,norm=max)",
            "qsgd(levels=100)",
            "qsgd(levels=100)",
            "qsgd(levels=127)",
            "qsgd(levels=300)",
            "bf16");

    private static Payload encode(String recipe, int length, int worker) {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(length);
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        float[] gradient = new Tensor(Tensor.Kind.GAUSSIAN, 1, length, worker).values();
        compressor.encoder(shape, Seed.of(worker)).encode(FloatSlice.of(gradient), payload);
        return payload;
    }

    private static FloatSlice target(int length) {
        float[] values = new Tensor(Tensor.Kind.GAUSSIAN, 1, length + 9, 77).values();
        for (int i = 0; i < values.length; i += 3) {
            values[i] = -0f; // to which 0 and −0 are added with different results
        }
        return new FloatSlice(values, 4, length);
    }

    @Test
    void payloadsOfManyKindsGiveTheBitsOfOneAfterTheOther() {
        for (int length : LENGTHS) {
            for (float weight : new float[] {0.125f, -0.3f, 0f, Float.MAX_VALUE}) {
                FloatSlice expected = target(length);
                FloatSlice target = target(length);
                PayloadSum sum = new PayloadSum(target, weight);
                for (int worker = 0; worker < RECIPES.size(); worker++) {
                    Payload payload = encode(RECIPES.get(worker), length, worker);
                    payload.addTo(expected, weight);
                    sum.add(payload);
                }
                sum.finish();
                assertThat(target.array()).as("%d elements", length).isEqualTo(expected.array());
            }
        }
    }

    /** Of which each adds to a part of the tensor before the next part begins. */
    @Test
    void sparsePayloadsOfLargeTensorsGiveTheBitsOfOneAfterTheOther() {
        int length = (1 << 21) + 77;
        List<String> recipes =
                List.of("topk(0.01)", "topk(0.001)", "topk(k=3)", "topk(0.3)", "topk(0.8)", "threshold(9)");
        FloatSlice expected = target(length);
        FloatSlice target = target(length);
        PayloadSum sum = new PayloadSum(target, -0.3f);
        for (int worker = 0; worker < 11; worker++) {
            Payload payload = encode(recipes.get(worker % recipes.size()), length, worker % 7);
            payload.addTo(expected, -0.3f);
            sum.add(payload);
        }
        sum.finish();
        assertThat(Arrays.equals(target.array(), expected.array())).isTrue();
    }

    /** A step that overflows times the weight, beside levels of 0, which are still 0. */
    @Test
    void aWeightThatOverflowsGivesTheSameBitsToo() {
        for (String recipe : List.of("terngrad", "int8", "sign", "qsgd(levels=1,bucket=4096,norm=max)")) {
            Compressor compressor = Recipe.parse(recipe);
            Shape shape = Shape.vector(1000);
            float[] gradient = new float[1000];
            gradient[7] = 1000f;
            Payload payload = Payload.allocate(compressor.maxBytes(shape));
            compressor.encoder(shape, Seed.of(1)).encode(FloatSlice.of(gradient), payload);
            FloatSlice expected = target(1000);
            FloatSlice target = target(1000);
            payload.addTo(expected, Float.MAX_VALUE);
            PayloadSum sum = new PayloadSum(target, Float.MAX_VALUE);
            sum.add(payload);
            sum.finish();
            assertThat(target.array()).as(recipe).isEqualTo(expected.array());
        }
    }

    @Test
    void thePayloadCanBeUsedAgainAtOnce() {
        FloatSlice target = FloatSlice.of(0, 0, 0);
        PayloadSum sum = new PayloadSum(target, 1f);
        Compressor sign = Recipe.parse("sign");
        Payload payload = Payload.allocate(sign.maxBytes(Shape.vector(3)));
        for (int i = 1; i <= 20; i++) {
            sign.encoder(Shape.vector(3), Seed.of(1)).encode(FloatSlice.of(i, -i, i), payload);
            sum.add(payload);
        }
        sum.finish();
        sum.finish();
        assertThat(target.array()).containsExactly(210, -210, 210);
    }

    @Test
    void whatWasForgottenIsNotAdded() {
        FloatSlice target = FloatSlice.of(0, 0, 0);
        PayloadSum sum = new PayloadSum(target, 1f);
        sum.add(encode("sign", 3, 1));
        sum.clear();
        sum.finish();
        assertThat(target.array()).containsExactly(0, 0, 0);
    }

    @Test
    void whatAPayloadRefusesASumRefuses() {
        PayloadSum sum = new PayloadSum(FloatSlice.of(0, 0, 0), 1f);
        assertThatThrownBy(() -> sum.add(Payload.allocate(100)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> sum.add(encode("sign", 4, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a payload of 4 elements cannot be added to 3");
        Payload increment = encode("sign", 3, 1);
        increment.markIncrement();
        assertThatThrownBy(() -> sum.add(increment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("increment");
        assertThat(increment.isEmpty()).isFalse();
    }
}
