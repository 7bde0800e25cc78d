package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.PrimitiveIterator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static Load load(double... averages) {
        PrimitiveIterator.OfDouble next = DoubleStream.of(averages).iterator();
        return new Load(next::nextDouble, 2);
    }

    @Test
    void rejectsABusyMachineWithTheValueAndTheLimit() {
        try (Load load = load(7.041)) {
            assertThatThrownBy(() -> load.start(false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("7.04")
                    .hasMessageContaining("limit is 2")
                    .hasMessageContaining("--busy");
        }
    }

    @Test
    void measuresABusyMachineIfAskedToAndNotesIt() {
        try (Load load = load(7.041, 9)) {
            load.start(true);
            load.look();
            assertThat(load.describe()).isEqualTo("7.04 before, at most 9.00 meanwhile, 2 cores (busy)");
        }
    }

    @Test
    void theMeasurementItselfIsNotTooMuch() {
        try (Load load = load(2, 3, 1)) {
            load.start(false);
            load.look();
            load.look();
            assertThat(load.isTooHigh()).isFalse();
            assertThat(load.describe()).isEqualTo("2.00 before, at most 3.00 meanwhile, 2 cores");
        }
    }

    @Test
    void othersThatComeLaterAreNoted() {
        try (Load load = load(0.1, 3.01, 0.2)) {
            load.start(false);
            load.look();
            load.look();
            assertThat(load.isTooHigh()).isTrue();
        }
    }

    @Test
    void anUnknownLoadIsNotHigh() {
        try (Load load = load(-1, -1)) {
            load.start(false);
            load.look();
            assertThat(load.isTooHigh()).isFalse();
            assertThat(load.describe()).isEqualTo("unknown");
        }
    }
}
