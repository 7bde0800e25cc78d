package org.tersegrad.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.reducers.group.LocalGroup;

/** Workers that are processes of mpirun: the laws of a group, the bits of every recipe, and every way to fail. */
class MpiGroupTest {
    private static final int MOST_WORKERS_OF_A_LAW = 7;

    @BeforeEach
    void openMpiIsThere() {
        Mpirun.require();
    }

    @Test
    void everyRankKeepsTheLaws(@TempDir Path folder) throws Exception {
        Mpirun mpirun = new Mpirun(folder);
        Mpirun.Result result = mpirun.run(MOST_WORKERS_OF_A_LAW, LawsOnRanks.class.getName(), folder.toString());
        for (int rank = 0; rank < MOST_WORKERS_OF_A_LAW; rank++) {
            assertThat(mpirun.said(rank)).as(result.output()).matches("laws: (\\d{2}), kept: \\1");
        }
        assertThat(result.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void everyRecipeEndsWithTheBitsOfThreads(int workers, @TempDir Path folder) throws Exception {
        Mpirun mpirun = new Mpirun(folder);
        Mpirun.Result result = mpirun.run(workers, RecipesOnRanks.class.getName(), folder.toString());
        List<List<String>> threads = LocalGroup.run(workers, RecipesOnRanks::results);
        for (int rank = 0; rank < workers; rank++) {
            assertThat(mpirun.said(rank).lines()).as(result.output()).containsExactlyElementsOf(threads.get(rank));
        }
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void whatAWorkerThrowsReachesAll(@TempDir Path folder) throws Exception {
        Mpirun mpirun = fails("throws", folder);
        assertThat(mpirun.said(0)).isEqualTo("worker 2 failed: disk full");
        assertThat(mpirun.said(1)).isEqualTo("worker 2 failed: disk full");
        assertThat(mpirun.said(2)).isEqualTo("disk full");
    }

    @Test
    void aWorkerThatClosesLeavesNobodyWaiting(@TempDir Path folder) throws Exception {
        Mpirun mpirun = fails("closes", folder);
        assertThat(mpirun.said(0)).isEqualTo("worker 2 is lost: it has closed the group");
        assertThat(mpirun.said(1)).isEqualTo("worker 2 is lost: it has closed the group");
        assertThat(mpirun.said(2)).isEqualTo("ended early");
    }

    @Test
    void aWorkerThatSleepsIsGivenUp(@TempDir Path folder) throws Exception {
        Mpirun mpirun = fails("sleeps", folder);
        assertThat(mpirun.said(0)).isEqualTo("worker 2 is lost: nothing has come for 5000 ms");
        assertThat(mpirun.said(1)).isEqualTo("worker 2 is lost: nothing has come for 5000 ms");
        assertThat(mpirun.said(2)).isEqualTo("nothing");
    }

    @Test
    void aMessageThatIsTooLongIsRejectedByItsLength(@TempDir Path folder) throws Exception {
        Mpirun mpirun = fails("floods", folder);
        String why = "worker 2 is lost: it announces a message of 1048582 bytes, at most 5006 are possible";
        assertThat(List.of(mpirun.said(0), mpirun.said(1), mpirun.said(2))).allMatch(said -> said.equals(why));
        mpirun = fails("floods another call", folder);
        assertThat(mpirun.said(0)).endsWith("while worker 2 calls allGather: workers make different calls");
    }

    /** mpirun notices it, and ends the others. */
    @Test
    void aProcessThatExitsEndsAll(@TempDir Path folder) throws Exception {
        Mpirun mpirun = new Mpirun(folder);
        Mpirun.Result result = mpirun.run(3, FailuresOnRanks.class.getName(), folder.toString(), "exits");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(mpirun.said(0)).isNotEqualTo("no failure");
    }

    private Mpirun fails(String how, Path folder) throws Exception {
        Mpirun mpirun = new Mpirun(folder);
        mpirun.run(3, FailuresOnRanks.class.getName(), folder.toString(), how);
        return mpirun;
    }

    @Test
    void withoutMpirunThereIsOneWorkerAndEveryMistakeIsALine(@TempDir Path folder) throws Exception {
        Mpirun.Result result = new Mpirun(folder).runAlone(MistakesAlone.class.getName());
        assertThat(result.output().lines())
                .containsExactly(
                        "IllegalArgumentException: a limit of silence is above 0, this is PT0S",
                        "worker 0 of 1: 1.0 2.0",
                        "IllegalStateException: this process has its group already: MPI has one world",
                        "IllegalStateException: this group is closed",
                        "IllegalStateException: MPI is finalised in this process, and cannot begin again");
        assertThat(result.exitCode()).isZero();
    }
}
