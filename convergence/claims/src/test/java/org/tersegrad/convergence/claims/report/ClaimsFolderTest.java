package org.tersegrad.convergence.claims.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.claims.Statement;

class ClaimsFolderTest {
    private static final Claim CLAIM = Claims.named("ef21-linear");

    private static FinishedClaim finished(Statement statement) {
        Picture picture = new Picture(
                Picture.Axis.linear("step"),
                Picture.Axis.logarithmic("f < 1"),
                List.of(
                        new Picture.Line(
                                "a & b",
                                List.of(new Picture.Point(0, 1), new Picture.Point(1, 0), new Picture.Point(2, 1e-6))),
                        new Picture.Line("alone", List.of(new Picture.Point(0, Double.NaN)))));
        Outcome outcome = Outcome.judge(
                        Check.atMost(1, "less | than", Figure.mean(0.1, 0.2)),
                        Check.atLeast(3, "more", Figure.exact(Double.NaN)))
                .with(picture);
        return new FinishedClaim(statement, outcome, 12.34, Map.of("CPU", "one"));
    }

    @Test
    void whatIsKeptIsReadBackAndShown(@TempDir Path path) throws IOException {
        ClaimsFolder folder = new ClaimsFolder(path.resolve("out"));
        folder.open();
        FinishedClaim kept = finished(CLAIM.statement());
        folder.keep(kept);
        folder.open(); // a second time, as when it is resumed
        assertThat(folder.finished(CLAIM)).contains(kept);
        assertThat(folder.all()).containsExactly(kept);
        assertThat(Files.readString(path.resolve("out/claims.html")))
                .contains("<svg", "prefers-color-scheme: dark", "holds in part", "a &amp; b", "not found")
                .contains("./tersegrad reproduce ef21-linear", "12 s", "1 claim: holds in part 1.")
                .contains("<a href=\"https://arxiv.org/abs/2106.05203\">")
                .doesNotContain("src=\"http", "http://", "<script", "NaN\"");
        assertThat(Files.readString(path.resolve("out/claims.md")))
                .startsWith("| verdict | claims |\n|---|---|\n| holds in part (1) | `ef21-linear` |\n\n| claim |")
                .contains(
                        "| **holds in part** |", "less \\| than: 0.150 [", "not found: more: NaN (limit: at least 3)");
        assertThat(Files.readAllLines(path.resolve("out/claims.csv")))
                .hasSize(3)
                .anyMatch(line -> line.startsWith("ef21-linear,") && line.endsWith(",false,holds in part,12.340"));
    }

    @Test
    void aClaimThatChangedAndADamagedFileCountAsNotRun(@TempDir Path path) throws IOException {
        ClaimsFolder folder = new ClaimsFolder(path);
        folder.open();
        Statement now = CLAIM.statement();
        folder.keep(finished(new Statement(now.name(), now.source(), now.claim(), "Another setting.")));
        assertThat(folder.finished(CLAIM)).isEmpty();
        Files.writeString(path.resolve("finished/ef21-linear.json"), "{");
        assertThat(folder.finished(CLAIM)).isEmpty();
    }

    @Test
    void filesOfSomebodyElseAreNotReplaced(@TempDir Path path) throws IOException {
        Files.writeString(path.resolve("claims.md"), "mine");
        assertThatThrownBy(new ClaimsFolder(path)::open).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(Files.readString(path.resolve("claims.md"))).isEqualTo("mine");
    }
}
