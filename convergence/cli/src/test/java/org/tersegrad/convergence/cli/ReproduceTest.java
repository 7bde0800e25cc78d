package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.claims.report.Claims;

class ReproduceTest {
    @Test
    void listsEveryClaimAndRunsNothing(@TempDir Path folder) {
        CommandRun run = CommandRun.of(
                "reproduce", "--list", "--out", folder.resolve("out").toString());
        assertThat(run.exitCode()).isZero();
        assertThat(Claims.all())
                .allSatisfy(claim ->
                        assertThat(run.out()).contains(claim.statement().name() + "\n"));
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void runsAClaimOnceUnlessForced(@TempDir Path folder) throws IOException {
        String out = folder.resolve("out").toString();
        CommandRun first = CommandRun.of("reproduce", "powersgd-accuracy", "--out", out);
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out())
                .contains("powersgd-accuracy: needs more than two cores", "1 claim: needs more than two cores 1.");
        assertThat(folder.resolve("out").toFile().list())
                .containsExactlyInAnyOrder("claims.html", "claims.md", "claims.csv", "finished");
        Path kept = folder.resolve("out/finished/powersgd-accuracy.json");
        String content = Files.readString(kept);
        assertThat(content).contains("\"commit\"", "\"CPU\"");
        CommandRun second = CommandRun.of("reproduce", "powersgd-accuracy", "sign-one-direction", "--out", out);
        assertThat(second.err())
                .contains("1 of 2, powersgd-accuracy: finished before", "2 of 2, sign-one-direction: holds");
        assertThat(Files.readString(kept)).isEqualTo(content);
        assertThat(Files.readString(folder.resolve("out/claims.md")))
                .contains("`powersgd-accuracy`", "`sign-one-direction`");
        CommandRun forced = CommandRun.of("reproduce", "powersgd-accuracy", "--force", "--out", out);
        assertThat(forced.err()).contains("1 of 1, powersgd-accuracy: needs more than two cores");
    }

    /** {@link UnfinishedClaims} has the first two. */
    @Test
    void aMethodThatDivergesIsAVerdictAndLaterClaimsAreRun(@TempDir Path folder) {
        String out = folder.resolve("out").toString();
        CommandRun diverged = CommandRun.of("reproduce", "test-diverges", "powersgd-accuracy", "--out", out);
        assertThat(diverged.exitCode()).as(diverged.err()).isZero();
        assertThat(diverged.out())
                .contains("test-diverges: does not hold here", "- where it ends: NaN (limit: at most 1)")
                .contains("powersgd-accuracy: needs more than two cores");
        CommandRun stopped = CommandRun.of("reproduce", "test-stops", "dgc-imagenet", "--out", out);
        assertThat(stopped.exitCode()).isEqualTo(1);
        assertThat(stopped.err())
                .contains("1 of 2, test-stops: stopped: a mistake of its own")
                .contains("No verdict on what stopped: test-stops.");
        assertThat(stopped.out()).contains("dgc-imagenet: needs more than two cores");
    }

    @Test
    void mistakesAreOneLine(@TempDir Path folder) throws IOException {
        assertThat(CommandRun.of("reproduce").err())
                .contains("not none of them")
                .hasLineCount(1);
        assertThat(CommandRun.of("reproduce", "--all", "qsgd-4bit").err()).contains("not both names and --all");
        CommandRun unknown = CommandRun.of("reproduce", "qsgd-4bits");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err())
                .contains("there is no claim qsgd-4bits", "qsgd-4bit")
                .hasLineCount(1);
        Files.writeString(folder.resolve("claims.html"), "mine");
        CommandRun taken = CommandRun.of("reproduce", "powersgd-accuracy", "--out", folder.toString());
        assertThat(taken.exitCode()).isEqualTo(1);
        assertThat(taken.err()).contains("claims.html is not from this command").hasLineCount(1);
    }
}
