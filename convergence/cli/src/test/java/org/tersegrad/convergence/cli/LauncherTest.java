package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.tersegrad.convergence.documents.Documents;

/** The scripts that start Tersegrad. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static String bash(String script) throws IOException {
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", "set -euo pipefail; " + script)
                .directory(Documents.ROOT.toFile())
                .redirectErrorStream(true);
        bash.environment().remove("HOME");
        bash.environment()
                .put("JAVA_HOME", Path.of(System.getProperty("java.home")).toString());
        return new String(bash.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aJdkIsFoundByAUserWithoutAHome() throws IOException {
        assertThat(bash(". scripts/build.bash; find_java; \"$jdk/bin/javac\" -version"))
                .matches("javac \\d.*\\R");
    }

    @Test
    void bashCompletesCommandsAndOptions() throws IOException {
        String script = CommandRun.of("completion").out();
        assertThat(bash(script
                        + "\nset +eu; COMP_WORDS=(./tersegrad comp); COMP_CWORD=1; _complete_tersegrad 2> /dev/null;"
                        + " echo \"${COMPREPLY[@]}\""))
                .isEqualTo("compare completion\n");
        assertThat(bash(script + "\nset +eu; COMP_WORDS=(./tersegrad compare --wo); COMP_CWORD=2;"
                        + " _complete_tersegrad 2> /dev/null; echo \"${COMPREPLY[@]}\""))
                .isEqualTo("--workers\n");
    }

    @Test
    void secretsHave128BitsAndDiffer() {
        String secret = CommandRun.of("secret").out().strip();
        assertThat(secret)
                .matches("[0-9a-f]{32}")
                .isNotEqualTo(CommandRun.of("secret").out().strip());
    }

    /** The jars, options and class that one starts, the other starts. */
    @Test
    void windowsStartsTheSame() throws IOException {
        String launcher = Files.readString(Documents.ROOT.resolve("tersegrad"));
        String windows = Files.readString(Documents.ROOT.resolve("tersegrad.cmd"));
        for (String part : new String[] {
            "--add-modules jdk.incubator.vector",
            "jvm.options",
            "-Dtersegrad.commit=",
            "org.tersegrad.convergence.cli.Main"
        }) {
            assertThat(launcher).contains(part);
            assertThat(windows).contains(part);
        }
    }
}
