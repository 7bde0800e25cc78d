package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.data.DataSetEntry;
import org.tersegrad.convergence.data.DataSets;

class DataTest {
    private Path cache;

    @BeforeEach
    void set(@TempDir Path temporary) {
        cache = temporary;
    }

    @Test
    void listTellsWhereEachSetIs() throws IOException {
        Files.createDirectory(cache.resolve("text"));
        CommandRun run = CommandRun.of("data", "list", "--cache", cache.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("digits +1437 \\+ 360 +10 +290 kB +CC BY 4.0 +built in\\R")
                .containsPattern("mnist .* \\./tersegrad data fetch mnist --cache " + cache + "\\R")
                .containsPattern("text .* public domain +" + cache.resolve("text") + "\\R")
                .contains("separation how far two centres are apart");
        for (DataSetEntry entry : DataSets.entries()) {
            assertThat(run.out()).contains(entry.name() + ": ", entry.facts().credit());
        }
    }

    @Test
    void unknownNameIsToldWhatExists() {
        CommandRun run = CommandRun.of("data", "fetch", "minst", "--cache", cache.toString());
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err())
                .startsWith("there is no data set minst; did you mean mnist?")
                .hasLineCount(1);
    }

    @Test
    void builtInSetNeedsNoFetching() {
        CommandRun run = CommandRun.of("data", "fetch", "digits", "--cache", cache.toString());
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).isEqualToIgnoringNewLines("digits needs no fetching, it is always there");
    }

    @Test
    void whatIsThereIsNotFetchedAgain() throws IOException {
        Path mnist = Files.createDirectory(cache.resolve("mnist"));
        CommandRun run = CommandRun.of("data", "fetch", "mnist", "--cache", cache.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualToIgnoringNewLines("mnist is already in " + mnist);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void cacheThatCannotBeMadeIsToldInOneSentence() throws IOException {
        Path file = Files.writeString(cache.resolve("file"), "in the way");
        CommandRun run = CommandRun.of("data", "fetch", "mnist", "--cache", file.toString());
        assertThat(run.exitCode()).isEqualTo(CommandFailed.FAILED);
        assertThat(run.err()).startsWith("mnist cannot be fetched into " + file).hasLineCount(1);
    }

    @Test
    void dataAloneAsksWhatToDo() {
        CommandRun run = CommandRun.of("data");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("list or fetch?");
    }
}
