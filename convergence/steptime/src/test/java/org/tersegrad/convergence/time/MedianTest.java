package org.tersegrad.convergence.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void theMiddleOrTheMeanOfBoth() {
        assertThat(Median.of(DoubleStream.of(9, 1, 4))).isEqualTo(4);
        assertThat(Median.of(DoubleStream.of(9, 1, 4, 2))).isEqualTo(3);
        assertThat(Median.of(DoubleStream.of(7))).isEqualTo(7);
        long[] values = {5, 3};
        assertThat(Median.of(values)).isEqualTo(4);
        assertThat(values).containsExactly(5, 3);
    }
}
