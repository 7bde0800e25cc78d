package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Schedule;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.convergence.training.sync.Synchronizations;

class TrainingTest {
    private static final Problem PROBLEM =
            Models.make("mlp(16)", () -> DataSets.load("synthetic(classes=4,length=12,examples=400)", Path.of("none")));
    private static final Settings SETTINGS = new Settings(4, 5, 4, 0.05f, 0.9f, Optimizer.SGD, Partition.iid());

    /** Without the times. */
    private static List<Evaluation> train(String recipe, Settings settings) {
        return Comparison.of(PROBLEM)
                .settings(settings)
                .seeds(7)
                .with(recipe)
                .run()
                .evaluations();
    }

    private static Settings with(int workers, Partition partition) {
        return new Settings(workers, 5, 4, 0.05f, 0.9f, Optimizer.SGD, partition);
    }

    /** Written down once more, without workers, reducers and optimizers. */
    @Test
    void denseWithOneWorkerIsPlainSgd() {
        Settings settings = with(1, Partition.iid());
        Seed seed = Seed.of(7);
        float[] x = new float[PROBLEM.parameters()];
        float[] m = new float[x.length];
        float[] g = new float[x.length];
        PROBLEM.initialize(seed.fork(Run.START), x);
        Learner learner = PROBLEM.learner(5);
        int[] shard =
                Partition.iid().shards(PROBLEM, 1, seed.fork(Run.EXAMPLES)).get(0);
        int steps = settings.stepsPerEpoch(PROBLEM.examples());
        Batches batches = new Batches(shard, 5, steps, seed.fork(Run.ORDER).fork(0));
        List<Score> scores = new ArrayList<>(List.of(learner.test(x)));
        for (int step = 0; step < 4 * steps; step++) {
            learner.gradient(x, batches.of(step), 0, 5, g);
            for (int i = 0; i < x.length; i++) {
                m[i] = 0.9f * m[i] + g[i];
                x[i] -= 0.05f * m[i];
            }
            if ((step + 1) % steps == 0) {
                scores.add(learner.test(x));
            }
        }
        List<Evaluation> evaluations = train("dense", settings);
        assertThat(evaluations)
                .extracting(each -> each.test().loss())
                .isEqualTo(scores.stream().map(Score::loss).toList());
        assertThat(evaluations).extracting(each -> each.bits().sent()).containsOnly(0L); // to whom?
        assertThat(scores.get(4).accuracy()).isGreaterThan(0.8);
    }

    /** The same loop with a rate that changes, weight decay and Nesterov's momentum. */
    @Test
    void scheduleDecayAndNesterovAreThoseOfALoop() {
        Settings settings = with(1, Partition.same())
                .withSchedule(Schedule.parse("step(2,warmup=1)"))
                .withWeightDecay(0.001f)
                .withNesterov(true);
        float[] x = new float[PROBLEM.parameters()];
        float[] m = new float[x.length];
        float[] g = new float[x.length];
        PROBLEM.initialize(Seed.of(7).fork(Run.START), x);
        Learner learner = PROBLEM.learner(5);
        int[] all = Partition.same()
                .shards(PROBLEM, 1, Seed.of(7).fork(Run.EXAMPLES))
                .get(0);
        int steps = settings.stepsPerEpoch(PROBLEM.examples());
        Batches batches = new Batches(all, 5, steps, Seed.of(7).fork(Run.ORDER).fork(0));
        for (int step = 0; step < 4 * steps; step++) {
            double factor = step < steps ? (step + 1) / (double) steps : step < 2 * steps ? 1 : 0.1;
            float rate = (float) (0.05f * factor);
            learner.gradient(x, batches.of(step), 0, 5, g);
            for (int i = 0; i < x.length; i++) {
                g[i] += 0.001f * x[i];
                m[i] = 0.9f * m[i] + g[i];
                x[i] -= rate * (g[i] + 0.9f * m[i]);
            }
        }
        List<Evaluation> evaluations = train("dense", settings);
        assertThat(evaluations.get(4).test().loss()).isEqualTo(learner.test(x).loss());
    }

