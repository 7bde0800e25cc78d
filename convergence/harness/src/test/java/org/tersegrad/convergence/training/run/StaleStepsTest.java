package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.convergence.training.sync.StaleSteps;
import org.tersegrad.convergence.training.sync.Synchronizations;
import org.tersegrad.reducers.group.LocalGroup;

/** Gradients at models of some steps ago, in virtual time. */
class StaleStepsTest {
    private static final Problem PROBLEM = Models.make("mlp(16)", () -> DataSets.load("digits", Path.of("none")));
    private static final Settings SETTINGS = new Settings(4, 11, 3, 0.05f, 0f, Optimizer.SGD, Partition.iid());

    private static List<Evaluation> train(Settings settings, String synchronization, String recipe) {
        return Comparison.of(PROBLEM)
                .settings(settings.withSynchronization(Synchronizations.parse(synchronization)))
                .seeds(1)
                .with(recipe + "@0.05")
                .run()
                .evaluations();
    }

    private static List<Evaluation> train(String synchronization, String recipe) {
        return train(SETTINGS, synchronization, recipe);
    }

    private static Evaluation last(List<Evaluation> evaluations) {
        return evaluations.get(evaluations.size() - 1);
    }

    /** Without momentum, but for float rounding: the same algorithm as with slack, whose server makes a step for each gradient. */
    @ParameterizedTest
    @ValueSource(strings = {"dense", "topk(0.05)+ef", "qsgd(4bit)"})
    void withoutSlackItIsBsp(String recipe) {
        double bsp = last(train("bsp", recipe)).test().loss();
        for (String stale : new String[] {"ssp(0)", "ssp(0,times=slow(4))"}) {
            assertThat(last(train(stale, recipe)).test().loss()).isCloseTo(bsp, within(1e-4 * bsp));
        }
    }

    /** With momentum the server's n steps of 1/n of the rate are not one step: documented, and not hidden by training bsp instead. */
    @Test
    void withMomentumItIsAnotherAlgorithm() {
        Settings momentum = new Settings(4, 11, 3, 0.05f, 0.9f, Optimizer.SGD, Partition.iid());
        double bsp = last(train(momentum, "bsp", "dense")).test().loss();
        assertThat(last(train(momentum, "ssp(0)", "dense")).test().loss()).isNotCloseTo(bsp, within(1e-3 * bsp));
        double local = last(train(momentum, "local(1)", "dense")).test().loss();
        assertThat(local).as("an average of steps with momentum").isCloseTo(bsp, within(1e-3 * bsp));
    }

    /** A worker alone is never behind, so what the server does with its gradients is what a group does, bit for bit. */
    @ParameterizedTest
    @ValueSource(strings = {"dense", "topk(0.05)+ef", "topk(0.1)+ef21", "qsgd(4bit)", "randomk(0.2)"})
    void aloneItIsPlainTraining(String recipe) {
        for (Optimizer optimizer : Optimizer.usual()) {
            Settings alone = new Settings(1, 44, 2, 0.01f, 0.9f, optimizer, Partition.iid());
            List<Evaluation> plain = train(alone, "bsp", recipe);
            List<Evaluation> served = train(alone, "asp", recipe);
            for (int i = 0; i < plain.size(); i++) {
                assertThat(served.get(i).test().loss())
                        .isEqualTo(plain.get(i).test().loss());
                assertThat(Double.compare(
                                served.get(i).trainLoss(), plain.get(i).trainLoss()))
                        .isZero();
                assertThat(served.get(i).diagnostics().residualNorm())
                        .isEqualTo(plain.get(i).diagnostics().residualNorm());
                assertThat(served.get(i).at().virtualSeconds())
                        .isEqualTo(plain.get(i).step());
            }
        }
    }

