package org.tersegrad.convergence.time.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.time.parallel.Device;

/** Published tables of large models, open and held out. */
class ScalingTablesTest {
    private final ScalingTables fitted = ScalingTables.fitted();

    private double error(ScalingRow row) {
        return fitted.predicted(row) / row.measured().orElseThrow() - 1;
    }

    @Test
    void openRowsArePredictedAndHeldOutOnesHaveNoMeasurement() {
        assertThat(ScalingTables.open(1))
                .hasSize(5)
                .allSatisfy(row -> assertThat(error(row)).as("%s", row).isBetween(-0.07, 0.07));
        assertThat(ScalingTables.open(5))
                .hasSize(4)
                .allSatisfy(row -> assertThat(error(row)).as("%s", row).isBetween(-0.10, 0.10));
        for (ScalingRow row : ScalingTables.open(2)) {
            assertThat(error(row)).as("%s", row).isBetween(-0.05, 0.05);
        }
        assertThat(ScalingTables.heldOut(1)).hasSize(5);
        assertThat(ScalingTables.heldOut(2)).hasSize(5);
        assertThat(ScalingTables.heldOut(5)).hasSize(4);
        for (int table : new int[] {1, 2, 5}) {
            assertThat(ScalingTables.heldOut(table)).noneMatch(ScalingRow::isOpen);
        }
    }

    /** The page's own arithmetic: the measured rate times the bubble is a constant, and ZeRO 3 gets 16.1 GB/s a device. */
    @Test
    void theCutAloneExplainsThePipelinesAndOneBandwidthZero() {
        List<ScalingRow> pipelines = ScalingTables.open(2).stream()
                .filter(row -> row.cut().zero() == 0 && row.cut().pipeline() == 12)
                .toList();
        double[] published = {153, 148.9, 141.2};
        for (int i = 0; i < 3; i++) {
            assertThat(fitted.predicted(pipelines.get(i), pipelines.get(0)))
                    .isEqualTo(published[i], within(0.015 * published[i]));
        }
        assertThat(fitted.zeroShare() * 25).isEqualTo(16.1, within(0.2));
    }

    @Test
    void theDevicesOfCommandsHaveTheFittedConstants() {
        assertThat(fitted.device().matmul()).isEqualTo(Device.A100.matmul(), within(5e-4));
        assertThat(fitted.device().bytes()).isEqualTo(Device.A100.bytes());
    }
}
