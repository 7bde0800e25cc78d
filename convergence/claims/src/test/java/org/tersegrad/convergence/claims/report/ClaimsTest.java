package org.tersegrad.convergence.claims.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Statement;

class ClaimsTest {
    @Test
    void everyClaimHasANameOfItsOwnAndAllSentences() {
        List<Statement> statements = Claims.all().stream().map(Claim::statement).toList();
        assertThat(statements).hasSizeGreaterThanOrEqualTo(28);
        assertThat(statements.stream().map(Statement::name)).doesNotHaveDuplicates();
        assertThat(statements).allSatisfy(statement -> {
            assertThat(statement.claim()).endsWith(".");
            assertThat(statement.setting()).endsWith(".");
            assertThat(statement.source()).matches(".*\\b20[12]\\d\\b.*");
            assertThat(statement).isEqualTo(Claims.named(statement.name()).statement());
        });
    }

    @Test
    void theRecordHasAVerdictForEach() throws IOException {
        String document = Files.readString(Path.of("..", "..", "bench", "results", "claims.md"));
        assertThat(Claims.all())
                .allSatisfy(claim -> assertThat(document)
                        .contains("| `" + claim.statement().name() + "`: "
                                + claim.statement().claim()));
    }

    @Test
    void anUnknownNameIsRefusedWithTheNearestOne() {
        assertThatThrownBy(() -> Claims.named("ef21-liner"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no claim ef21-liner")
                .hasMessageContaining("ef21-linear");
    }

    @Test
    void namesAreWordsWithHyphens() {
        assertThatThrownBy(() -> new Statement("Two words", "a", "b", "c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not Two words");
    }
}
