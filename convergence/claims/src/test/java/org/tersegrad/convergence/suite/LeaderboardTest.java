package org.tersegrad.convergence.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.training.Contestant;

class LeaderboardTest {
    private static final List<Contestant> RECIPES = List.of(Contestant.parse("dense"), Contestant.parse("int8"));

    /** The committed one. */
    private static final Path RESULTS = Path.of("../../bench/results/suite");

    /** Dense as it is frozen; int8 needs 100 bits and 4 seconds on the first workload, 10 bits and 5 seconds on the second. */
    private static final Trainer TRAINER = (workload, contestant, seed) -> {
        if (contestant.label().equals("dense")) {
            return MadeUp.run(workload, 10, 100);
        }
        return workload.equals(MadeUp.ACCURACY) ? MadeUp.run(workload, 4, 25) : MadeUp.run(workload, 5, 2);
    };

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    private SuiteFolder ran(List<Workload> workloads) throws IOException {
        SuiteFolder suite = new SuiteFolder(MadeUp.SUITE, folder);
        suite.open();
        suite.run(RECIPES, workloads, TRAINER);
        return suite;
    }

    @Test
    void scoresAreGeometricMeans() throws IOException {
        ran(MadeUp.SUITE.workloads());
        SuiteTable table = SuiteTable.read(MadeUp.SUITE, folder);
        Score score = table.scores().get(1);
        assertThat(score.bits()).isCloseTo(Math.sqrt(10 * 100), within(1e-9));
        assertThat(score.seconds()).isCloseTo(Math.sqrt(10 / 4.0 * 10 / 5.0), within(1e-9));
        assertThat(table.scores().get(0).bits()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve(Leaderboard.FILE))).isEqualTo("""
                        recipe,suite,commit,jdk,runs,first,second,bits_score,seconds_score
                        int8,1,abc,"17, Someone",12,100,10,31.62,2.236
                        dense,1,abc,"17, Someone",6,1000,1000,1,1
                        """);
        new Leaderboard(table).check(folder.resolve(Leaderboard.FILE));
        assertThat(new Leaderboard(table).markdown()).contains("| `int8` | **31.6x** | 2.24x | 10.0x | 100.0x |");
    }

    @Test
    void theSameRunsGiveTheSameFilesInAnyOrderOfWorkloads() throws IOException {
        ran(MadeUp.SUITE.workloads());
        String whole = Files.readString(folder.resolve(SuiteTable.FILE));
        String page = Files.readString(folder.resolve(SuiteFolder.PAGE));
        for (String file : List.of(SuiteTable.FILE, Leaderboard.FILE, SuiteFolder.PAGE)) {
            Files.delete(folder.resolve(file));
        }
        ran(List.of(MadeUp.LOSS));
        assertThat(Files.readString(folder.resolve(Leaderboard.FILE)))
                .as("partial scores")
                .hasLineCount(1);
        ran(MadeUp.SUITE.workloads());
        assertThat(Files.readString(folder.resolve(SuiteTable.FILE))).isEqualTo(whole);
        assertThat(Files.readString(folder.resolve(SuiteFolder.PAGE))).isEqualTo(page);
    }

    @Test
    void aPartialScoreSaysSo() throws IOException {
        ran(List.of(MadeUp.LOSS));
        List<Score> scores = SuiteTable.read(MadeUp.SUITE, folder).scores();
        assertThat(scores).noneMatch(Score::whole);
        assertThat(ScoreText.table(MadeUp.SUITE, scores))
                .contains("int8 has a partial score: 1 of 2 workloads. It does not enter the leaderboard.");
        assertThat(Files.readString(folder.resolve(SuiteFolder.PAGE))).contains("x (partial)</td>", "<td></td>");
    }

    @Test
    void whoMissesATargetHasNoScoreAndTheTableSaysWhere() throws IOException {
        SuiteFolder suite = new SuiteFolder(MadeUp.SUITE, folder);
        suite.open();
        List<Score> scores = suite.run(
                List.of(Contestant.parse("sign")),
                MadeUp.SUITE.workloads(),
                (workload, contestant, seed) -> MadeUp.run(workload, workload.equals(MadeUp.LOSS) ? 0 : 4, 1));
        assertThat(scores.get(0).bits()).isNaN();
        assertThat(Files.readString(folder.resolve(Leaderboard.FILE)))
                .contains("sign,1,abc,\"17, Someone\",12,4,missed,,\n");
        assertThat(ScoreText.table(MadeUp.SUITE, scores)).contains("two of three seeds miss the target of second");
        assertThat(ScoreText.members(scores.get(0))).containsEntry("bits_score", null);
    }

    @Test
    void linesThatDoNotFollowFromTheRunsAreRejected() throws IOException {
        ran(MadeUp.SUITE.workloads());
        Path file = folder.resolve(Leaderboard.FILE);
        String right = Files.readString(file);
        Leaderboard leaderboard = new Leaderboard(SuiteTable.read(MadeUp.SUITE, folder));
        assertRejected(leaderboard, file, right.replace("31.62", "31.7"), "column bits_score: 31.7 is not 31.62");
        assertRejected(leaderboard, file, right.replace("dense,1,", "dense,2,"), "the line is of suite 2");
        assertRejected(leaderboard, file, right + "sign,1,abc,17,12,1,1,9,9\n", "has not all runs of sign");
        assertRejected(leaderboard, file, right.replaceAll("int8.*\n", ""), "has no line of int8");
    }

    @Test
    void aLineNamesACommit() throws IOException {
        for (String commit : List.of("unknown", "\"abc, changed\"")) {
            ran(MadeUp.SUITE.workloads());
            for (String name : List.of(SuiteTable.FILE, Leaderboard.FILE)) {
                Path file = folder.resolve(name);
                Files.writeString(file, Files.readString(file).replace(",abc,", "," + commit + ","));
            }
            Leaderboard leaderboard = new Leaderboard(SuiteTable.read(MadeUp.SUITE, folder));
            assertThatThrownBy(() -> leaderboard.check(folder.resolve(Leaderboard.FILE)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is no commit");
        }
    }

    private static void assertRejected(Leaderboard leaderboard, Path file, String text, String why) throws IOException {
        Files.writeString(file, text);
        assertThatThrownBy(() -> leaderboard.check(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void rowsThatAreNotTheBudgetAreRejected() throws IOException {
        ran(MadeUp.SUITE.workloads());
        Path file = folder.resolve(SuiteTable.FILE);
        String right = Files.readString(file);
        String seventh =
                right.lines().filter(line -> line.contains("int8")).findFirst().orElseThrow() + "\n";
        for (String wrong : List.of(
                right + seventh, // a seventh run
                right.replaceFirst("int8,first,judged,0.0333,2", "int8,first,judged,0.0333,5"), // another seed
                right.replace("judged,0.0333,", "judged,0.1,"), // not the rate that was chosen
                right.replaceFirst("trial,0.3,1", "trial,0.5,1"))) { // another trial
            assertThat(wrong).isNotEqualTo(right);
            Files.writeString(file, wrong);
            SuiteTable table = SuiteTable.read(MadeUp.SUITE, folder);
            assertThatThrownBy(table::scores)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has the runs");
        }
        Files.writeString(file, right.replaceFirst("\n1,int8", "\n0,int8"));
        assertThatThrownBy(() -> SuiteTable.read(MadeUp.SUITE, folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the line is of suite 0");
    }

    /** A line by pull request is checked here. */
    @Test
    void theCommittedLeaderboardFollowsFromTheCommittedRuns() throws IOException {
        SuiteTable table = SuiteTable.read(Suite.current(), RESULTS);
        new Leaderboard(table).check(RESULTS.resolve(Leaderboard.FILE));
        for (Score score : table.scores()) {
            if (score.recipe().equals("dense")) {
                assertThat(score.bits()).as("the baseline").isCloseTo(1, within(1e-6));
                assertThat(score.seconds()).as("the baseline").isCloseTo(1, within(1e-6));
            }
        }
    }
}
