package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.bench.jmh.Row;

class FitTest {
    /** Time is size to the power of {@code exponent}. */
    private static List<Row> rows(double exponent) {
        return IntStream.range(5, 13)
                .mapToObj(i -> 1L << (2 * i))
                .map(size -> new Row("25", "Scaling.encode", "recipe=x", size, Math.pow(size, exponent - 1), 0, 1, 0))
                .toList();
    }

    @Test
    void findsThePower() {
        for (double exponent : new double[] {0.9, 1, 1.5, 2}) {
            Fit fit = Fit.of(rows(exponent));
            assertThat(fit.exponent()).isCloseTo(exponent, within(1e-9));
            assertThat(fit.steepest()).isCloseTo(exponent, within(1e-9));
        }
    }
}
