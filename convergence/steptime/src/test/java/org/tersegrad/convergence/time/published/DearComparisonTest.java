package org.tersegrad.convergence.time.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DeAR on 64 workers, beside what its authors publish. */
class DearComparisonTest {
    @Test
    void gainsMostOverNoFusionAndTheRecordSaysHowMuch() throws IOException {
        String page = Files.readString(Path.of("..", "..", "bench", "results", "studies", "dear.md"));
        List<DearComparison> all = DearComparison.all();
        assertThat(all).hasSize(10);
        for (DearComparison each : all) {
            assertThat(page).contains(each.toString());
            double unfused = each.gains().get(0);
            double best = each.gains().get(3);
            assertThat(unfused).as("%s", each).isGreaterThanOrEqualTo(best - 1e-9);
            assertThat(best).as("%s: the cap", each).isLessThanOrEqualTo(0.25 + 0.05);
        }
    }
}
