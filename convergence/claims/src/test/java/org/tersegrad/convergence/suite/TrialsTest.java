package org.tersegrad.convergence.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.tersegrad.convergence.suite.MadeUp.ACCURACY;
import static org.tersegrad.convergence.suite.MadeUp.LOSS;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.training.Contestant;

class TrialsTest {
    private static final Contestant INT8 = Contestant.parse("int8");

    private final List<String> calls = new ArrayList<>();

    private List<SuiteRow> run(Contestant recipe, Workload workload, Trainer trainer) throws IOException {
        return Trials.run(recipe, workload, (where, contestant, seed) -> {
            calls.add(contestant.rate().orElseThrow() + " " + seed);
            return trainer.train(where, contestant, seed);
        });
    }

    private static float rate(Contestant contestant) {
        return contestant.rate().orElseThrow();
    }

    @Test
    void sixRunsOfWhichTheFewestBitsChooseTheRate() throws IOException {
        List<SuiteRow> rows = run(
                INT8,
                LOSS,
                (workload, contestant, seed) ->
                        MadeUp.run(workload, rate(contestant) > 0.2 ? 3 : rate(contestant) > 0.05 ? 5 : 9, 10 + seed));
        assertThat(calls).containsExactly("0.0333 1", "0.1 1", "0.3 1", "0.3 2", "0.3 3", "0.3 4");
        Score.Part part = new Score.Part(LOSS, rows);
        assertThat(part.bits()).isEqualTo(3 * 13);
        assertThat(part.bitsRatio()).isCloseTo(1000 / 39.0, within(1e-12));
        assertThat(part.secondsRatio()).isCloseTo(10 / 3.0, within(1e-12));
        assertThat(part.rate()).isEqualTo(0.3f);
    }

    @Test
    void ofEqualBitsTheBetterEndWinsThenTheLowerRate() throws IOException {
        List<SuiteRow> better = run(
                INT8,
                ACCURACY,
                (workload, contestant, seed) ->
                        MadeUp.run(workload, 4, 10, 20, rate(contestant) == 0.1f ? 0.96 : 0.95));
        assertThat(better.get(3).rate()).isEqualTo(0.1f);
        List<SuiteRow> equal = run(INT8, LOSS, (workload, contestant, seed) -> MadeUp.run(workload, 4, 10));
        assertThat(equal.get(3).rate()).isEqualTo(0.0333f);
    }

    @Test
    void aRecipeThatBringsItsRateIsTriedAroundIt() throws IOException {
        run(Contestant.parse("vote@0.003"), LOSS, (workload, contestant, seed) -> MadeUp.run(workload, 4, 10));
        assertThat(calls).startsWith("0.001 1", "0.003 1", "0.009 1").hasSize(6);
    }

    @Test
    void denseHasNoTrials() throws IOException {
        Trainer trainer = (workload, contestant, seed) -> MadeUp.run(workload, 10, 100);
        List<SuiteRow> rows = run(Contestant.parse("dense"), LOSS, trainer);
        assertThat(calls).containsExactly("0.1 2", "0.1 3", "0.1 4");
        assertThat(new Score.Part(LOSS, rows).bitsRatio()).isEqualTo(1);
        calls.clear();
        run(Contestant.parse("dense@0.1"), LOSS, trainer);
        assertThat(calls).hasSize(6);
    }

    @Test
    void whatNeverReachesTheTargetIsJudgedAndMissed() throws IOException {
        List<SuiteRow> rows = run(INT8, LOSS, (workload, contestant, seed) -> MadeUp.run(workload, 0, 10));
        assertThat(calls).hasSize(6);
        Score.Part part = new Score.Part(LOSS, rows);
        assertThat(part.isMissed()).isTrue();
        assertThat(part.bits()).isInfinite();
        assertThat(part.bitsRatio()).isZero();
    }

    @Test
    void oneSeedMayMissAndTwoMayNot() throws IOException {
        List<SuiteRow> one =
                run(INT8, LOSS, (workload, contestant, seed) -> MadeUp.run(workload, seed == 3 ? 0 : (int) seed, 10));
        assertThat(new Score.Part(LOSS, one).bits()).isEqualTo(40); // of 20, 40 and none
        List<SuiteRow> two = run(
                INT8, LOSS, (workload, contestant, seed) -> MadeUp.run(workload, seed == 3 || seed == 4 ? 0 : 2, 10));
        assertThat(new Score.Part(LOSS, two).isMissed()).isTrue();
    }

    @Test
    void ifAllTrialsDivergeThereAreNoOthers() throws IOException {
        List<SuiteRow> rows = run(INT8, LOSS, (workload, contestant, seed) -> MadeUp.run(workload, 0, 10, 7, 0));
        assertThat(calls).hasSize(3);
        assertThat(rows).allSatisfy(row -> assertThat(row.end()).isNaN());
        assertThat(new Score.Part(LOSS, rows).isMissed()).isTrue();
        assertThat(new Score.Part(LOSS, rows).rate()).isNaN();
    }

    @Test
    void whatDivergesLosesAgainstWhatDoesNot() throws IOException {
        List<SuiteRow> rows = run(
                INT8,
                LOSS,
                (workload, contestant, seed) -> MadeUp.run(workload, 0, 10, rate(contestant) < 0.2 ? 7 : 20, 0));
        assertThat(rows.get(3).rate()).isEqualTo(0.3f);
    }

    @Test
    void bitsAreThoseOfTheBusierDirection() throws IOException {
        List<SuiteRow> rows = run(INT8, LOSS, (workload, contestant, seed) -> MadeUp.run(workload, 4, 10));
        assertThat(rows.get(0).bits()).isEqualTo(40); // 20 were received
    }
}
