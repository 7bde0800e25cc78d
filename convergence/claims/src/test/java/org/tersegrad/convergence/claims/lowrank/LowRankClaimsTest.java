package org.tersegrad.convergence.claims.lowrank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Part;
import org.tersegrad.convergence.claims.Verdict;
import org.tersegrad.convergence.claims.report.Claims;

@Tag("slow")
class LowRankClaimsTest {
    @Test
    void megabytesPerEpochAreThoseOfTheTable() {
        assertThat(Part.of(new MegabytesPerEpoch()).verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void warmStartAndFeedback() {
        Part part = Part.of(Claims.named("powersgd-parts"));
        assertThat(part.figure("points of error feedback")).isPositive();
        assertThat(part.figure("points of a warm start")).isPositive();
    }
}
