package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.reducers.ReducerRecipe;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Standard output is JSON and nothing else. */
class JsonTest {
    private static JsonNode json(String... command) {
        CommandRun run = CommandRun.of(command);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return JsonMapper.builder().build().readTree(run.out());
    }

    @Test
    void aComparisonPrintsItsSummary(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("out");
        CommandRun run =
                CommandRun.of("compare", "--json", "--epochs", "1", "--seeds", "1", "dense", "--out", out.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .isEqualTo(Files.readString(out.resolve("summary.json")))
                .startsWith("{");
        assertThat(run.err()).contains("Training");
        CommandRun plan = CommandRun.of("compare", "--json", "--plan", "dense");
        assertThat(plan.exitCode()).isEqualTo(CommandFailed.MISUSED);
        assertThat(plan.err())
                .startsWith("--plan prints no results; it cannot be combined with --json")
                .hasLineCount(1);
    }

    @Test
    void schemesAreRows() {
        JsonNode rows = json("schemes", "--json", "--elements", "1000", "dense", "topk(0.01)");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get("recipe").stringValue()).isEqualTo("dense");
        assertThat(rows.get(0).get("guarantee").stringValue()).isEqualTo("exact");
        assertThat(rows.get(0).get("bits_per_element").doubleValue()).isEqualTo(32.128);
        assertThat(rows.get(0).get("break_even_gbit_per_second").doubleValue()).isZero();
        assertThat(rows.get(1).get("break_even_gbit_per_second").doubleValue()).isPositive();
        assertThat(rows.get(1).get("encode_ns").doubleValue()).isNotNegative();
        assertThat(rows.get(1).get("decode_ns").doubleValue()).isNotNegative();
    }

    @Test
    void groupsAreRows() {
        JsonNode rows = json("schemes", "--json", "--elements", "1000", "--workers", "1,2", "dense");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get("ratio").isNull()).isTrue(); // one worker sends nothing
        assertThat(rows.get(1).get("workers").intValue()).isEqualTo(2);
        assertThat(rows.get(1).get("ratio").doubleValue()).isEqualTo(1);
        assertThat(rows.get(1).get("nmse").doubleValue()).isZero();
    }

    @Test
    void theListHasEveryName() {
        JsonNode rows = json("schemes", "--json", "--list");
        assertThat(rows)
                .hasSize(Recipe.entries().size() + ReducerRecipe.entries().size());
        assertThat(rows.get(0).get("name").stringValue())
                .isEqualTo(Recipe.entries().get(0).name());
        assertThat(rows.get(0).get("groups_only").booleanValue()).isFalse();
    }

    @Test
    void theMachineIsAnObject() {
        JsonNode facts = json("info", "--json");
        assertThat(facts.get("jdk").stringValue()).startsWith(System.getProperty("java.version"));
        assertThat(facts.get("processors").intValue()).isPositive();
    }

    @Test
    void dataSetsAreRows(@TempDir Path cache) {
        JsonNode rows = json("data", "list", "--json", "--cache", cache.toString());
        assertThat(rows).hasSize(DataSets.entries().size());
        assertThat(rows.get(0).get("name").stringValue()).isEqualTo("digits");
        assertThat(rows.get(0).get("where").stringValue()).isEqualTo("built in");
    }
}
