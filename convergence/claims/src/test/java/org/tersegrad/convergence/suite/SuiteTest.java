package org.tersegrad.convergence.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.time.CsvTable;

class SuiteTest {
    /** The version, and the digest of all that is frozen under it. */
    private static final String FROZEN = "2 15737868dde33e96";

    /** Another digest needs another version: scores of both are not compared. A version that was released keeps its digest. */
    @Test
    void whatIsFrozenHasAVersion() throws Exception {
        String frozen = Suite.current().frozen();
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(frozen.getBytes(StandardCharsets.UTF_8));
        assertThat(Suite.current().version() + " "
                        + HexFormat.of().formatHex(digest).substring(0, 16))
                .as("%s", frozen)
                .isEqualTo(FROZEN);
    }

    /** Dense after three quarters of the steps: the worst of five seeds, rounded to the easier side. */
    @Test
    void targetsAreWhatDenseHasAfterThreeQuarters() throws Exception {
        CsvTable table = CsvTable.read(Path.of("../../bench/results/suite/targets.csv"), "workload", "seed", "value");
        for (Workload workload : Suite.current().workloads()) {
            Workload.Goal goal = workload.goal();
            List<Double> values = table.rows().stream()
                    .filter(row -> row.text("workload").equals(workload.name()))
                    .map(row -> row.number("value"))
                    .toList();
            assertThat(values)
                    .as(workload.name())
                    .hasSize(5)
                    .allMatch(value -> goal.metric().reaches(value, goal.target()))
                    .anyMatch(value -> Math.abs(value - goal.target()) < 0.001);
        }
    }

    @Test
    void unknownWorkloadsAreNamed() {
        assertThatThrownBy(() -> Suite.current().workload("digit-mlp"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("there is no workload digit-mlp", "digits-mlp");
    }
}
