package org.tersegrad.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CrossoverTest {
    private static final Map<Integer, Double> DENSE = Map.of(100, 1000.0, 1000, 100.0, 10_000, 10.0, 0, 8.0);

    /** At 100 Mbit/s ten times faster than dense, at 10 Gbit/s ten times slower: equal in the middle, on a logarithmic axis. */
    @Test
    void betweenTwoBandwidthsTheRatioIsALineOnLogarithmicAxes() {
        assertThat(Crossover.of(Map.of(100, 100.0, 10_000, 100.0), DENSE)).isEqualTo("1 Gbit/s");
        assertThat(Crossover.of(Map.of(100, 100.0, 1000, 100.0), DENSE)).isEqualTo("1 Gbit/s");
        assertThat(Crossover.of(Map.of(100, 500.0, 1000, 200.0), DENSE)).isEqualTo("320 Mbit/s");
    }

    @Test
    void whatNeverCrossesIsSaid() {
        assertThat(Crossover.of(Map.of(100, 1.0, 1000, 1.0, 10_000, 1.0, 0, 1.0), DENSE))
                .isEqualTo("always pays");
        assertThat(Crossover.of(Map.of(100, 9.0, 1000, 9.0, 10_000, 9.0, 0, 9.0), DENSE))
                .isEqualTo("above 10 Gbit/s");
        assertThat(Crossover.of(Map.of(100, 2000.0, 1000, 1.0), DENSE)).isEqualTo("never pays");
        assertThat(Crossover.of(Map.of(5, 2.0), DENSE)).isEqualTo("not measured");
    }
}