    @Test
    void aRecipeWithMomentumOfItsOwnTakesPlainSteps() {
        assertThat(Timeless.of(train("topk(0.05)+dgc(0.9)", SETTINGS.withNesterov(true))))
                .isEqualTo(Timeless.of(train("topk(0.05)+dgc(0.9)", SETTINGS)));
        assertThat(Timeless.of(train("dense", SETTINGS.withNesterov(true))))
                .isNotEqualTo(Timeless.of(train("dense", SETTINGS)));
    }

    @Test
    void whatWasTrainedIsToldOf() {
        Settings settings = SETTINGS.withSchedule(Schedule.parse("cosine(warmup=1)"))
                .withWeightDecay(0.001f)
                .withNesterov(true);
        assertThat(Comparison.of(PROBLEM)
                        .settings(settings)
                        .seeds(1)
                        .with("dense")
                        .run()
                        .about())
                .containsEntry("optimizer", "sgd, Nesterov momentum 0.9, weight decay 0.001")
                .containsEntry("schedule", "cosine(warmup=1)");
        assertThat(SETTINGS.descent()).hasToString("sgd, momentum 0.9");
    }

    /** The mean of two equal gradients is the gradient; that of more is it but for rounding. */
    @Test
    void workersWithTheSameDataAreOneWorker() {
        List<Evaluation> one = train("dense", with(1, Partition.same()));
        List<Evaluation> two = train("dense", with(2, Partition.same()));
        List<Evaluation> eight = train("dense", with(8, Partition.same()));
        for (int i = 1; i < one.size(); i++) {
            assertThat(two.get(i).test().loss()).isEqualTo(one.get(i).test().loss());
            assertThat(two.get(i).trainLoss()).isEqualTo(one.get(i).trainLoss());
            assertThat(eight.get(i).test().loss()).isCloseTo(one.get(i).test().loss(), within(1e-3));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dense",
                "topk(0.05)+ef",
                "qsgd(4bit)",
                "powersgd(2)+ef",
                "vote@0.01",
                "dlion(vote)@0.005",
                "topk(0.05)+dgc"
            })
    void theSameSeedGivesTheSameRun(String recipe) {
        List<Evaluation> once = Timeless.of(train(recipe, SETTINGS));
        assertThat(Timeless.of(train(recipe, SETTINGS))).isEqualTo(once);
        assertThat(once).hasSize(5);
        assertThat(once.get(4).step()).isEqualTo(4 * SETTINGS.stepsPerEpoch(PROBLEM.examples()));
        assertThat(once.get(4).test().accuracy())
                .isGreaterThan(once.get(0).test().accuracy());
        assertThat(once.get(4).bits().sent()).isPositive();
    }

