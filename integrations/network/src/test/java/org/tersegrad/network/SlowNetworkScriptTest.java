package org.tersegrad.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of the script before it touches the network. */
class SlowNetworkScriptTest {
    private static final Path SCRIPT = Path.of("../../scripts/slow-network");

    private record Result(int exitCode, String output) {}

    private static Result run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
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
}
