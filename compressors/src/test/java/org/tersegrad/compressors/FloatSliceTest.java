package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FloatSliceTest {
    @Test
    void boundChangesOnlyWhatIsBeyondTheLimit() {
        float[] array = {9, 9, -2, Float.NEGATIVE_INFINITY, 3, Float.NaN, -9};
        new FloatSlice(array, 1, 5).bound(3f);
        assertThat(array).containsExactly(9, 3, -2, -3, 3, Float.NaN, -9);
    }
}
