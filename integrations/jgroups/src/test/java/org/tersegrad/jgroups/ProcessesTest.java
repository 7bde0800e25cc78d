package org.tersegrad.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.jgroups.Cluster.Member;
import org.tersegrad.jgroups.TrainingProcess.Settings;
import org.tersegrad.reducers.elastic.Epoch;

/** Trainings of processes that are killed, frozen and replaced. */
@Tag("any-jdk")
class ProcessesTest {
    private final Path folder;

    ProcessesTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private Cluster cluster(int hosts, int quorum, String policy, boolean pays) {
        return new Cluster(folder, new Settings(Cluster.freePorts(hosts), hosts, quorum, policy, pays, 3000, 2));
    }

    /** Equal weights on all members, which a replay of their log ends with, too. */
    private static void requireOneModel(Cluster cluster, int members, int quorum) throws Exception {
        long steps = cluster.end(200);
        List<Integer> hashes = cluster.hashes();
        assertThat(hashes).hasSize(members);
        assertThat(new HashSet<>(hashes)).hasSize(1);
        assertThat(cluster.replay(steps)).isEqualTo(hashes.get(0));
        assertThat(cluster.epochs()).allMatch(epoch -> epoch.members().size() >= quorum);
    }

    /** The one that is killed is JGroups' coordinator. */
    @Test
    void aKilledMemberIsReplaced() throws Exception {
        try (Cluster cluster = cluster(4, 3, "topk(0.1)+ef", true)) {
            Member a = cluster.start(0);
            Member b = cluster.start(1);
            Member c = cluster.start(2);
            Member d = cluster.start(3);
            cluster.awaitGroup(a, b, c, d);
            a.kill();
            cluster.awaitGroup(b, c, d);
            Member e = cluster.start(0);
            cluster.awaitGroup(b, c, d, e);
            requireOneModel(cluster, 4, 3);
            assertThat(cluster.epochs().stream().flatMap(epoch -> epoch.lost().stream()))
                    .extracting(Epoch.Lost::residual)
                    .isNotEmpty()
                    .allMatch(norm -> norm > 0);
        }
    }

    /** Two train without the frozen one. One alone does not; it goes on with the one that comes back, which takes its model. */
    @Test
    void aFrozenMemberIsLeftOutAndAMinorityWaits() throws Exception {
        try (Cluster cluster = cluster(3, 2, "powersgd(2)+ef", false)) {
            Member a = cluster.start(0);
            Member b = cluster.start(1);
            Member c = cluster.start(2);
            cluster.awaitGroup(a, b, c);
            c.signal("STOP");
            cluster.awaitGroup(a, b);
            a.kill();
            cluster.await("a view of one", () -> b.viewSize() == 1);
            c.signal("CONT");
            cluster.awaitGroup(b, c);
            requireOneModel(cluster, 2, 2);
        }
    }
}
