package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.clock.Durations;
import org.tersegrad.convergence.training.sync.StepTimes;
import org.tersegrad.convergence.training.sync.Synchronizations;

/** Runs whose clock counts messages and slow workers. */
class TimedRunsTest {
    private static final Problem PROBLEM =
            Models.make("softmax", () -> DataSets.load("digits", Path.of("none"))); // 650 parameters
    private static final Run.Listener SILENT = new Run.Listener() {};
    private static final double ALPHA = 0.5;
    private static final double MODEL = 650 * 32 * 1e-4;

    private static Optional<Durations> durations(String times) {
        return Optional.of(new Durations(
                "test",
                StepTimes.parse(times),
                2,
                0.25,
                ALPHA,
                1e-4,
                List.of(new Durations.Exchange(1, 1e-4), new Durations.Exchange(1, 1e-4))));
    }

    private static Run run(
            String how,
            String recipe,
            Optional<Durations> durations,
            Optional<Run.Checkpointing> file,
            Run.Listener listener) {
        Settings settings = new Settings(5, 40, 4, 0.05f, 0f, Optimizer.SGD, Partition.dirichlet(0.5))
                .withSynchronization(Synchronizations.parse(how));
        Contestant contestant = Contestant.parse(recipe + "@0.05");
        return new Run(PROBLEM, settings, contestant, "label", 7, file, listener, durations);
    }

    private static List<Evaluation> train(String how, Optional<Durations> durations) {
        return run(how, "dense", durations, Optional.empty(), SILENT).train();
    }

    private static Evaluation last(List<Evaluation> evaluations) {
        return evaluations.get(evaluations.size() - 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bsp; topk(0.1)+ef",
                "diloco(4,fragments=2,overlap=1); dense",
                "gossip(matching); dense",
                "ssp(1); topk(0.1)+ef",
                "lazy(4); topk(0.1)+ef",
                "fedavg(4,participation=0.4,late=0.3); topk(0.1)+ef",
                "fedavg(4,participation=0.6,deadline=11); dense"
            })
    void aStoppedRunGoesOnAtTheSameSecond(String how, String recipe, @TempDir Path folder) {
        Optional<Durations> clock = durations("exponential");
        List<Evaluation> expected =
                Timeless.of(run(how, recipe, clock, Optional.empty(), SILENT).train());
        Run.Checkpointing file = new Run.Checkpointing(folder.resolve("run.checkpoint"), "", 0);
        for (int last = 1; last < 4; last++) {
            int killed = last;
            Run.Listener killer = new Run.Listener() {
                @Override
                public void evaluated(int epoch, Evaluation evaluation) {
                    if (epoch > killed) {
                        throw new IllegalStateException("killed");
                    }
                }
            };
            assertThatThrownBy(run(how, recipe, clock, Optional.of(file), killer)::train)
                    .hasStackTraceContaining("killed");
        }
        assertThat(Timeless.of(
                        run(how, recipe, clock, Optional.of(file), SILENT).train()))
                .isEqualTo(expected);
        assertThatThrownBy(run(
                        how,
                        recipe,
                        durations("constant").map(each -> new Durations("other", each.times(), 2, 0, 0, 0, List.of())),
                        Optional.of(file),
                        SILENT)::train)
                .hasStackTraceContaining("its clock was test, this one's is other");
    }

    /** Only where gradients come one by one can a clock change what is learned; with slack 0 they come in the order of ranks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"bsp", "local(3)", "gossip(ring)", "lazy(4)", "fedavg(4,participation=0.6)", "ssp(0)"})
    void aClockChangesNothingElse(String how) {
        List<Evaluation> timed = train(how, durations("constant"));
        List<Evaluation> plain = train(how, Optional.empty());
        for (int i = 0; i < timed.size(); i++) {
            assertThat(timed.get(i).test()).isEqualTo(plain.get(i).test());
            assertThat(timed.get(i).bits()).isEqualTo(plain.get(i).bits());
            assertThat(timed.get(i).at().virtualSeconds()).isGreaterThanOrEqualTo(2.0 * i);
        }
    }

    /** One server: c + 2 alpha + 2 P u, and lazy workers that always send need as long as those of ssp(0), with twice the gradients. */
    @Test
    void aServersStepHasTheMessagesOfAll() {
        Evaluation together = last(train("ssp(0)", durations("constant")));
        double step = 2.25 + 2 * ALPHA + 2 * 5 * MODEL;
        // No model is sent before the first step; messages have a few bits more than the parameters.
        double expected = together.step() * step - ALPHA - 5 * MODEL;
        assertThat(together.at().virtualSeconds()).isCloseTo(expected, within(0.02 * expected));
        Evaluation lazy = last(train("lazy(1)", durations("constant")));
        assertThat(lazy.at().virtualSeconds()).isCloseTo(together.at().virtualSeconds(), within(1e-9));
        Evaluation silent = last(train("lazy(10,weight=1e9)", durations("constant")));
        assertThat(silent.at().virtualSeconds()).isLessThan(0.75 * together.at().virtualSeconds());
    }

    /** A round ends at its deadline without the slow client, whose differences come later or never. */
    @Test
    void aDeadlineCutsRounds() {
        double down = 5 * MODEL + ALPHA;
        double up = 5 * MODEL + ALPHA + 0.25;
        double deadline = down + 4 * 2 + up + 1;
        Optional<Durations> slow = durations("slow(20)");
        List<Evaluation> waiting = train("fedavg(4,participation=0.99)", slow);
        List<Evaluation> cut = train("fedavg(4,participation=0.99,deadline=" + deadline + ")", slow);
        List<Evaluation> dropped = train("fedavg(4,participation=0.99,stale=drop,deadline=" + deadline + ")", slow);
        int rounds = last(cut).step() / 4;
        assertThat(last(waiting).at().virtualSeconds()).isGreaterThan(rounds * 4 * 2 * 20.0);
        assertThat(last(cut).at().virtualSeconds()).isCloseTo(rounds * deadline, within(1e-6 * rounds));
        assertThat(last(cut).test().loss())
                .isNotEqualTo(last(waiting).test().loss())
                .isNotEqualTo(last(dropped).test().loss());
        List<Evaluation> without = train("fedavg(4,participation=0.99,stale=drop,deadline=3)", Optional.empty());
        assertThat(last(without).at().virtualSeconds()).isCloseTo(3.0 * rounds, within(1e-9));
        assertThat(last(without).test().loss())
                .as("nothing is ever there in time")
                .isEqualTo(without.get(0).test().loss());
        assertThatThrownBy(() -> Synchronizations.parse("fedavg(4,deadline=0)"))
                .hasMessageContaining("above 0 s, this is 0");
        String text = "fedavg(4,participation=0.5,deadline=2.5)";
        assertThat(Synchronizations.parse(text)).hasToString(text);
    }
}
