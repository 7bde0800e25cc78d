package org.tersegrad.compressors.signs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Payload;

/** Signs with a zero. */
class TernarySignTest {
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
}
