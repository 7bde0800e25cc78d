package org.tersegrad.convergence.claims.systems;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Part;
import org.tersegrad.convergence.claims.Verdict;

@Tag("slow")
class SystemClaimsTest {
    @Test
    void sevenTechniques() {
        Part part = Part.of(new SevenTechniquesPredicted());
        assertThat(part.figure("15 %")).isGreaterThanOrEqualTo(34);
        assertThat(part.figure("measured order")).isBetween(0.8, 1.0);
    }

    @Test
    void dearBoundAndCap() {
        assertThat(Part.of(new DearBoundAndCap()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void compressionPaysBelowABandwidthThatFalls() {
        assertThat(Part.of(new CompressionPaysBelow()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void twoShotAgainstGather() {
        Part part = Part.of(new TwoShotAgainstGather());
        assertThat(part.outcome().check("32 workers, times").holds()).isTrue();
        assertThat(part.outcome().check("the same for a gather").holds()).isTrue();
        assertThat(part.figure("above 32 bits")).isBetween(-6.0, 6.0);
    }

    @Test
    void localStepsAndBits() {
        Part part = Part.of(new LocalStepsAndBits());
        assertThat(part.outcome().check("bits of sparse exchanges").holds()).isTrue();
        assertThat(part.figure("accuracy of both")).isBetween(-6.0, 6.0);
    }

    @Test
    void chocoOnARing() {
        Part part = Part.of(new ChocoOnARing());
        assertThat(part.outcome().check("rate of 8 bits").holds()).isTrue();
        assertThat(part.outcome().check("rate of exact gossip").holds()).isTrue();
        assertThat(part.figure("without estimates")).isGreaterThan(10);
    }

    @Test
    void whatIsTooLargeIsNotRun() {
        assertThat(Part.of(TooLarge.resNet18()).verdict()).isEqualTo(Verdict.TOO_LARGE);
        assertThat(Part.of(TooLarge.resNet50()).figure("hours")).isGreaterThan(1000);
    }
}
