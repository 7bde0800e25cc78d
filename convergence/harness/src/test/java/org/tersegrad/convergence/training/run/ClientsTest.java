package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.convergence.training.sync.Synchronizations;
import org.tersegrad.reducers.sync.Clients;

/** Clients of a server that join and leave. */
class ClientsTest {
    private static final Problem PROBLEM = Models.make("softmax", () -> DataSets.load("digits", Path.of("none")));
    private static final Settings SETTINGS = new Settings(40, 8, 40, 0.1f, 0f, Optimizer.SGD, Partition.dirichlet(0.1));
    private static final String QUARTER = "fedavg(5,participation=0.25)";

    private static Comparison comparison(Settings settings, String synchronization, String... recipes) {
        return Comparison.of(PROBLEM)
                .settings(settings.withSynchronization(Synchronizations.parse(synchronization)))
                .rate(0.1f)
                .seeds(1)
                .with(recipes);
    }

    private static List<Evaluation> train(Settings settings, String synchronization, String recipe) {
        return comparison(settings, synchronization, recipe).run().evaluations();
    }

    private static Evaluation last(List<Evaluation> evaluations) {
        return evaluations.get(evaluations.size() - 1);
    }

    /** Accuracies at the end, a seed each. */
    private static double[] accuracies(String recipe) {
        return comparison(SETTINGS, QUARTER, recipe).seeds(1, 2, 3, 4, 5, 6).run().evaluations().stream()
                .filter(each -> each.at().epoch() == SETTINGS.epochs())
                .mapToDouble(each -> each.test().accuracy())
                .toArray();
    }

    /** The loss of recipes against none, in points, over six seeds: all of the 95 % interval is on one side of a limit. */
    @Test
    void bitsThatAreLostForGoodCostAccuracyAndResidualsAndUnbiasedRecipesDoNot() {
        double[] dense = accuracies("dense");
        for (String biased : List.of("topk(0.01)", "sign")) {
            Interval loss = loss(dense, accuracies(biased));
            assertThat(loss.mean - loss.half).as("%s loses %s", biased, loss).isGreaterThan(5);
        }
        for (String fine : List.of("topk(0.01)+ef21", "sign+ef", "qsgd(4bit)", "terngrad")) {
            Interval loss = loss(dense, accuracies(fine));
            assertThat(loss.mean + loss.half).as("%s loses %s", fine, loss).isLessThan(5);
        }
    }

    /** In points of accuracy, paired by seed. */
    private record Interval(double mean, double half) {}

    private static Interval loss(double[] dense, double[] others) {
        SummaryStatistics differences = new SummaryStatistics();
        for (int i = 0; i < dense.length; i++) {
            differences.addValue(100 * (dense[i] - others[i]));
        }
        double t = new TDistribution(dense.length - 1.0).inverseCumulativeProbability(0.975);
        return new Interval(differences.getMean(), t * differences.getStandardDeviation() / Math.sqrt(dense.length));
    }

    /** The round of all clients is the round of a group, but for rounding, whatever the outer step. */
    @ParameterizedTest
    @ValueSource(strings = {"fedavg(4%s)", "fedavgm(4,momentum=0.5%s)", "fedadam(4%s)"})
    void everybodyPresentIsAGroup(String form) {
        Settings few = SETTINGS.withWorkers(6).withEpochs(3);
        // A participation that rounds to all of them, but is trained by a server.
        List<Evaluation> served = train(few, String.format(form, ",participation=0.99"), "dense");
        List<Evaluation> group = train(few, String.format(form, ""), "dense");
        for (int i = 0; i < group.size(); i++) {
            assertThat(served.get(i).step()).isEqualTo(group.get(i).step());
            assertThat(served.get(i).test().loss())
                    .isCloseTo(
                            group.get(i).test().loss(),
                            within(1e-3 * group.get(i).test().loss()));
        }
    }

    /** Gradients are computed by the clients that are present, and by no others. */
    @Test
    void absentClientsComputeNothing() {
        AtomicInteger computed = new AtomicInteger();
        Problem counting = new CountingProblem(PROBLEM, computed);
        Settings settings = SETTINGS.withEpochs(2).withSynchronization(Synchronizations.parse(QUARTER));
        List<Evaluation> evaluations = Comparison.of(counting)
                .settings(settings)
                .seeds(1)
                .with("dense@0.1")
                .run()
                .evaluations();
        int rounds = last(evaluations).step() / 5;
        assertThat(computed).hasValue(rounds * 5 * 10);
        long model = (long) Float.SIZE * PROBLEM.parameters();
        // Who is there for the first time in the first round has the model already.
        assertThat(last(evaluations).bits().received()).isEqualTo(model * (rounds - 1) * 10 / 40);
    }

