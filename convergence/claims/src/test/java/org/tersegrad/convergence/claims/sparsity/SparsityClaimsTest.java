package org.tersegrad.convergence.claims.sparsity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Part;
import org.tersegrad.convergence.claims.Verdict;
import org.tersegrad.convergence.claims.report.Claims;

@Tag("slow")
class SparsityClaimsTest {
    @Test
    void ratioWithoutLoss() {
        assertThat(Part.of(Claims.named("dgc-ratio"))
                        .outcome()
                        .check("bits of a gradient")
                        .holds())
                .isTrue();
    }

    @Test
    void treeOfLargest() {
        Part part = Part.of(new TreeOfLargest());
        assertThat(part.outcome().check("32 workers, times").holds()).isTrue();
        assertThat(part.outcome().check("gathered").holds()).isTrue();
    }

    @Test
    void rowsOfTheMean() {
        assertThat(Part.of(new RowsOfTheMean()).verdict()).isEqualTo(Verdict.HOLDS);
    }
}
