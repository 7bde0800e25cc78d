package org.tersegrad.compressors.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;

class LargestElementsTest {
    @Test
    void selectsWhatSortingByMagnitudeSelects() {
        float[] array = CounterRandom.gaussians(1003, 7);
        FloatSlice values = new FloatSlice(array, 3, 1000);
        int[] expected = IntStream.range(0, 1000)
                .boxed()
                .sorted(Comparator.comparing(i -> -Math.abs(array[3 + i])))
                .limit(50)
                .mapToInt(i -> i)
                .sorted()
                .toArray();
        int[] indices = new int[50];
        new LargestElements(1000, 50).select(values, indices);
        assertThat(indices).isEqualTo(expected);
    }

    @Test
    void ofEqualMagnitudesTheFirstWin() {
        int[] indices = new int[2];
        new LargestElements(4, 2).select(FloatSlice.of(1, -2, 2, -2), indices);
        assertThat(indices).containsExactly(1, 2);
    }

    @Test
    void lengthsAreChecked() {
        LargestElements largest = new LargestElements(3, 2);
        assertThatThrownBy(() -> largest.select(FloatSlice.of(1, 2), new int[2]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> largest.select(FloatSlice.of(1, 2, 3), new int[1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LargestElements(3, 4)).isInstanceOf(IllegalArgumentException.class);
    }
}
