package org.tersegrad.convergence.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ComparisonTimeTest {
    private static CommandRun run(Path out, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "compare",
                "--epochs",
                "2",
                "--seeds",
                "1",
                "--workers",
                "2",
                "--quiet",
                "--target",
                "0.2",
                "dense",
                "topk(0.01)+ef"));
        words.addAll(List.of(more));
        words.addAll(List.of("--out", out.toString()));
        return CommandRun.of(words.toArray(String[]::new));
    }

    @Test
    void aNetworkAddsSecondsEverywhereAndChangesNothingElse(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("out");
        CommandRun run = run(out, "--network", "alpha=1ms,bandwidth=1Mbit");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("seconds", "s to target", "Seconds: all steps on alpha=1ms,bandwidth=1Mbit");
        assertThat(out)
                .isDirectoryContaining("glob:**accuracy-vs-seconds.png")
                .isDirectoryContaining("glob:**step-times.png");
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("Where a step&#39;s time goes", "\"seconds\":[0,");
        List<String> timed = Files.readAllLines(out.resolve("results.csv"));
        assertThat(timed.get(0)).endsWith(",modelled_seconds,modelled_doubt");

        JsonNode recipes = JsonMapper.builder()
                .build()
                .readTree(Files.readString(out.resolve("summary.json")))
                .get("recipes");
        JsonNode dense = recipes.get(0).get("modelled_seconds");
        double step = 0;
        for (String part : List.of("compute", "encode", "wire", "add")) {
            double seconds = dense.get(part + "_per_step").doubleValue();
            assertThat(seconds).as(part).isGreaterThanOrEqualTo(0);
            step += seconds;
        }
        int steps = recipes.get(0).get("steps").intValue();
        assertThat(dense.get("total").doubleValue()).isCloseTo(steps * step, offset(1e-9 * steps * step));
        assertThat(dense.get("compute_per_step").doubleValue()).isPositive();
        // A ring of two sends all floats once in each direction, in two messages.
        double bits = recipes.get(0).get("bits_sent").doubleValue() / steps;
        assertThat(dense.get("wire_per_step").doubleValue()).isCloseTo(2e-3 + bits / 1e6, offset(1e-3));
        assertThat(dense.get("to_target").doubleValue())
                .isBetween(0.0, dense.get("total").doubleValue());
        int column = List.of(timed.get(0).split(",", -1)).indexOf("modelled_seconds");
        assertThat(Double.parseDouble(timed.get(timed.size() - 1).split(",", -1)[column]))
                .isEqualTo(recipes.get(1).get("modelled_seconds").get("total").doubleValue());

        // The same without a network: what is trained is the same, so its results may be replaced.
        assertThat(run(out).exitCode()).isZero();
        assertThat(out.resolve("accuracy-vs-seconds.png")).doesNotExist();
        List<String> untimed = Files.readAllLines(out.resolve("results.csv"));
        assertThat(untimed).hasSameSizeAs(timed);
        for (int i = 1; i < timed.size(); i++) {
            String[] with = timed.get(i).split(",", -1);
            String[] without = untimed.get(i).split(",", -1);
            with[6] = without[6] = ""; // the time that it took
            assertThat(List.of(with).subList(0, without.length)).isEqualTo(List.of(without));
        }
    }

    @Test
    void localStepsShareTheSecondsOfAnExchange(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("out");
        String network = "alpha=1ms,bandwidth=1Mbit";
        CommandRun run = run(out, "--network", network, "--sync", "local(4)");
        assertThat(run.exitCode()).as(run.err()).isZero();
        CommandRun every = run(folder.resolve("every"), "--network", network);
        assertThat(every.exitCode()).as(every.err()).isZero();
        assertThat(wire(out)).isCloseTo(wire(folder.resolve("every")) / 4, offset(1e-12));

        CommandRun stale = run(folder.resolve("stale"), "--network", network, "--sync", "ssp(3)");
        assertThat(stale.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(stale.err()).contains("and not those of --sync ssp(3)").hasLineCount(1);
    }

    private static double wire(Path out) throws IOException {
        return JsonMapper.builder()
                .build()
                .readTree(Files.readString(out.resolve("summary.json")))
                .get("recipes")
                .get(0)
                .get("modelled_seconds")
                .get("wire_per_step")
                .doubleValue();
    }

    @Test
    void aNetworkThatIsNoneGetsOneLine(@TempDir Path folder) {
        CommandRun run = run(folder.resolve("out"), "--network", "alpha=5us");
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).contains("alpha and bandwidth are needed").hasLineCount(1);
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
