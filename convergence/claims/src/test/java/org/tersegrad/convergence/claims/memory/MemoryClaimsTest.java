package org.tersegrad.convergence.claims.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Part;
import org.tersegrad.convergence.claims.Verdict;

@Tag("slow")
class MemoryClaimsTest {
    @Test
    void memoryMakesTopOneAsGood() {
        Part part = Part.of(new MemoryMakesTopOneAsGood());
        assertThat(part.figure("with memory")).isLessThan(1.25);
        assertThat(part.figure("without memory")).isGreaterThan(10);
    }

    @Test
    void delayOfTheRate() {
        Part part = Part.of(new DelayOfTheRate());
        assertThat(part.figure("after epoch 1")).isGreaterThan(5);
        assertThat(part.figure("random-3")).isLessThan(0.5);
    }

    @Test
    void estimatesConvergeLinearly() {
        assertThat(Part.of(new EstimatesConvergeLinearly()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    /** Distances that overflow are NaN, not an exception: the other checks of a claim are still judged. */
    @Test
    void divergenceIsAFigure() {
        assertThat(new ThreeQuadratics(true, 0, 1).distance("topk(k=1)", 10, 1000, 1))
                .isNaN();
    }

    @Test
    void momentumAgainstNoise() {
        Part part = Part.of(new MomentumAgainstNoise());
        assertThat(part.figure("squared gradient of EF21")).isLessThan(1.5);
        assertThat(part.figure("EF21 with momentum")).isGreaterThan(2);
        assertThat(part.figure("error feedback")).isGreaterThan(4);
    }

    @Test
    void estimateAndResidual() {
        Part part = Part.of(new EstimateAndResidual());
        assertThat(part.figure("without noise")).isLessThan(1e-5);
        assertThat(part.figure("times that of error feedback")).isBetween(0.8, 1.25);
        assertThat(part.figure("times that of EF21")).isLessThan(1);
    }
}