    /** Killed after each epoch in turn, and gone on. */
    @ParameterizedTest
    @ValueSource(strings = {"dense", "topk(0.05)+ef", "powersgd(2)+ef", "qsgd(4bit)", "dlion(vote)@0.005"})
    void aRunThatWasStoppedGoesOn(String recipe, @TempDir Path folder) {
        for (Optimizer optimizer : Optimizer.usual()) {
            String synchronization = optimizer.equals(Optimizer.SGD) ? "bsp" : "diloco(7,fragments=2,overlap=2)";
            Settings settings = new Settings(4, 5, 4, 0.01f, 0.9f, optimizer, Partition.iid())
                    .withSynchronization(Synchronizations.parse(synchronization))
                    .withSchedule(Schedule.parse("cosine(warmup=1)"))
                    .withWeightDecay(0.01f)
                    .withNesterov(optimizer.equals(Optimizer.SGD));
            List<Evaluation> expected = Timeless.of(train(recipe, settings));
            Contestant contestant = Contestant.parse(recipe);
            String label = expected.get(0).recipe();
            Run.Checkpointing file = new Run.Checkpointing(folder.resolve(optimizer + ".checkpoint"), "", 0);
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
                assertThatThrownBy(() ->
                                new Run(PROBLEM, settings, contestant, label, 7, Optional.of(file), killer).train())
                        .hasMessageContaining("killed");
            }
            Run.Listener patient = new Run.Listener() {
                @Override
                public void evaluated(int epoch, Evaluation evaluation) {
                    assertThat(epoch).isEqualTo(4); // all others were written down
                }
            };
            Run run = new Run(PROBLEM, settings, contestant, label, 7, Optional.of(file), patient);
            assertThat(Timeless.of(run.train())).isEqualTo(expected);
            assertThatThrownBy(
                            () -> new Run(PROBLEM, settings, contestant, label, 8, Optional.of(file), patient).train())
                    .hasMessageContaining("is another one: its seed was 7, this one's is 8.");
        }
    }

    /** The residue of a tenth of the gradient, once remembered and once forgotten; and a result that is no mean at all. */
    @Test
    void residualAndErrorAreThoseOfTheLastStep() {
        Evaluation dense = last("dense");
        assertThat(dense.diagnostics().residualNorm()).isZero();
        assertThat(dense.diagnostics().compressionError()).isBetween(0.0, 1e-6);
        Evaluation forgotten = last("topk(0.1)");
        assertThat(forgotten.diagnostics().residualNorm()).isZero();
        assertThat(forgotten.diagnostics().compressionError()).isBetween(0.05, 1.0);
        Evaluation remembered = last("topk(0.1)+ef");
        assertThat(remembered.diagnostics().residualNorm()).isPositive();
        assertThat(remembered.diagnostics().compressionError()).isGreaterThan(0.05);
        assertThat(last("vote@0.001").diagnostics().compressionError())
                .isGreaterThan(10); // a sign is as large as a gradient of 1
        Evaluation before = train("topk(0.1)+ef", SETTINGS).get(0);
        assertThat(before.diagnostics().residualNorm()).isZero();
        assertThat(before.diagnostics().compressionError()).isNaN();
    }

    private static Evaluation last(String recipe) {
        List<Evaluation> evaluations = train(recipe, SETTINGS);
        return evaluations.get(evaluations.size() - 1);
    }

    /** One worker and one step: what top-k leaves out is both the residual and the error. */
    @Test
    void theFirstResidualIsTheFirstError() {
        Settings oneStep = new Settings(1, 320, 1, 0.05f, 0.9f, Optimizer.SGD, Partition.same());
        float[] x = new float[PROBLEM.parameters()];
        float[] g = new float[x.length];
        PROBLEM.initialize(Seed.of(7).fork(Run.START), x);
        int[] shard = Partition.same()
                .shards(PROBLEM, 1, Seed.of(7).fork(Run.EXAMPLES))
                .get(0);
        int[] all = new Batches(shard, 320, 1, Seed.of(7).fork(Run.ORDER).fork(0)).of(0);
        PROBLEM.learner(320).gradient(x, all, 0, 320, g);
        double norm = 0;
        for (float each : g) {
            norm += (double) each * each;
        }
        Evaluation evaluation = train("topk(0.1)+ef", oneStep).get(1);
        assertThat(evaluation.diagnostics().residualNorm()).isPositive();
        assertThat(evaluation.diagnostics().compressionError())
                .isCloseTo(evaluation.diagnostics().residualNorm() / Math.sqrt(norm), within(1e-6));
    }

    /** A run that grows without end is told of, and does not keep others from being trained. */
    @Test
    void whatDivergesIsToldOf() {
        List<String> told = new ArrayList<>();
        Progress progress = new Progress() {
            @Override
            public void diverged(String recipe, long seed, String why) {
                told.add(recipe + " " + seed);
            }
        };
        List<Evaluation> evaluations = Comparison.of(PROBLEM)
                .settings(SETTINGS)
                .seeds(1)
                .with("dense@1e20", "terngrad+ef@1e9", "dense@0.05")
                .run(progress)
                .evaluations();
        assertThat(told).containsExactly("dense@100000000000000000000 1", "terngrad+ef@1000000000 1");
        assertThat(evaluations)
                .filteredOn(each -> each.step() > 0 && each.recipe().equals("dense@0.05"))
                .hasSize(4);
    }

    /** Three seeds for each rate of the grid, which grows while the best is at its end. */
    @Test
    void tuningFindsARate() {
        List<Float> tried = new ArrayList<>();
        List<String> chosen = new ArrayList<>();
        Progress progress = new Progress() {
            @Override
            public void tried(String recipe, float rate, double trainLoss) {
                assertThat(recipe).isEqualTo("dense");
                tried.add(rate);
            }

            @Override
            public void tuned(String recipe, float rate, boolean atAnEnd) {
                chosen.add(recipe + " " + rate + " " + atAnEnd);
            }
        };
        Comparison tuned = Comparison.of(PROBLEM)
                .settings(SETTINGS)
                .seeds(1)
                .with("dense", "vote@0.25")
                .tuned(progress);
        assertThat(tried).startsWith(0.0003f, 0.001f, 0.003f, 0.01f, 0.03f, 0.1f, 0.3f, 1f);
        assertThat(chosen).hasSize(1).allMatch(each -> each.endsWith("false"));
        String rate = chosen.get(0).split(" ", -1)[1];
        assertThat(Float.parseFloat(rate)).isBetween(0.01f, 1f);
        assertThat(tuned.run().evaluations().stream().map(Evaluation::recipe).distinct())
                .containsExactly("dense@" + rate, "vote@0.25");
    }

    /** Momentum that a recipe has is not added once more. */
    @Test
    void momentumActsOnce() {
        Settings without = new Settings(4, 5, 4, 0.05f, 0f, Optimizer.SGD, Partition.iid());
        assertThat(Timeless.of(train("topk(0.05)+dgc(0.9)", SETTINGS)))
                .isEqualTo(Timeless.of(train("topk(0.05)+dgc(0.9)", without)));
        assertThat(Timeless.of(train("dense", SETTINGS))).isNotEqualTo(Timeless.of(train("dense", without)));
    }

    /** Settings after an @ replace those that all contestants share. */
    @Test
    void contestantHasItsOwnSynchronizationAndOptimizer() {
        Settings local = new Settings(4, 5, 4, 0.01f, 0.9f, Optimizer.ADAM, Partition.iid())
                .withSynchronization(Synchronizations.parse("diloco(2)"));
        List<Evaluation> own = train("topk(0.2)+ef@diloco(2)@adam@0.01", SETTINGS.withNesterov(true));
        assertThat(own)
                .extracting(Evaluation::test)
                .isEqualTo(train("topk(0.2)+ef", local).stream()
                        .map(Evaluation::test)
                        .toList());
        assertThat(own.get(0).recipe()).startsWith("topk(0.2)+ef@diloco(2").endsWith(")@adam@0.01");
        Contestant again = Contestant.parse(own.get(0).recipe());
        assertThat(again.label() + "@0.01").isEqualTo(own.get(0).recipe());
    }

    @Test
    void epochsMayHaveFewerStepsThanAPass() {
        assertThat(train("dense", SETTINGS.withEpochSteps(3)))
                .extracting(Evaluation::step)
                .containsExactly(0, 3, 6, 9, 12);
        assertThatThrownBy(() -> SETTINGS.withEpochSteps(0)).hasMessage("steps of an epoch: at least 1, not 0");
    }

    @Test
    void mistakesAreExplained() {
        assertThatThrownBy(() -> Contestant.parse("dense@sgd@adam")).hasMessage("@sgd and @adam exclude each other");
        assertThatThrownBy(() -> Contestant.parse("dense@1@2")).hasMessage("@1 and @2.0 exclude each other");
        assertThatThrownBy(() -> Contestant.parse("vote@1e")).hasMessageContaining("as in vote@0.001, not 1e");
        assertThatThrownBy(() -> Contestant.parse("vote@fast"))
                .hasMessageContaining(
                        "as in vote@0.001, an optimizer, as in dense@adam, or a synchronization, as in int8@diloco(30), not fast");
        assertThatThrownBy(() -> Contestant.parse("vote@-1")).hasMessageContaining("above 0, this is -1");
        assertThatThrownBy(() -> with(0, Partition.iid())).hasMessage("workers: at least 1, not 0");
        assertThatThrownBy(() -> Optimizer.parse("adamw")).hasMessageContaining("there is no optimizer adamw");
        assertThatThrownBy(() -> Partition.parse("even")).hasMessageContaining("there are iid, dirichlet, same");
        assertThatThrownBy(() -> Partition.parse("dirichlet(0)")).hasMessageContaining("above 0, this is 0");
        assertThatThrownBy(() -> Comparison.of(PROBLEM).with("vote", "Vote").run())
                .hasMessageContaining("vote@0.1 is there twice");
        assertThatThrownBy(() -> Comparison.of(PROBLEM).run()).hasMessage("nothing to compare: 0 recipes, 5 seeds");
        assertThatThrownBy(() -> train("vectors: dense", SETTINGS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a last rule for all begins with *:");
        assertThatThrownBy(() -> train("dense", with(1000, Partition.iid())))
                .hasMessageContaining("examples for 1000 workers");
    }
}
