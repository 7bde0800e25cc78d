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

/** Workers that are silent while their gradients hardly change. */
class LazyStepsTest {
    private static final Problem PROBLEM = Models.make("mlp(16)", () -> DataSets.load("digits", Path.of("none")));
    private static final Settings SETTINGS = new Settings(4, 11, 4, 0.05f, 0f, Optimizer.SGD, Partition.iid());
    private static final long MODEL_BITS = (long) Float.SIZE * PROBLEM.parameters();

    private static Evaluation train(String synchronization, String recipe) {
        List<Evaluation> all = Comparison.of(PROBLEM)
                .settings(SETTINGS.withSynchronization(Synchronizations.parse(synchronization)))
                .seeds(1)
                .with(recipe + "@0.05")
                .run()
                .evaluations();
        return all.get(all.size() - 1);
    }

    private static double messages(Evaluation dense) {
        return (double) dense.bits().sent() / train("asp", "dense").bits().sent() * dense.step();
    }

    /** A weight of 0 allows no change. */
    @Test
    void whoIsNeverSilentTrainsAsInEveryStep() {
        Evaluation lazy = train("lazy(1000,weight=0)", "dense");
        Evaluation bsp = train("bsp", "dense");
        assertThat(lazy.test().loss())
                .isCloseTo(bsp.test().loss(), within(1e-4 * bsp.test().loss()));
        assertThat(messages(lazy)).isEqualTo(lazy.step());
        assertThat(lazy.bits().received()).isEqualTo(MODEL_BITS * (lazy.step() - 1)); // all begin with the first model
    }

    /** A weight beyond all changes leaves the age of the last message to decide. */
    @Test
    void whoIsAlwaysSilentSpeaksOnceInAWindow() {
        Evaluation lazy = train("lazy(7,weight=1e9)", "dense");
        assertThat(messages(lazy)).isEqualTo(Math.ceil(lazy.step() / 7.0));
    }

    /** SASG, and LASG without a compressor: fewer messages, and as good a model. */
    @ParameterizedTest
    @ValueSource(strings = {"dense", "topk(0.05)+ef"})
    void silenceSavesMessagesAndLearnsAsWell(String recipe) {
        Evaluation all = train("lazy(10,weight=0)", recipe);
        Evaluation lazy = train("lazy(10)", recipe);
        assertThat(lazy.bits().sent()).isLessThan(8 * all.bits().sent() / 10);
        assertThat(lazy.test().loss()).isLessThan(1.1 * all.test().loss());
        assertThat(train("lazy(10)", recipe).test().loss())
                .isEqualTo(lazy.test().loss());
    }

    @ParameterizedTest
    @ValueSource(strings = {"lazy(10)", "lazy(3,weight=0.5)", "lazy(1,weight=0)"})
    void isText(String text) {
        assertThat(Synchronizations.parse(text)).hasToString(text).isEqualTo(Synchronizations.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "lazy(0); dense; a window has 1 step or more, not 0",
                "lazy; dense; window is missing",
                "lazy(5,weight=-1); dense; a weight is 0 or more, this is -1.0",
                "lazy(5); vote; and not for vote"
            })
    void mistakesAreExplained(String synchronization, String recipe, String message) {
        assertThatThrownBy(() -> train(synchronization, recipe)).hasMessageContaining(message);
    }
}
