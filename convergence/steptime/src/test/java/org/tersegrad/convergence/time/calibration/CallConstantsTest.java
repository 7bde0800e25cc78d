package org.tersegrad.convergence.time.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.time.calibration.Estimate.Point;

/** The fit beside answers that were computed by another program. */
class CallConstantsTest {
    private static final double NO_RATE = Double.POSITIVE_INFINITY;
    private static final Offset<Double> CENT = within(0.005);

    private static CallConstants fit(double rate, double[]... rows) {
        return CallConstants.fit(Pattern.ALL_REDUCE, RingTimes.of(rows), rate);
    }

    private static double gigabytes(Estimate bandwidth) {
        return bandwidth.value() / 8e9;
    }

    @Test
    void groupsOfThreeSizesTellCallAlphaAndBandwidth() {
        CallConstants fitted = fit(NO_RATE, RingTimes.ROWS);
        assertThat(fitted.call().value() * 1e6).isCloseTo(20.10, CENT);
        assertThat(fitted.call().error() * 1e6).isCloseTo(0.90, CENT);
        assertThat(fitted.alpha().value() * 1e6).isCloseTo(5.02, CENT);
        assertThat(fitted.alpha().error() * 1e6).isCloseTo(0.16, CENT);
        assertThat(gigabytes(fitted.bandwidth())).isCloseTo(10.07, CENT);
        assertThat(fitted.beta().error() / fitted.beta().value() * 10.07).isCloseTo(0.10, CENT);
        assertThat(fitted.seconds(Pattern.ALL_REDUCE, 16, 1 << 20, Point.VALUE) * 1e6)
                .isCloseTo(366.02, CENT);
        assertThat(fitted.isSplit()).isTrue();
        assertThat(List.of(fitted.call(), fitted.alpha(), fitted.bandwidth())).noneMatch(Estimate::atBound);
        assertThat(fitted.worst()).isBetween(0.015, 0.03);
    }

    /** One size of group cannot tell the call from its rounds, and the file must not pretend it. */
    @Test
    void oneSizeOfGroupIsNotSplit() {
        double[][] eight = Arrays.copyOfRange(RingTimes.ROWS, 8, 12);
        CallConstants fitted = fit(NO_RATE, eight);
        assertThat(fitted.isSplit()).isFalse();
        assertThat(fitted.start(Pattern.ALL_REDUCE, 8, Point.VALUE) * 1e6).isCloseTo(90.44, CENT);
        assertThat(gigabytes(fitted.bandwidth())).isCloseTo(10.08, CENT);
        assertThat(fitted.start(Pattern.ALL_REDUCE, 15, Point.VALUE) * 1e6).isCloseTo(2 * 90.44, within(0.01));
        assertThat(fitted.words()).contains("call and alpha together 90.44us").contains("with 8 workers");
    }

    @Test
    void aDelayBelowNothingIsHeldAtNothing() {
        CallConstants fitted =
                fit(NO_RATE, new double[][] {{2, 4096, 40}, {2, 1048576, 150}, {4, 4096, 38}, {4, 1048576, 190}});
        assertThat(fitted.alpha().value()).isZero();
        assertThat(fitted.alpha().atBound()).isTrue();
        assertThat(fitted.call().value() * 1e6).isCloseTo(38.50, CENT);
        assertThat(gigabytes(fitted.bandwidth())).isCloseTo(9.95, CENT);
        assertThat(fitted.call().atBound()).isFalse();
        assertThat(fitted.words()).contains("alpha 0s").contains("at its bound");
    }

    /** 10.07 GB/s do not go through a link of 9 GB/s, whatever was measured. */
    @Test
    void noBandwidthIsAboveTheRateOfTheLink() {
        CallConstants fitted = fit(72e9, RingTimes.ROWS);
        assertThat(fitted.bandwidth().value()).isEqualTo(72e9, within(1.0));
        assertThat(fitted.bandwidth().atBound()).isTrue();
        assertThat(fitted.bandwidth().high()).isEqualTo(72e9, within(1.0));
        CallConstants free = fit(800e9, RingTimes.ROWS);
        assertThat(free.bandwidth().atBound()).isFalse();
        assertThat(gigabytes(free.bandwidth())).isCloseTo(10.07, CENT);
    }

    @Test
    void timesThatDoNotGrowWithBytesAreAMistake() {
        assertThatThrownBy(() -> fit(NO_RATE, new double[][] {{2, 4096, 40}, {2, 1048576, 30}}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("do not grow with the bytes")
                .hasMessageContaining("rate=10Gbit");
    }
}
