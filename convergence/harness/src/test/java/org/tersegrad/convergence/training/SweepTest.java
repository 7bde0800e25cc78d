package org.tersegrad.convergence.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.training.sync.EveryStep;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.Synchronization;

class SweepTest {
    private static final Settings SETTINGS = Settings.usual().withWeightDecay(0.001f);
    private static final List<Synchronization> BSP = List.of(new EveryStep());
    private static final Path OUT = Path.of("out");

    @Test
    void onlyOneSettingChanges() {
        Sweep workers = Sweep.of(SETTINGS, List.of(2, 16, 4), List.of(Partition.dirichlet(1)), BSP);
        assertThat(workers.values())
                .containsExactly(
                        SETTINGS.withWorkers(2).withPartition(Partition.dirichlet(1)),
                        SETTINGS.withWorkers(16).withPartition(Partition.dirichlet(1)),
                        SETTINGS.withWorkers(4).withPartition(Partition.dirichlet(1)));
        assertThat(workers.folder(OUT, workers.values().get(1))).isEqualTo(OUT.resolve("workers-16"));
        Sweep partitions = Sweep.of(SETTINGS, List.of(4), List.of(Partition.iid(), Partition.dirichlet(0.1)), BSP);
        assertThat(partitions.setting()).hasToString("partition");
        assertThat(partitions.values()).extracting(Settings::workers).containsExactly(4, 4);
        assertThat(partitions.folder(OUT, partitions.values().get(1)))
                .isEqualTo(OUT.resolve("partition-dirichlet(0.1)"));
    }

    @Test
    void periodsChangeToo() {
        Sweep periods = Sweep.of(
                SETTINGS, List.of(4), List.of(Partition.iid()), List.of(new EveryStep(), LocalSteps.average(8)));
        assertThat(periods.setting()).hasToString("sync");
        assertThat(periods.folder(OUT, periods.values().get(1))).isEqualTo(OUT.resolve("sync-local(8)"));
    }

    @Test
    void oneValueIsAComparisonAsEver() {
        Sweep one = Sweep.of(SETTINGS, List.of(8), List.of(Partition.iid()), BSP);
        assertThat(one.isMany()).isFalse();
        assertThat(one.values()).containsExactly(SETTINGS);
        assertThat(one.folder(OUT, SETTINGS)).isEqualTo(OUT);
    }

    @Test
    void mistakesAreExplained() {
        List<Partition> two = List.of(Partition.iid(), Partition.dirichlet(1));
        assertThatThrownBy(() -> Sweep.of(SETTINGS, List.of(2, 4), two, BSP))
                .hasMessage(
                        "a sweep is over numbers of workers, over partitions or over synchronizations, not over two of"
                                + " them: 2;4 and iid;dirichlet(1) and bsp");
        assertThatThrownBy(() -> Sweep.of(SETTINGS, List.of(2, 4, 2), List.of(Partition.iid()), BSP))
                .hasMessage("workers: 2 is there twice");
        assertThatThrownBy(() -> Sweep.of(SETTINGS, List.of(2, 0), List.of(Partition.iid()), BSP))
                .hasMessage("workers: at least 1, not 0");
    }
}
