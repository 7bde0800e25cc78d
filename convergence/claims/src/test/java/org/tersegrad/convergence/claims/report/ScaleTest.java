package org.tersegrad.convergence.claims.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Picture.Line;
import org.tersegrad.convergence.claims.Picture.Point;

class ScaleTest {
    private static Scale scale(boolean logarithmic, double... numbers) {
        List<Point> points = DoubleStream.of(numbers)
                .mapToObj(number -> new Point(number, 0))
                .toList();
        return Scale.of(logarithmic, 0, 100, List.of(new Line("line", points)), true);
    }

    @Test
    void ticksAreRoundNumbersInside() {
        assertThat(scale(false, 0, 10_000).ticks()).containsExactly(0, 2000, 4000, 6000, 8000, 10_000);
        assertThat(scale(false, -1, 1).ticks()).containsExactly(-1, -0.5, 0, 0.5, 1);
        assertThat(scale(true, 2, 32).ticks()).containsExactly(2, 5, 10, 20);
        assertThat(scale(true, 1e-6, 1).ticks()).hasSizeBetween(3, 7).startsWith(1e-6);
    }

    @Test
    void placesAreInProportion() {
        assertThat(scale(false, 0, 4).at(1)).isEqualTo(25);
        assertThat(scale(true, 1, 100).at(10)).isCloseTo(50, within(1e-9));
    }

    @Test
    void whatCannotBeShownIsLeftOut() {
        Scale logarithmic = scale(true, 0, 1, 10, Double.POSITIVE_INFINITY);
        assertThat(logarithmic.shows(0)).isFalse();
        assertThat(logarithmic.low()).isEqualTo(1);
        assertThat(logarithmic.high()).isEqualTo(10);
        assertThat(scale(false, 3, 3).at(3)).isEqualTo(50);
        assertThat(scale(true).ticks()).isNotEmpty();
    }
}
