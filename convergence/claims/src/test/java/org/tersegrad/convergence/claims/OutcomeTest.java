package org.tersegrad.convergence.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The rule by which figures become verdicts. */
class OutcomeTest {
    private static final Check FOUND = Check.atMost(1, "found", Figure.exact(0.5));
    private static final Check MISSED = Check.atMost(1, "missed", Figure.exact(1.5));

    @Test
    void theFirstCheckIsTheHeart() {
        assertThat(Outcome.judge(FOUND, FOUND).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(Outcome.judge(FOUND, MISSED).verdict()).isEqualTo(Verdict.IN_PART);
        assertThat(Outcome.judge(MISSED, FOUND).verdict()).isEqualTo(Verdict.NOT_HERE);
        assertThat(Outcome.tooLarge(FOUND).verdict()).isEqualTo(Verdict.TOO_LARGE);
        assertThat(Outcome.tooLarge(MISSED).verdict()).isEqualTo(Verdict.NOT_HERE);
    }

    @Test
    void missingDataIsAVerdictThatNamesTheCommand() {
        Outcome outcome = Outcome.notRun("sotu is not here; ./tersegrad data fetch sotu brings it, 7.2 MB.");
        assertThat(outcome.verdict()).isEqualTo(Verdict.NOT_RUN).hasToString("not run");
        assertThat(outcome.checks())
                .singleElement()
                .hasToString("data sets missing (sotu is not here; ./tersegrad data fetch sotu brings it, 7.2 MB): 1"
                        + " (limit: at most 0)");
    }

    @Test
    void theWholeIntervalMustBeInsideOfTheLimits() {
        assertThat(Check.atMost(1, "a", new Figure(0.9, 0.8, 1.01)).holds()).isFalse();
        assertThat(Check.atLeast(1, "a", new Figure(1.1, 0.99, 1.2)).holds()).isFalse();
        assertThat(Check.between(0, 2, "a", new Figure(1, 0, 2)).holds()).isTrue();
        assertThat(Check.atMost(1, "a", Figure.exact(Double.NaN)).holds()).isFalse();
        assertThat(Check.shown("a", Figure.exact(7)).holds()).isTrue();
    }

    @Test
    void intervalsAreThoseOfStudent() {
        Figure mean = Figure.mean(1, 2, 3);
        assertThat(mean.value()).isEqualTo(2);
        assertThat(mean.high() - 2).isCloseTo(4.303 / Math.sqrt(3), within(1e-3));
        Figure ratio = Figure.geometric(0.5, 2);
        assertThat(ratio.value()).isCloseTo(1, within(1e-12));
        assertThat(ratio.low() * ratio.high()).isCloseTo(1, within(1e-9));
        assertThat(Figure.mean(3)).isEqualTo(Figure.exact(3));
        assertThat(mean.minus(2).value()).isZero();
    }

    @Test
    void figuresHaveThreeDigits() {
        assertThat(new Figure(0.057123, 0.05, 1234.5)).hasToString("0.0571 [0.0500, 1235]");
        assertThat(Figure.exact(36)).hasToString("36");
        assertThat(Figure.exact(2.1e-7)).hasToString("2.1e-07");
        assertThat(Check.between(0, 2.5, "share", Figure.exact(1))).hasToString("share: 1 (limit: 0 to 2.50)");
        assertThat(Check.shown("share", Figure.exact(1)).limits()).isEqualTo("not judged");
    }
}
