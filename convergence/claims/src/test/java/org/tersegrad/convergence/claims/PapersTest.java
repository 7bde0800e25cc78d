package org.tersegrad.convergence.claims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.report.Claims;

class PapersTest {
    @Test
    void everyClaimLinksItsPaper() {
        assertThat(Claims.all())
                .allSatisfy(claim -> assertThat(Papers.in(claim.statement().source()))
                        .as(claim.statement().source())
                        .isNotEmpty());
    }

    @Test
    void papersAreInTheOrderOfTheText() {
        assertThat(Papers.in("Vargaftik and others 2021, table 1; EDEN: Vargaftik and others 2022, table 1"))
                .containsExactly("https://arxiv.org/abs/2105.08339", "https://arxiv.org/abs/2108.08842");
        assertThat(Papers.in("a blog")).isEmpty();
    }
}
