package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine commandLine = Main.commandLine();
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @Test
    void versionIsFilledInByTheBuild() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("tersegrad \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void infoNamesTheJdk() {
        assertThat(run("info")).isZero();
        assertThat(out.toString()).contains(System.getProperty("java.version"), System.getProperty("java.home"));
    }

    @Test
    void mistypedCommandIsToldWhatExists() {
        assertThat(run("inof")).isEqualTo(2);
        assertThat(err.toString()).contains("inof", "help", "info").doesNotContain("\tat ");
    }

    @Test
    void noCommandIsToldWhatExists() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("help", "info", "schemes", "inspect", "bench", "Examples");
    }
}
