package org.tersegrad.reducers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;

class SumLimitTest {
    private final SumLimit limit = new SumLimit(4);

    @Test
    void aGradientWithinTheLimitIsNotCopied() {
        FloatSlice gradient = FloatSlice.of(0x1p125f, -1);
        assertThat(limit.within(gradient)).isSameAs(gradient);
    }

    @Test
    void largerElementsCountAsTheLimit() {
        FloatSlice gradient = FloatSlice.of(Float.MAX_VALUE, -1, -Float.MAX_VALUE);
        assertThat(limit.within(gradient).array()).containsExactly(0x1p125f, -1, -0x1p125f);
        assertThat(gradient.array()).containsExactly(Float.MAX_VALUE, -1, -Float.MAX_VALUE);
    }

    @Test
    void soDoSumsWithAResidual() {
        assertThat(limit.plus(new Residual(2), FloatSlice.of(3e38f, 2)).array()).containsExactly(0x1p125f, 2);
    }

    @Test
    void anElementThatIsNotFiniteIsNamed() {
        assertThatThrownBy(() -> limit.within(FloatSlice.of(1, Float.NaN)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("element 1");
    }
}
