package org.tersegrad.convergence.time.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.schedules.BestMerging;
import org.tersegrad.convergence.time.schedules.BreakEven;
import org.tersegrad.convergence.time.schedules.NoOverlap;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;

/** DeAR, and the trend of S. Agarwal et al., "On the Utility of Gradient Compression in Distributed Training Systems" (2022). */
class ClaimsTest {
    /** One bit an element, gathered; a nanosecond to encode an element and half of one to add it, for each worker. */
    private static Costs signs(int workers) {
        return tensor -> new Cost(
                tensor.elements(),
                List.of(new Call(Call.Kind.ALL_GATHER, tensor.elements() / 8.0)),
                1e-9 * tensor.elements(),
                0.5e-9 * tensor.elements() * workers);
    }

    private static double breakEven(String model, int workers, Costs baseline, Schedule schedule) {
        Step dense = new Step(
                Profiles.parse(model), baseline, Network.parse("10gbe,workers=" + workers), Collectives.usual());
        return BreakEven.bandwidth(dense.with(signs(workers)), new NoOverlap(), dense, schedule);
    }

    @Test
    void theBandwidthBelowWhichCompressionPaysFallsWithTheWorkers() {
        double before = Double.POSITIVE_INFINITY;
        for (int workers : List.of(4, 8, 16, 32)) {
            double now = breakEven("resnet-50", workers, new Dense(4), new NoOverlap());
            assertThat(now).isLessThan(before);
            before = now;
        }
    }

    @Test
    void itFallsWithTheBatchIfTheBaselineOverlaps() {
        double before = Double.POSITIVE_INFINITY;
        for (int batch : List.of(16, 32, 64, 128)) {
            double now = breakEven("resnet-50(" + batch + ")", 16, new Dense(4), new BestMerging());
            assertThat(now).isLessThan(before);
            before = now;
        }
    }

    /** The two lessons: an overlapped baseline and one of 16 bits are far harder to beat. */
    @Test
    void itIsFarLowerAgainstABaselineThatOverlapsAndHalvesItsFloats() {
        double plain = breakEven("bert-base", 16, new Dense(4), new NoOverlap());
        double half = breakEven("bert-base", 16, new Dense(2), new NoOverlap());
        double overlapped = breakEven("bert-base", 16, new Dense(4), new BestMerging());
        double both = breakEven("bert-base", 16, new Dense(2), new BestMerging());
        assertThat(half).isLessThan(0.7 * plain);
        assertThat(overlapped).isLessThan(0.9 * plain);
        assertThat(both).isLessThan(Math.min(half, overlapped));
    }

    @Test
    void dearGainsMostOverNoFusionAndThePageSaysHowMuch() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "time.md"));
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
