package org.tersegrad.convergence.training.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Settings;

/** The sources of the learning rates of a comparison. */
class RatesTest {
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

    /** A recipe is trained at the rate that is known for it, however it was chosen. */
    @Test
    void knownRatesBelongToTheRecipe() {
        Settings settings = Settings.usual().withPartition(Partition.dirichlet(0.1));
        assertThat(KnownRates.of("mlp(128) on digits", settings, "vote")).contains(0.001f);
        assertThat(KnownRates.of("mlp(128) on digits", settings.withPartition(Partition.dirichlet(3)), "vote"))
                .as("of another partition")
                .isPresent();
        assertThat(KnownRates.of("mlp(129) on digits", settings, "vote")).isEmpty();
        assertThat(KnownRates.of("mlp(128) on digits", settings.withNesterov(true), "vote"))
                .isEmpty();
        Comparison comparison = Comparison.of(PROBLEM).with("dense", "vote@0.1");
        assertThat(comparison.withUnknownRates()).containsExactly("dense");
        assertThat(comparison.rate(0.2f).withUnknownRates()).isEmpty();
    }
}
