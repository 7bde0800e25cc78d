package org.tersegrad.convergence.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.reducers.model.Policy;
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
        assertThat(run.out())
                .contains("seconds", "s to target", "virtual clock shows at the end on alpha=1ms,bandwidth=1Mbit");
        assertThat(out)
                .isDirectoryContaining("glob:**accuracy-vs-seconds.png")
                .isDirectoryContaining("glob:**step-times.png");
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("Where a step&#39;s time goes", "\"seconds\":[0,");
        List<String> timed = Files.readAllLines(out.resolve("results.csv"));
        assertThat(timed.get(0)).endsWith(",virtual_seconds,modelled_doubt");

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
        int column = List.of(timed.get(0).split(",", -1)).indexOf("virtual_seconds");
        assertThat(Double.parseDouble(timed.get(timed.size() - 1).split(",", -1)[column]))
                .isEqualTo(recipes.get(1).get("modelled_seconds").get("total").doubleValue());

        // The same without a network: what is trained is the same.
        assertThat(run(out, "--force").exitCode()).isZero();
        assertThat(out.resolve("accuracy-vs-seconds.png")).doesNotExist();
        List<String> untimed = Files.readAllLines(out.resolve("results.csv"));
        assertThat(untimed).hasSameSizeAs(timed);
        for (int i = 1; i < timed.size(); i++) {
            String[] with = timed.get(i).split(",", -1);
            String[] without = untimed.get(i).split(",", -1);
            with[6] = without[6] = ""; // the time that it took
            with[column] = without[column] = "";
            assertThat(List.of(with).subList(0, without.length)).isEqualTo(List.of(without));
        }
    }

    @Test
    void localStepsShareTheSecondsOfAnExchange(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("out");
        String network = "alpha=1ms,bandwidth=1Mbit";
        CommandRun run = run(out, "--network", network, "--step", "20ms", "--sync", "local(4)");
        assertThat(run.exitCode()).as(run.err()).isZero();
        CommandRun every = run(folder.resolve("every"), "--network", network, "--step", "20ms");
        assertThat(every.exitCode()).as(every.err()).isZero();
        int steps = recipe(out).get("steps").intValue();
        assertThat(steps % 4).as("steps without an exchange at the end").isPositive();
        int exchanges = steps / 4;
        double share = (double) exchanges / steps;
        assertThat(wire(out)).isCloseTo(share * wire(folder.resolve("every")), offset(1e-12));
    }

    /** A step that is given makes all seconds repeat: dense ones are those of the formula of a ring. */
    @Test
    void everySynchronizationHasSeconds(@TempDir Path folder) throws IOException {
        String[] clock = {"--network", "alpha=1ms,bandwidth=1Mbit", "--step", "20ms", "--times", "slow(4)"};
        List<String> hows = List.of(
                "bsp",
                "local(4)",
                "diloco(8,fragments=2,overlap=2)",
                "ssp(3)",
                "asp",
                "lazy(10)",
                "gossip(ring)",
                "fedavg(5,participation=0.5)");
        for (String how : hows) {
            boolean repeated = how.equals("asp") || how.startsWith("diloco");
            for (String again : repeated ? List.of("once", "twice") : List.of("once")) {
                List<String> words = new ArrayList<>(List.of("--sync", how));
                words.addAll(List.of(clock));
                CommandRun run = compare(folder.resolve(again), "dense", words.toArray(String[]::new));
                assertThat(run.exitCode()).as(how + run.err()).isZero();
            }
            List<Double> seconds = seconds(folder.resolve("once"));
            assertThat(seconds).as(how).isSorted();
            if (repeated) {
                assertThat(seconds).isEqualTo(seconds(folder.resolve("twice")));
            }
            assertThat(seconds.get(0)).isZero();
            assertThat(seconds.get(2)).isGreaterThan(seconds.get(1));
            if (how.equals("bsp")) {
                JsonNode dense = recipe(folder.resolve("once"));
                int steps = dense.get("steps").intValue();
                double bytes = dense.get("bits_sent").doubleValue() / steps / 8;
                assertThat(seconds.get(2)).isCloseTo(steps * (0.08 + 6e-3 + bytes * 8e-6), offset(1e-6));
            }
        }
    }

    /** The bits that were sent take as long as those of a rehearsal, exactly where a recipe's messages all have the same length. */
    @Test
    void sentBitsAreThoseOfTheCallsTheyAreSentIn(@TempDir Path folder) throws IOException {
        Network network = Network.parse("alpha=1ms,bandwidth=1Mbit", 4);
        Problem softmax = Models.make("softmax", () -> DataSets.load("digits", Path.of("none")));
        Map<String, Double> recipes = Map.of(
                "dense",
                1e-9,
                "vote",
                1e-9,
                "powersgd(2)+ef",
                1e-9,
                "int8+twoshot",
                0.05,
                "topk(0.1)+ef",
                0.25,
                "gtopk(0.1)",
                0.25);
        for (Map.Entry<String, Double> each : recipes.entrySet()) {
            Path out = folder.resolve("out");
            CommandRun run =
                    compare(out, each.getKey(), "--network", network.link().toString(), "--step", "20ms");
            assertThat(run.exitCode()).as(run.err()).isZero();
            RecipeCosts costs = RecipeCosts.bytesOnly(Policy.parse(each.getKey()), 4);
            Cost cost = softmax.namedTensors().stream()
                    .map(tensor -> costs.of(new ProfileTensor(tensor.name(), tensor.shape(), 0)))
                    .reduce(Cost::with)
                    .orElseThrow();
            double expected = Collectives.usual().seconds(cost, network);
            assertThat(wire(out)).as(each.getKey()).isCloseTo(expected, offset(expected * each.getValue()));
        }
    }

    /** Messages that take no time leave the virtual time and all results as they are without a network. */
    @Test
    void infiniteBandwidthIsTheVirtualTime(@TempDir Path folder) throws IOException {
        for (String how : List.of("ssp(1)", "asp")) {
            List<List<String>> losses = new ArrayList<>();
            List<List<Double>> seconds = new ArrayList<>();
            for (String network : List.of("none", "alpha=0s,bandwidth=1e300bit", "alpha=5s,bandwidth=1Mbit")) {
                Path out = folder.resolve(how + losses.size());
                CommandRun run = network.equals("none")
                        ? compare(out, "topk(0.1)+ef", "--sync", how, "--times", "exponential")
                        : compare(
                                out,
                                "topk(0.1)+ef",
                                "--sync",
                                how,
                                "--times",
                                "exponential",
                                "--network",
                                network,
                                "--step",
                                "1s");
                assertThat(run.exitCode()).as(run.err()).isZero();
                losses.add(column(out, "test_loss"));
                seconds.add(seconds(out));
            }
            assertThat(losses.get(1)).isEqualTo(losses.get(0));
            assertThat(losses.get(2)).as("another order").isNotEqualTo(losses.get(0));
            for (int i = 0; i < seconds.get(0).size(); i++) {
                assertThat(seconds.get(1).get(i)).isCloseTo(seconds.get(0).get(i), offset(1e-9));
            }
            assertThat(seconds.get(2).get(2)).isGreaterThan(5 * seconds.get(0).get(2));
        }
    }

    @Test
    void aStepWithoutANetworkGetsOneLine(@TempDir Path folder) {
        CommandRun run = run(folder.resolve("out"), "--step", "20ms");
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).contains("--step").contains("needs --network").hasLineCount(1);
        run = run(folder.resolve("out"), "--network", "1gbe", "--step", "0s");
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).contains("a step takes more than 0 s, not 0.0").hasLineCount(1);
    }

    private static CommandRun compare(Path out, String recipe, String... more) {
        List<String> words = new ArrayList<>(List.of("compare", "--model", "softmax", "--epochs", "2", "--seeds", "1"));
        words.addAll(
                List.of("--workers", "4", "--momentum", "0", "--quiet", recipe, "--out", out.toString(), "--force"));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private static List<Double> seconds(Path out) throws IOException {
        return column(out, "virtual_seconds").stream().map(Double::parseDouble).toList();
    }

    private static List<String> column(Path out, String name) throws IOException {
        List<String> lines = Files.readAllLines(out.resolve("results.csv"));
        int column = List.of(lines.get(0).split(",", -1)).indexOf(name);
        return lines.stream()
                .skip(1)
                .map(line -> line.replaceAll("\"[^\"]*\"", "").split(",", -1)[column])
                .toList();
    }

    private static JsonNode recipe(Path out) throws IOException {
        return JsonMapper.builder()
                .build()
                .readTree(Files.readString(out.resolve("summary.json")))
                .get("recipes")
                .get(0);
    }

    private static double wire(Path out) throws IOException {
        return recipe(out).get("modelled_seconds").get("wire_per_step").doubleValue();
    }

    @Test
    void aNetworkThatIsNoneGetsOneLine(@TempDir Path folder) {
        CommandRun run = run(folder.resolve("out"), "--network", "alpha=5us");
        assertThat(run.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(run.err()).contains("alpha and bandwidth are needed").hasLineCount(1);
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
