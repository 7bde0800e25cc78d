package org.tersegrad.convergence.claims.signs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Part;
import org.tersegrad.convergence.claims.Verdict;

/** Signs alone fail, error feedback repairs it, and signs win: one claim each. */
class SignClaimsTest {
    @Test
    void rareLargeGradients() {
        Part part = Part.of(new RareLargeGradients());
        assertThat(part.figure("growth of f")).isBetween(0.8, 1.2);
        assertThat(part.figure("where signs end")).isGreaterThan(0.9);
        assertThat(part.figure("where error feedback ends")).isLessThan(-0.8);
        assertThat(part.figure("where SGD ends")).isLessThan(-0.8);
    }

    @Test
    void signsInOneDirection() {
        assertThat(Part.of(new SignsInOneDirection()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void smoothAndConvex() {
        assertThat(Part.of(new SmoothAndConvex()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void signsGeneralizeWorse() {
        assertThat(Part.of(new SignsGeneralizeWorse()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void noiseOnOneCoordinate() {
        assertThat(Part.of(new NoiseOnOneCoordinate()).figure("loss of SGD")).isPositive();
    }
}
