package org.tersegrad.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of the script before it touches the network. */
class SlowNetworkScriptTest {
    private static final Path SCRIPT = Path.of("../../scripts/slow-network");

    private record Result(int exitCode, String output) {}

    private static Result run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        return run(new ProcessBuilder(command));
    }

    private static Result run(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    @Test
    void helpHasExamples() throws Exception {
        Result result = run("--help");
        assertThat(result.output()).contains("--quick", "Examples:\n  sudo scripts/slow-network");
        assertThat(result.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "--fast, slow, unknown argument --fast; --help lists all",
        "--nodes, 1, 'nodes are 2 to 64, this is 1'",
        "--links, 1Gbit, 'a link''s speed is a whole number of Mbit/s, this is 1Gbit'"
    })
    void mistakesAreOneLine(String option, String value, String message) throws Exception {
        Result result = run(option, value);
        assertThat(result.output()).isEqualTo("slow-network: " + message + "\n");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    /** Other programs would be measured, too. */
    @Test
    void aBusyMachineIsRejected(@TempDir Path folder) throws Exception {
        Path load = Files.writeString(folder.resolve("loadavg"), "9999.5 20.1 3.0 7/300 4242\n");
        ProcessBuilder busy = new ProcessBuilder("bash", SCRIPT.toString());
        busy.environment().put("LOADAVG", load.toString());
        Result result = run(busy);
        assertThat(result.output())
                .startsWith("slow-network: the load is 9999.5 on ")
                .endsWith("; --busy measures all the same and marks them\n")
                .hasLineCount(1);
        assertThat(result.exitCode()).isEqualTo(2);
        Path there = Files.writeString(folder.resolve("there.csv"), "");
        ProcessBuilder accepted = new ProcessBuilder("bash", SCRIPT.toString(), "--busy", "--out", there.toString());
        accepted.environment().put("LOADAVG", load.toString());
        assertThat(run(accepted).output()).doesNotContain("the load is");
    }
}
