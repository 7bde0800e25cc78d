package org.tersegrad.convergence.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.convergence.claims.report.Claims;

/** Claims that can fail: what is broken on purpose turns a check that holds otherwise. */
class MutantsTest {
    static List<String> names() {
        return Claims.all().stream().map(claim -> claim.statement().name()).toList();
    }

    @Test
    void everyClaimHasAMutantOfTheSameStatement() {
        assertThat(Claims.all()).allSatisfy(claim -> {
            assertThat(claim.mutants()).as(claim.statement().name()).isNotEmpty();
            assertThat(claim.mutants()).allSatisfy(mutant -> {
                assertThat(mutant.claim().statement()).isEqualTo(claim.statement());
                assertThat(mutant.claim()).isNotEqualTo(claim);
                assertThat(mutant.sentence()).endsWith(".");
            });
        });
    }

    /** By the figure alone: with the few seeds of a part, its interval is wide. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("names")
    void everyMutantTurnsItsCheck(String name) {
        Claim claim = Claims.named(name);
        Outcome original = claim.run(Extent.PART, line -> {});
        for (Mutant mutant : claim.mutants()) {
            Check holds = original.check(mutant.check());
            Check broken = mutant.claim().run(Extent.PART, line -> {}).check(mutant.check());
            assertThat(isInside(holds)).as("%s: %s", name, holds).isTrue();
            assertThat(isInside(broken))
                    .as("%s, %s: %s", name, mutant.name(), broken)
                    .isFalse();
        }
    }

    private static boolean isInside(Check check) {
        return new Check(check.what(), Figure.exact(check.figure().value()), check.least(), check.most()).holds();
    }
}
