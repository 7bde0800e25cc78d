package org.tersegrad.convergence.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;

class SummaryTest {
    /** No recipe can be as good as a loss that is infinite: the best of the others is the target. */
    @Test
    void aBaselineThatDivergedIsNoTarget() {
        List<Evaluation> evaluations = List.of(
                Sample.row("dense", 1, 1, 1, 64, 64, 0, 1, Double.POSITIVE_INFINITY, NONE),
                Sample.row("sign", 1, 1, 1, 2, 2, 0, 1, 0.5, NONE));
        assertThat(Summary.of(new Results(Map.of(), 2, evaluations)).target())
                .isEqualTo(new Target(0.525, "5 % above sign, the best"));
        List<Evaluation> none = evaluations.subList(0, 1);
        assertThat(Summary.of(new Results(Map.of(), 2, none)).target().value()).isNaN();
    }

    private static final double NONE = Double.NaN;

    /** A row in which received bits are twice those sent, and the loss is 1 minus the accuracy. */
    private static Evaluation row(String recipe, long seed, int step, long bits, double accuracy) {
        return Sample.row(recipe, seed, step, step, bits, 2 * bits, 10L * step, 0, 1 - accuracy, accuracy);
    }

    private static Evaluation lossOnly(String recipe, long seed, int step, long bits, double loss) {
        return Sample.row(recipe, seed, step, step, bits, bits, 0, 0, loss, NONE);
    }

    private static Results results(int parameters, Evaluation... evaluations) {
        return new Results(Map.of(), parameters, List.of(evaluations));
    }

    private static final Evaluation[] TWO_RECIPES = {
        row("dense", 1, 1, 1000, 0.5), row("dense", 1, 2, 2000, 0.91),
        row("dense", 2, 1, 1000, 0.7), row("dense", 2, 2, 2000, 0.89),
        row("sign", 1, 1, 30, 0.6), row("sign", 1, 2, 60, 0.90),
        row("sign", 2, 1, 40, 0.89), row("sign", 2, 2, 80, 0.86),
    };

    @Test
    void numbersByHand() {
        Summary summary = Summary.of(results(0, TWO_RECIPES));
        assertThat(summary.metric()).isEqualTo(Metric.ACCURACY);
        assertThat(summary.baseline()).isEqualTo("dense");
        assertThat(summary.target().value()).isCloseTo(0.89, within(1e-12));
        assertThat(summary.target().reason()).isEqualTo("1 point below dense");
        RecipeSummary sign = summary.recipes().get(1);
        assertThat(sign.recipe()).isEqualTo("sign");
        assertThat(sign.end().steps()).isEqualTo(2);
        assertThat(sign.accuracy().mean()).isCloseTo(0.88, within(1e-12));
        assertThat(sign.loss().mean()).isCloseTo(0.12, within(1e-12));
        assertThat(sign.accuracy().halfWidth()).isCloseTo(12.70620474 * 0.02, within(1e-8));
        assertThat(sign.sent().bits()).isEqualTo(70);
        assertThat(sign.received().bits()).isEqualTo(140);
        assertThat(sign.sent().ratio()).isCloseTo(2000 / 70.0, within(1e-12));
        assertThat(sign.received().ratio()).isCloseTo(2000 / 70.0, within(1e-12));
        assertThat(sign.end().wallMillis()).isEqualTo(20);
    }

    /** Seed 1 gets there at the second evaluation, seed 2 at the first, and that it falls back does not matter. */
    @Test
    void bitsToTargetAreTheMedianOfFirstTimes() {
        RecipeSummary sign = Summary.of(results(0, TWO_RECIPES), 0.89).recipes().get(1);
        assertThat(sign.toTarget().seeds()).isEqualTo(2);
        assertThat(sign.sent().toTarget()).isEqualTo(50);
        assertThat(sign.received().toTarget()).isEqualTo(100);
    }

    @Test
    void seedsThatNeverGetThereAreCounted() {
        RecipeSummary sign =
                Summary.of(results(0, TWO_RECIPES), 0.895).recipes().get(1);
        assertThat(sign.toTarget().seeds()).isEqualTo(1);
        assertThat(sign.sent().toTarget()).isEqualTo(60);
        RecipeSummary never =
                Summary.of(results(0, TWO_RECIPES), 0.99).recipes().get(1);
        assertThat(never.toTarget().seeds()).isZero();
        assertThat(never.sent().toTarget()).isNaN();
    }

    @Test
    void ratioIsTakenAtTheLastCommonStep() {
        Summary summary = Summary.of(
                results(0, row("dense", 1, 5, 500, 0.9), row("sign", 1, 5, 20, 0.8), row("sign", 1, 10, 1000, 0.8)));
        assertThat(summary.recipes().get(1).sent().ratio()).isEqualTo(25);
    }

    @Test
    void withoutABaselineParametersStandIn() {
        Evaluation sign = row("sign", 1, 10, 640, 0.8);
        Evaluation vote = row("vote", 1, 10, 320, 0.7);
        Summary known = Summary.of(results(100, sign, vote));
        assertThat(known.baseline()).isEqualTo("32 bits a parameter and step");
        assertThat(known.recipes().get(0).sent().ratio()).isEqualTo(50);
        assertThat(known.target().value()).isCloseTo(0.79, within(1e-12));
        assertThat(known.target().reason()).isEqualTo("1 point below sign, the best");
        Summary unknown = Summary.of(results(0, sign, vote));
        assertThat(unknown.baseline()).isEmpty();
        assertThat(unknown.recipes().get(0).sent().ratio()).isNaN();
    }

    @Test
    void denseIsTheBaselineAtAnyRate() {
        Summary summary = Summary.of(results(7, row("dense@0.3", 1, 1, 100, 0.9), row("vote", 1, 1, 10, 0.9)));
        assertThat(summary.baseline()).isEqualTo("dense@0.3");
        assertThat(summary.recipes().get(1).sent().ratio()).isEqualTo(10);
    }

    @Test
    void withoutAccuracyTheLossCounts() {
        Summary summary = Summary.of(results(
                0,
                lossOnly("dense", 1, 1, 100, 4),
                lossOnly("dense", 1, 2, 200, 2),
                lossOnly("sign", 1, 1, 5, 2.1),
                lossOnly("sign", 1, 2, 10, 1.9)));
        assertThat(summary.metric()).isEqualTo(Metric.LOSS);
        assertThat(summary.target()).isEqualTo(new Target(2.1, "5 % above dense"));
        assertThat(summary.recipes().get(1).sent().toTarget()).isEqualTo(5);
        assertThat(summary.recipes().get(1).accuracy().mean()).isNaN();
    }

    @Test
    void nothingSentHasNoRatio() {
        Summary summary = Summary.of(results(9, row("dense", 1, 1, 0, 0.9), row("sign", 1, 1, 0, 0.9)));
        assertThat(summary.recipes())
                .allSatisfy(recipe -> assertThat(recipe.sent().ratio()).isNaN());
    }

    @Test
    void runsGoForward() {
        assertThatThrownBy(() -> results(0, row("sign", 4, 2, 1, 0), row("sign", 4, 2, 1, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sign with seed 4 has step 2 after step 2");
    }
}
