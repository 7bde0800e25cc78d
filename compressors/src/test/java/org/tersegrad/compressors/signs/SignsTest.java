package org.tersegrad.compressors.signs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.OrderedSums;

/** Schemes that send signs: with a zero, of long tensors, and of a momentum. */
class SignsTest {
    @Test
    void zerosStayZeros() {
        assertThat(new TernarySign(false).compress(3f, 0f, -0f, -1e-30f).decompress())
                .containsExactly(1f, 0f, 0f, -1f);
    }

    /** The mean is that over all elements, zeros included, as torch.mean(torch.abs(x)) has it. */
    @Test
    void signsTimesTheMeanMagnitude() {
        assertThat(new TernarySign(true).compress(3f, 0f, -4f, 1f).decompress()).containsExactly(2f, 0f, -2f, 2f);
    }

    @Test
    void withoutZerosItIsTheScaledSignInMoreBits() {
        float[] numbers = new float[1000];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (i % 7 - 3.5f) * i - 1;
        }
        Payload trits = new TernarySign(true).compress(numbers);
        Payload signs = new ScaledSign().compress(numbers);
        assertThat(trits.decompress()).isEqualTo(signs.decompress());
        assertThat(trits.byteLength() - signs.byteLength()).isEqualTo(7 + 200 - 125);
    }

    /** More elements than are looked at together. */
    @Test
    void everyElementOfALongTensorHasItsSign() {
        float[] numbers = CounterRandom.gaussians(3 * OrderedSums.BLOCK + 13, 5);
        float[] signs = new Sign().compress(numbers).decompress();
        for (int i = 0; i < numbers.length; i++) {
            assertThat(signs[i]).as("element %d", i).isEqualTo(Math.signum(numbers[i]));
        }
    }

    /** Signs of beta1 m + (1 - beta1) g; then m = beta2 m + (1 - beta2) g. In the middle another encoder goes on. */
    @Test
    void lionSendsTheSignsOfItsUpdate() {
        int size = 200;
        LionSign lion = new LionSign(0.5f, 0.75f);
        Encoder encoder = lion.encoder(Shape.vector(size), Seed.of(1));
        Payload payload = Payload.allocate(lion.maxBytes(Shape.vector(size)));
        float[] momentum = new float[size];
        for (int step = 0; step < 8; step++) {
            float[] gradient = CounterRandom.gaussians(size, step);
            float[] expected = new float[size];
            for (int i = 0; i < size; i++) {
                expected[i] = Math.signum(0.5f * momentum[i] + 0.5f * gradient[i]);
                momentum[i] = 0.75f * momentum[i] + 0.25f * gradient[i];
            }
            encoder.encode(FloatSlice.of(gradient), payload);
            assertThat(payload.decompress()).as("step %d", step).containsExactly(expected);
            if (step == 4) {
                ByteBuffer state = ByteBuffer.allocate(encoder.stateBytes());
                encoder.save(state);
                encoder = lion.encoder(Shape.vector(size), Seed.of(1));
                encoder.restore(state.flip());
                assertThat(state.hasRemaining()).isFalse();
            }
        }
    }
}
