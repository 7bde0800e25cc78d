package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.floats.Dense;

/** A residual is finite, whatever is subtracted from it and whatever it is multiplied by. */
class MemoryBoundsTest {
    private static final float MAX = Float.MAX_VALUE;

    private static Residual residual(float... values) {
        Residual memory = new Residual(values.length);
        memory.plus(FloatSlice.of(values));
        memory.keepUnsent(new Dense().compress(new float[values.length]));
        return memory;
    }

    private static float[] values(Residual memory) {
        float[] values = new float[memory.length()];
        memory.addTo(FloatSlice.of(values), 1f);
        return values;
    }

    @Test
    void aDifferenceBeyondTheLargestFloatStaysThere() {
        Residual memory = new Residual(3);
        memory.plus(FloatSlice.of(MAX, -MAX, 1));
        memory.keepUnsent(new Dense().compress(-MAX, MAX, 3));
        assertThat(values(memory)).containsExactly(MAX, -MAX, -2);
    }

    @Test
    void aMultipleBeyondTheLargestFloatStaysThere() {
        Residual memory = residual(MAX, -MAX / 2, 3);
        memory.scale(-3f);
        assertThat(values(memory)).containsExactly(-MAX, MAX, -9);
        for (float factor : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory.scale(factor))
                    .withMessageContaining("this is " + factor);
        }
        assertThat(values(memory)).containsExactly(-MAX, MAX, -9);
    }

    @Test
    void whatIsBeyondALimitIsForgotten() {
        Residual memory = residual(5, -5, 1, -1);
        memory.clip(2);
        assertThat(values(memory)).containsExactly(2, -2, 1, -1);
        memory.clip(0);
        assertThat(values(memory)).containsOnly(0);
        for (float limit : new float[] {Float.NaN, -1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory.clip(limit))
                    .withMessageContaining("this is " + limit);
        }
    }
}
