package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;

/** The elements seen in a payload are those it decodes to. */
class PayloadViewsTest {
    private static final int[] LENGTHS = {0, 1, 7, 5120, 50_001};

    private static Payload payload(String recipe, int length) {
        return Recipe.parse(recipe).compress(CounterRandom.gaussians(length, 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topk(0.1)",
                "topk(0.5,values=int8)",
                "topk(k=1,values=bf16)",
                "randomk(0.3)",
                "threshold(1)",
                "strom(0.5)"
            })
    void entriesAreWhatIsNotZero(String recipe) {
        for (int length : LENGTHS) {
            Payload payload = payload(recipe, length);
            SparseEntries entries = payload.entries().orElseThrow();
            float[] decoded = new float[length];
            for (int i = 0; i < entries.indices().length; i++) {
                decoded[entries.indices()[i]] += entries.values()[i];
            }
            assertThat(decoded).isEqualTo(payload.decompress());
            assertThat(payload.levels()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "qsgd(4bit)",
                "qsgd(levels=1,bucket=10)",
                "qsgd(4bit,code=entropy)",
                "terngrad",
                "int8",
                "int4(nearest,block=7)"
            })
    void aLevelTimesItsStepIsTheElement(String recipe) {
        for (int length : LENGTHS) {
            Payload payload = payload(recipe, length);
            QuantizedLevels levels = payload.levels().orElseThrow();
            float[] decoded = new float[length];
            for (int i = 0; i < length; i++) {
                decoded[i] = 0 + levels.steps()[i / levels.bucket()] * levels.levels()[i];
            }
            assertThat(decoded).isEqualTo(payload.decompress());
            assertThat(payload.entries()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dense", "half", "sign", "onebit", "natural", "topk(0.1)+chunked(3)", "int8+chunked(3)"})
    void othersHaveNeither(String recipe) {
        Payload payload = payload(recipe, 10);
        assertThat(payload.entries()).isEmpty();
        assertThat(payload.levels()).isEmpty();
        payload.clear();
        assertThatThrownBy(payload::entries).hasMessageContaining("the payload is empty");
        assertThatThrownBy(payload::levels).hasMessageContaining("the payload is empty");
    }
}
