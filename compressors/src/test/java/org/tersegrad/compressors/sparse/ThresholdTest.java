package org.tersegrad.compressors.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ThresholdTest {
    @Test
    void whatIsLargerIsSent() {
        float more = Math.nextUp(0.5f);
        assertThat(new Threshold(0.5f).compress(0.5f, more, -0.5f, -more, 0.25f).decompress())
                .containsExactly(0f, more, 0f, -more, 0f);
    }

    @Test
    void zeroAndTheLargestFloatAreThresholds() {
        assertThat(new Threshold(0).compress(0f, Float.MIN_VALUE).decompress()).containsExactly(0f, Float.MIN_VALUE);
        assertThat(new Threshold(Float.MAX_VALUE).compress(1f, Float.MAX_VALUE).decompress())
                .containsExactly(0f, 0f);
        for (float wrong : new float[] {-Float.MIN_VALUE, Float.POSITIVE_INFINITY, Float.NaN}) {
            assertThatThrownBy(() -> new Threshold(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("this is " + wrong);
        }
    }
}