    /** Messages on their way when a run ends are lost; dropping late ones loses more. */
    @Test
    void lateDifferencesCountLessOrNotAtAll() {
        Settings some = SETTINGS.withEpochs(10);
        double inTime = last(train(some, QUARTER, "dense")).test().loss();
        double damped = last(train(some, "fedavg(5,participation=0.25,late=0.6)", "dense"))
                .test()
                .loss();
        double dropped = last(train(some, "fedavg(5,participation=0.25,late=0.6,stale=drop)", "dense"))
                .test()
                .loss();
        assertThat(damped).isGreaterThan(inTime);
        assertThat(damped).isNotEqualTo(dropped);
        assertThat(dropped)
                .isLessThan(train(some, QUARTER, "dense").get(0).test().loss());
    }

    @Test
    void whoIsDrawnIsDrawnEvenly() {
        Clients clients = new Clients(0.1, 0.2, 0.3, Clients.Stale.DAMPED);
        int[] counts = new int[50];
        int late = 0;
        int rounds = 4000;
        for (int round = 0; round < rounds; round++) {
            Set<Integer> seen = new HashSet<>();
            for (int client : clients.present(50, round, Seed.of(5))) {
                assertThat(seen.add(client)).isTrue();
                counts[client]++;
            }
            assertThat(seen).hasSizeLessThanOrEqualTo(5);
            late += clients.isLate(7, round, Seed.of(5)) ? 1 : 0;
        }
        for (int count : counts) {
            // 4000 rounds, each with probability 0.1 * 0.8: five standard deviations
            assertThat(count).isCloseTo(320, within(86));
        }
        assertThat(late).isCloseTo(1200, within(145));
        assertThat(clients.weight(0)).isEqualTo(1);
        assertThat(clients.weight(3)).isEqualTo(0.5);
        assertThat(new Clients(1, 0, 0.5, Clients.Stale.DROP).weight(1)).isZero();
    }

    /** A client that has missed versions gets the messages that it lacks, and never more than the model. */
    @Test
    void theWayDownIsCompressedToo() {
        Settings some = SETTINGS.withEpochs(6);
        Evaluation whole = last(train(some, QUARTER, "topk(0.05)+ef"));
        Evaluation both = last(train(some, QUARTER, "server(up=topk(0.05)+ef,down=topk(0.05))"));
        assertThat(both.bits().sent())
                .isCloseTo(whole.bits().sent(), within(whole.bits().sent() / 10));
        assertThat(both.bits().received()).isLessThan(whole.bits().received() / 2);
        assertThat(both.test().accuracy()).isGreaterThan(0.5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fedavg(10,participation=0.1)",
                "fedavgm(10,momentum=0.5,participation=0.1,gone=0.05,late=0.2)",
                "fedadam(10,late=0.2,stale=drop)"
            })
    void isText(String text) {
        assertThat(Synchronizations.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fedavg(10,participation=0); dense; participation is above 0 and at most 1, this is 0.0",
                "fedavg(10,late=1); dense; late is at least 0 and below 1, this is 1.0",
                "fedavg(10,gone=-0.1); dense; gone is at least 0 and below 1, this is -0.1",
                "fedavg(10,participation=0.5,fragments=2); dense; whole differences, not 2 fragments",
                "local(10,participation=0.5); dense; participation",
                "fedavg(10,participation=0.5); vote; and not for vote",
                "fedavg(5,late=0.5,stale=drop); topk(0.1)+ef21; cannot be dropped"
            })
    void mistakesAreExplained(String synchronization, String recipe, String message) {
        assertThatThrownBy(() -> train(SETTINGS, synchronization, recipe)).hasMessageContaining(message);
    }

    /** Counts gradients. */
    private record CountingProblem(Problem inner, AtomicInteger computed) implements Problem {
        @Override
        public String name() {
            return inner.name();
        }

        @Override
        public String contentHash() {
            return inner.contentHash();
        }

        @Override
        public List<ModelTensor> tensors() {
            return inner.tensors();
        }

        @Override
        public int examples() {
            return inner.examples();
        }

        @Override
        public int classes() {
            return inner.classes();
        }

        @Override
        public int label(int example) {
            return inner.label(example);
        }

        @Override
        public void initialize(Seed seed, float[] parameters) {
            inner.initialize(seed, parameters);
        }

        @Override
        public Learner learner(int batch) {
            Learner learner = inner.learner(batch);
            return new Learner() {
                @Override
                public double gradient(float[] parameters, int[] examples, int from, int count, float[] gradient) {
                    computed.incrementAndGet();
                    return learner.gradient(parameters, examples, from, count, gradient);
                }

                @Override
                public Score test(float[] parameters) {
                    return learner.test(parameters);
                }
            };
        }
    }
}