    /** Exponential step times of mean 1: waiting for the last of n takes 1 + 1/2 + ... + 1/n a step, without waiting it is 1/n. */
    @Test
    void exponentialTimesAreThoseOfTheory() {
        Problem tiny = Models.make("quadratic(4)", () -> DataSets.load("digits", Path.of("none")));
        int workers = 8;
        double harmonic =
                IntStream.rangeClosed(1, workers).mapToDouble(i -> 1.0 / i).sum();
        Settings settings = new Settings(workers, 1, 100, 0.001f, 0f, Optimizer.SGD, Partition.same());
        Evaluation together = last(timed(tiny, settings, "ssp(0,times=exponential)"));
        Evaluation apart = last(timed(tiny, settings, "asp(times=exponential)"));
        int steps = together.step();
        assertThat(steps).isGreaterThan(1000);
        // Variances: of a maximum, the sum of 1/i^2, at most 1.65; of a sum of n times as many that are shared by n,
        // 1/n.
        assertThat(together.at().virtualSeconds()).isCloseTo(steps * harmonic, within(5 * Math.sqrt(1.65 * steps)));
        assertThat(apart.at().virtualSeconds()).isCloseTo(steps, within(5 * Math.sqrt(steps / (double) workers) + 5));
    }

    private static List<Evaluation> timed(Problem problem, Settings settings, String synchronization) {
        return Comparison.of(problem)
                .settings(settings.withSynchronization(Synchronizations.parse(synchronization)))
                .seeds(3)
                .with("dense")
                .run()
                .evaluations();
    }

    /** One worker of four takes 4 seconds: together a step takes 4; apart four gradients take 16/13. */
    @Test
    void aSlowWorkerHoldsUpThoseWhoWait() {
        Evaluation together = last(train("ssp(0,times=slow(4))", "dense"));
        Evaluation bounded = last(train("ssp(3,times=slow(4))", "dense"));
        Evaluation apart = last(train("asp(times=slow(4))", "dense"));
        int steps = together.step();
        assertThat(together.at().virtualSeconds()).isEqualTo(4 * steps);
        assertThat(apart.at().virtualSeconds()).isCloseTo(4.0 * steps / 3.25, within(4.0));
        // A worker three steps ahead waits for the slow one; at the end the others are those three steps ahead.
        assertThat(bounded.at().virtualSeconds())
                .isLessThan(together.at().virtualSeconds())
                .isGreaterThan(apart.at().virtualSeconds());
        assertThat(bounded.at().virtualSeconds()).isCloseTo(4.0 * (steps - 3), within(8.0));
    }

    /** Without momentum, gradients of one model that count one by one are a step along their mean. */
    @Test
    void noSlackOneByOneIsBspToRounding() {
        Settings settings = SETTINGS.withSynchronization(Synchronizations.parse("ssp(0,times=exponential)"));
        Contestant dense = Contestant.parse("dense@0.05");
        Run run = new Run(PROBLEM, settings, dense, "dense", 1, Optional.empty(), new Run.Listener() {});
        List<Evaluation> bsp = train("bsp", "dense");
        double loss = LocalGroup.run(1, group -> {
                    BatchGradients gradients = new BatchGradients(run);
                    StaleUpdates updates = new StaleUpdates(
                            (StaleSteps) settings.synchronization(), run, new WorkerModel(run, group), gradients);
                    for (int step = 0; step < run.steps(); step++) {
                        updates.step(step, run.rate(step));
                        for (int rank = 0; rank < 4; rank++) {
                            assertThat(updates.distance(rank)).isZero();
                        }
                    }
                    return gradients.test(updates.model()).loss();
                })
                .get(0);
        assertThat(loss).isCloseTo(last(bsp).test().loss(), within(1e-4 * loss));
    }

    @Test
    void learnsAndRepeats() {
        for (String synchronization : List.of("ssp(2,times=exponential)", "asp(times=slow(4))")) {
            for (String recipe : List.of("dense", "topk(0.05)+ef", "server(up=topk(0.05)+ef,down=topk(0.1))")) {
                List<Evaluation> once = train(synchronization, recipe);
                assertThat(last(once).test().accuracy()).isGreaterThan(0.5);
                assertThat(last(once).diagnostics().consensusDistance()).isPositive();
                assertThat(Timeless.of(train(synchronization, recipe))).isEqualTo(Timeless.of(once));
            }
        }
    }

