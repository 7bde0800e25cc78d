package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.convergence.training.sync.Synchronizations;

/** Local steps between synchronizations: their cost, and their equals. */
class LocalStepsTest {
    /** Of digits, 32 steps in an epoch of 3 workers. */
    private static final Problem PROBLEM = Models.make("mlp(16)", () -> DataSets.load("digits", Path.of("none")));

    private static final Settings SETTINGS = new Settings(3, 15, 2, 0.05f, 0f, Optimizer.SGD, Partition.dirichlet(0.5));

    private static List<Evaluation> train(String synchronization, String recipe) {
        return train(SETTINGS, synchronization, recipe);
    }

    private static List<Evaluation> train(Settings settings, String synchronization, String recipe) {
        return Comparison.of(PROBLEM)
                .settings(settings.withSynchronization(Synchronizations.parse(synchronization)))
                .seeds(1)
                .with(recipe + "@0.05")
                .run()
                .evaluations();
    }

    private static Evaluation last(List<Evaluation> evaluations) {
        return evaluations.get(evaluations.size() - 1);
    }

    /** Almost, for models are subtracted as with any other period: a sweep of periods uses one algorithm. */
    @ParameterizedTest
    @ValueSource(strings = {"dense", "topk(0.05)+ef", "powersgd(1)+ef", "sign+ef+twoshot"})
    void aPeriodOfOneIsBsp(String recipe) {
        List<Evaluation> bsp = train("bsp", recipe);
        List<Evaluation> local = train("local(1)", recipe);
        assertThat(Timeless.of(local)).isEqualTo(Timeless.of(train("diloco(1,rate=1,momentum=0)", recipe)));
        assertThat(last(local).bits().sent())
                .isCloseTo(last(bsp).bits().sent(), within(last(bsp).bits().sent() / 100));
        assertThat(last(local).test().loss())
                .isCloseTo(
                        last(bsp).test().loss(), within(0.02 * last(bsp).test().loss()));
    }

    /** One worker has no other to agree with. */
    @Test
    void aloneItIsPlainSgd() {
        Settings alone = SETTINGS.withWorkers(1).withBatch(45).withPartition(Partition.iid());
        double plain = last(train(alone, "bsp", "dense")).test().loss();
        assertThat(last(train(alone, "local(8)", "dense")).test().loss()).isCloseTo(plain, within(1e-4 * plain));
    }

    @ParameterizedTest
    @CsvSource({"dense, 2", "dense, 8", "dense, 16", "powersgd(1)+ef, 8", "vote, 4"})
    void bitsFallByThePeriod(String recipe, int period) {
        long every = last(train("bsp", recipe)).bits().sent();
        assertThat(last(train("local(" + period + ")", recipe)).bits().sent() * period)
                .isCloseTo(every, within((long) period)); // the mean over the workers is rounded
    }

    /** Workers with equally many examples have equal shares. */
    @Test
    void theAverageByExamplesIsTheAverageAmongEquals() {
        Settings equal = SETTINGS.withWorkers(1).withBatch(45).withPartition(Partition.iid());
        assertThat(last(train(equal, "fedavg(8)", "dense")).test().loss())
                .isEqualTo(last(train(equal, "local(8)", "dense")).test().loss());
        assertThat(last(train("fedavg(8)", "dense")).test().loss())
                .isNotEqualTo(last(train("local(8)", "dense")).test().loss());
        assertThat(last(train("fedavgm(8,momentum=0)", "dense")).test().loss())
                .isEqualTo(last(train("fedavg(8)", "dense")).test().loss());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fedavg(4)", "fedavgm(4,momentum=0.5)", "fedadam(4)"})
    void clientsThatComeAndGoLearn(String synchronization) {
        Settings clients = SETTINGS.withWorkers(20).withBatch(5).withEpochs(8);
        List<Evaluation> evaluations =
                train(clients, synchronization, "server(up=topk(0.1)+ef,down=int8,sharded=true,participation=0.25)");
        assertThat(last(evaluations).test().accuracy()).isGreaterThan(0.5);
    }

    /** Parts of a model that take turns send in sum what the whole model sends at once. */
    @Test
    void fragmentsTakeTurns() {
        List<Evaluation> whole = train("diloco(8)", "dense");
        List<Evaluation> parts = train("diloco(8,fragments=4)", "dense");
        assertThat(last(parts).bits().sent()).isCloseTo(last(whole).bits().sent(), within(1L));
        assertThat(last(parts).test().loss()).isNotEqualTo(last(whole).test().loss());
        assertThat(last(parts).test().loss()).isLessThan(parts.get(0).test().loss());
        List<Evaluation> overlapping = train("diloco(8,overlap=3)", "dense");
        assertThat(last(overlapping).bits().sent()).isCloseTo(last(whole).bits().sent(), within(1L));
        assertThat(last(overlapping).test().loss())
                .isNotEqualTo(last(whole).test().loss());
        assertThat(last(overlapping).test().loss())
                .isLessThan(parts.get(0).test().loss());
    }

    /** 16 + 8 exchanges in two epochs of 32 steps. */
    @Test
    void aPeriodGrows() {
        long every = last(train("bsp", "dense")).bits().sent();
        assertThat(last(train("local(2,to=64)", "dense")).bits().sent()).isCloseTo(every * 24 / 64, within(1L));
        assertThat(last(train("local(2,to=2)", "dense")).bits().sent()).isCloseTo(every / 2, within(1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bsp; bsp",
                "local(8); local(8)",
                "local(2,to=64); local(2,to=64)",
                "fedavg(10); fedavg(10)",
                "fedavgm(10,momentum=0.5); fedavgm(10,momentum=0.5)",
                "fedadam(10,rate=0.1); fedadam(10,rate=0.1)",
                "diloco(30); diloco(30)",
                "diloco(30,rate=0.5,fragments=3); diloco(30,rate=0.5,fragments=3)",
                "diloco(30,momentum=0.5); diloco(30,momentum=0.5)",
                "local(8,overlap=3); local(8,overlap=3)"
            })
    void isText(String text, String printed) {
        assertThat(Synchronizations.parse(text)).hasToString(printed).isEqualTo(Synchronizations.parse(printed));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "local(0); a period is 1 or more and does not shrink, this is 0 to 0",
                "local(8,to=4); a period is 1 or more and does not shrink, this is 8 to 4",
                "diloco(8,fragments=9); fragments: 1 to the period 8, not 9",
                "diloco(8,momentum=1); momentum is at least 0 and below 1",
                "diloco(8,rate=0); a learning rate is above 0",
                "lokal(8); did you mean local?"
            })
    void mistakesAreExplained(String text, String message) {
        assertThatThrownBy(() -> Synchronizations.parse(text)).hasMessageContaining(message);
    }
}
