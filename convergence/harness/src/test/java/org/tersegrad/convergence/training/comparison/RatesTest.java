package org.tersegrad.convergence.training.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.page.Page;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.tables.Conclusions;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Settings;

/** The sources of the learning rates of a comparison. */
class RatesTest {
    private static final String DIGITS = "mlp(128) on digits";
    private static final Problem PROBLEM =
            Models.make("mlp(16)", () -> DataSets.load("synthetic(classes=4,length=12,examples=400)", Path.of("none")));

    /** Gradients as small as these want rates beyond the first ones, which a grid that does not grow would not find. */
    @Test
    void theGridGrows() {
        assertThat(Tuning.rate(-7)).isEqualTo(0.0003f);
        assertThat(Tuning.rate(0)).isEqualTo(1f);
        assertThat(Tuning.rate(3)).isEqualTo(30f);
        List<Float> tried = new ArrayList<>();
        Comparison.of(PROBLEM)
                .settings(new Settings(4, 5, 1, 0.05f, 0f, Optimizer.SGD, Partition.iid()))
                .seeds(1)
                .with("vote")
                .tuned(new Progress() {
                    @Override
                    public void tried(String recipe, float rate, double trainLoss) {
                        tried.add(rate);
                    }
                });
        assertThat(tried).hasSizeGreaterThanOrEqualTo(8).doesNotHaveDuplicates();
    }

    /** Losses of int8+twoshot on the digits: at rate 1 the least by chance, one step before divergence. */
    @Test
    void aRateThatIsBetterByChanceIsNotChosen() {
        NavigableMap<Integer, Tuning.Loss> losses = new TreeMap<>();
        losses.put(-2, Tuning.Loss.of(List.of(0.02120, 0.02328, 0.02470)));
        losses.put(-1, Tuning.Loss.of(List.of(0.00494, 0.00359, 0.00316)));
        losses.put(0, Tuning.Loss.of(List.of(0.00392, 0.00447, 0.00045)));
        losses.put(1, new Tuning.Loss(Double.NaN, 0));
        assertThat(Tuning.lowestWithin(losses, 0)).isEqualTo(-1);
        losses.put(-1, Tuning.Loss.of(List.of(0.00594, 0.00459, 0.00416)));
        assertThat(Tuning.lowestWithin(losses, 0)).isZero();
    }

    /** A recipe is trained at the rate that is known for it, however it was chosen; but only with the settings of the tuning. */
    @Test
    void knownRatesApplyOnlyWhereTheyWereFound() {
        Settings settings = Settings.usual().withPartition(Partition.dirichlet(0.1));
        assertThat(KnownRates.of(DIGITS, settings, "vote")).contains(0.001f);
        assertThat(KnownRates.of(DIGITS, settings, "int8+twoshot")).contains(0.3f);
        assertThat(List.of(
                        settings.withWorkers(4),
                        settings.withBatch(8),
                        settings.withEpochs(6),
                        settings.withPartition(Partition.dirichlet(3)),
                        settings.withNesterov(true)))
                .allSatisfy(other ->
                        assertThat(KnownRates.of(DIGITS, other, "vote")).isEmpty());
        assertThat(KnownRates.of("mlp(129) on digits", settings, "vote")).isEmpty();
        Comparison comparison = Comparison.of(PROBLEM).with("dense", "vote@0.1");
        assertThat(comparison.withUnknownRates()).containsExactly("dense");
        assertThat(comparison.rate(0.2f).withUnknownRates()).isEmpty();
    }

    /** The results name the recipes at a rate that was not tuned, and what is known elsewhere; so do the table and the page. */
    @Test
    void resultsSayWhichRatesWereNotTuned() throws Exception {
        Problem digits = Models.make("mlp(128)", () -> DataSets.load("digits", Path.of("none")));
        Comparison comparison = Comparison.of(digits).seeds(1).with("vote", "dense@0.2");
        String sentence =
                "No rate is known for vote on mlp(128) on digits with these settings, so it was 0.1; --tune finds a better one."
                        + " Known with 8 workers, batches of 16, 30 epochs; sgd, momentum 0.9; dirichlet(0.1): vote@0.001.";
        Results few = comparison.workers(4).epochs(1).run();
        assertThat(few.evaluations().get(0).recipe()).isEqualTo("vote@0.1");
        assertThat(Conclusions.of(few, Summary.of(few))).endsWith(sentence);
        assertThat(Page.of(few, Summary.of(few))).containsOnlyOnce("No rate is known for vote");
        assertThat(comparison.withUnknownRates())
                .as("the settings of the tuning")
                .isEmpty();
        assertThat(comparison.withoutKnownRates(List.of("vote")).withUnknownRates())
                .as("in a sweep")
                .containsExactly("vote");
    }
}
