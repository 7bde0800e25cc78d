package org.tersegrad.convergence.claims.quantizers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Part;
import org.tersegrad.convergence.claims.Verdict;
import org.tersegrad.convergence.claims.report.Claims;

/** Trainings are cut short here: accuracies are near each other, not yet what the claim asks for. */
@Tag("slow")
class QuantizerClaimsTest {
    @Test
    void fourBitsAreEnough() {
        Part part = Part.of(Claims.named("qsgd-4bit"));
        assertThat(part.figure("accuracy of 32 bits")).isGreaterThan(85);
        assertThat(part.figure("points of 4 bits")).isBetween(-8.0, 8.0);
        assertThat(part.figure("points of 2 bits")).isBetween(-10.0, 5.0);
    }

    @Test
    void varianceGrowsWithTheBucket() {
        assertThat(Part.of(new VarianceGrowsWithTheBucket()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void clippingMatters() {
        assertThat(Part.of(Claims.named("terngrad-clipping")).figure("both at rate 1"))
                .isPositive();
    }

    @Test
    void ternaryWithManyWorkers() {
        Part part = Part.of(new TernaryWithManyWorkers());
        assertThat(part.figure("2 workers")).isBetween(-4.0, 4.0);
        assertThat(part.figure("8 workers")).isBetween(-4.0, 4.0);
    }

    @Test
    void rotationsMakeErrorsSmall() {
        Part part = Part.of(new RotationsMakeErrorsSmall());
        assertThat(part.figure("error of DRIVE, d = 8192")).isBetween(0.0542, 0.06);
        assertThat(part.figure("least error")).isGreaterThan(0.11);
        assertThat(part.figure("error of TernGrad, d = 128")).isBetween(0.19, 0.28);
        assertThat(part.outcome().check("EDEN with 4 bits").holds()).isTrue();
    }

    @Test
    void naturalVariance() {
        assertThat(Part.of(new NaturalVariance()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void naturalBothWays() {
        Part part = Part.of(Claims.named("natural-both-ways"));
        assertThat(part.outcome().check("bits sent").holds()).isTrue();
        assertThat(part.outcome().check("bits received").holds()).isTrue();
        assertThat(part.figure("points of natural")).isGreaterThan(-5);
    }
}
