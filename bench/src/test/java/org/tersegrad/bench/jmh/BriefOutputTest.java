package org.tersegrad.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BriefOutputTest {
    @Test
    void nameAndProgressPassAndTheReasonOfAFailure() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        new PrintStream(new BriefOutput(out), true, StandardCharsets.UTF_8).print("""
                # JMH version: 1.37
                # Benchmark: org.tersegrad.bench.codecs.SignBenchmark.pack
                # Parameters: (elements = 4096)

                # Run progress: 0.00% complete, ETA 00:00:02
                # Fork: 1 of 1
                WARNING: Using incubator modules: jdk.incubator.vector
                # Warmup Iteration   1: 0.2 ns/op
                Iteration   1: 0.2 ns/op
                # Run progress: 50.00% complete, ETA 00:00:01
                # Warmup Iteration   1: <failure>

                java.lang.IllegalStateException: pack is wrong; its time means nothing
                \tat org.tersegrad.bench.BenchmarkDefaults.require(BenchmarkDefaults.java:1)
                # Fork: 1 of 1
                Iteration   1: 0.2 ns/op
                """);
        assertThat(shown.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "# Benchmark: org.tersegrad.bench.codecs.SignBenchmark.pack",
                        "# Parameters: (elements = 4096)",
                        "# Run progress: 0.00% complete, ETA 00:00:02",
                        "# Run progress: 50.00% complete, ETA 00:00:01",
                        "# Warmup Iteration   1: <failure>",
                        "java.lang.IllegalStateException: pack is wrong; its time means nothing",
                        "\tat org.tersegrad.bench.BenchmarkDefaults.require(BenchmarkDefaults.java:1)");
    }
}