    /** Up go payloads; down goes the model, once for each step of a worker that has begun. */
    @Test
    void bitsAreThoseOfMessagesUpAndModelsDown() {
        Evaluation dense = last(train("asp", "dense"));
        long model = (long) Float.SIZE * PROBLEM.parameters();
        assertThat(dense.bits().received()).isEqualTo(model * dense.step());
        assertThat(dense.bits().sent()).isBetween(model * dense.step(), (model + 1000) * dense.step());
        Evaluation sparse = last(train("asp", "topk(0.01)+ef"));
        assertThat(sparse.bits().sent()).isLessThan(dense.bits().sent() / 20);
        assertThat(sparse.bits().received()).isEqualTo(dense.bits().received());
        Evaluation both = last(train("asp", "server(up=topk(0.01)+ef,down=topk(0.01))"));
        assertThat(both.bits().received()).isLessThan(dense.bits().received() / 4);
    }

    /** Killed after each epoch in turn, and gone on. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "asp(times=exponential); topk(0.05)+ef; ADAM",
                "ssp(2,times=slow(3)); server(up=topk(0.1)+ef21,down=int8); SGD",
                "ssp(0,times=exponential); dense; SGD",
                "lazy(5); topk(0.1)+ef; SGD",
                "lazy(3,weight=10); server(up=topk(0.1)+ef21,down=int8); ADAM",
                "fedavgm(4,participation=0.4,late=0.3,gone=0.1); topk(0.1)+ef; SGD",
                "fedadam(3,participation=0.4,late=0.3); server(up=topk(0.1)+ef21,down=int8); SGD"
            })
    void aRunThatWasStoppedGoesOn(String synchronization, String recipe, Optimizer optimizer, @TempDir Path folder) {
        Settings settings = new Settings(5, 9, 4, 0.01f, 0.9f, optimizer, Partition.dirichlet(0.5))
                .withSynchronization(Synchronizations.parse(synchronization));
        Contestant contestant = Contestant.parse(recipe + "@0.01");
        Run whole = new Run(PROBLEM, settings, contestant, "label", 7, Optional.empty(), new Run.Listener() {});
        List<Evaluation> expected = Timeless.of(whole.train());
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
            Run stopped = new Run(PROBLEM, settings, contestant, "label", 7, Optional.of(file), killer);
            assertThatThrownBy(stopped::train).hasMessageContaining("killed");
        }
        Run.Listener patient = new Run.Listener() {
            @Override
            public void evaluated(int epoch, Evaluation evaluation) {
                assertThat(epoch).isEqualTo(4); // all others were written down
            }
        };
        Run rest = new Run(PROBLEM, settings, contestant, "label", 7, Optional.of(file), patient);
        assertThat(Timeless.of(rest.train())).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssp(0)",
                "ssp(3)",
                "ssp(3,times=slow(4))",
                "ssp(2,times=exponential)",
                "asp",
                "asp(times=slow(2.5))",
            })
    void isText(String text) {
        assertThat(Synchronizations.parse(text)).hasToString(text).isEqualTo(Synchronizations.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ssp(-1); dense; at least 0 steps ahead of the slowest one, not -1",
                "ssp; dense; slack is missing",
                "asp(times=slow(0.5)); dense; a slow worker takes 1 time as long as others or more, this is 0.5",
                "asp(times=slou(4)); dense; did you mean slow?",
                "asp; powersgd(1)+ef; and not for powersgd",
                "ssp(1); server(up=topk(0.1),down=int8+ef); without a residual, and not int8+ef",
                "asp; server(up=topk(0.1),down=int8,participation=0.5); and not for server"
            })
    void mistakesAreExplained(String synchronization, String recipe, String message) {
        assertThatThrownBy(() -> train(synchronization, recipe)).hasMessageContaining(message);
    }
}
