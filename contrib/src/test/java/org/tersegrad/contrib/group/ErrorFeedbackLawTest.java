package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.errorfeedback.ErrorFeedback;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/** Everything taken + mean of all workers' residuals = mean of everything produced. */
@Tag("any-jdk")
class ErrorFeedbackLawTest {
    private static final Shape SHAPE = new Shape(30, 40);

    static Stream<Reducer> reducers() {
        return AllReducers.plain().stream().filter(AllReducers::takesErrorFeedback);
    }

    /** Unlike workers: each has a direction of its own, a size of its own, and noise. */
    private static float[] gradient(int worker, int step) {
        float[] noise = Gaussians.of(SHAPE.size(), 1000L * worker + step % 7);
        float[] direction = Gaussians.of(SHAPE.size(), 77L + worker);
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (noise[i] + 2 * direction[i]) * (1 + worker);
        }
        return noise;
    }

    /** The difference between produced and taken gradients of one worker, and its residual; in units of one worker's gradient. */
    @SuppressWarnings("ArrayRecordComponent") // results to look at, never compared
    private record Account(double[] open, float[] residual) {}

    private static List<Account> run(Reducer reducer, int workers, int steps) {
        return LocalGroup.run(workers, group -> {
            Reduction reduction = reducer.reduction(SHAPE, Seed.of(9), group);
            Residual memory = new Residual(SHAPE.size());
            double[] open = new double[SHAPE.size()];
            for (int step = 0; step < steps; step++) {
                float[] gradient = gradient(group.rank(), step);
                for (int i = 0; i < open.length; i++) {
                    open[i] += gradient[i];
                }
                reduction.reduce(FloatSlice.of(gradient), memory);
                for (int i = 0; i < open.length; i++) {
                    open[i] -= gradient[i];
                }
            }
            float[] residual = new float[SHAPE.size()];
            memory.addTo(FloatSlice.of(residual), 1f);
            return new Account(open, residual);
        });
    }

    @ParameterizedTest
    @MethodSource("reducers")
    void takenPlusResidualsIsProduced(Reducer reducer) {
        for (int workers : new int[] {1, 2, 3, 5, 8}) {
            List<Account> accounts = run(reducer, workers, 50);
            double largest = 10;
            for (Account each : accounts) {
                for (float value : each.residual()) {
                    largest = Math.max(largest, Math.abs(value));
                }
            }
            double worst = 0;
            for (int i = 0; i < SHAPE.size(); i++) {
                double difference = 0;
                for (Account each : accounts) {
                    difference += each.open()[i] - each.residual()[i];
                }
                worst = Math.max(worst, Math.abs(difference));
            }
            assertThat(worst / workers)
                    .as("%s, %d workers, residuals up to %s", reducer, workers, largest)
                    .isLessThan(1e-5 * largest);
        }
    }

    /** The reason is in the message, and what to use instead. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "vote; a majority is not the mean; use sign+ef",
                "vote(tie=positive); a majority is not the mean; dlion(vote) with its own momentum",
                "dlion(vote); a majority is not the mean; use sign+ef",
                "sharedrandomk(0.1); grow until they overflow; use scaled=false",
                "randomblock(k=3); grow until they overflow; use scaled=false"
            })
    void isRefusedWhereItCannotHold(String recipe, String reason, String alternative) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        assertThatThrownBy(() -> ErrorFeedback.over(reducer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no error feedback around " + recipe + ": ")
                .hasMessageContaining(reason)
                .hasMessageContaining(alternative);
        assertThatThrownBy(() -> ReducerRecipe.parse(recipe + "+ef")).hasMessageContaining(reason);
        assertThatThrownBy(() -> LocalGroup.run(
                        1,
                        group -> reducer.reduction(SHAPE, Seed.of(1), group)
                                .reduce(FloatSlice.of(gradient(0, 0)), new Residual(SHAPE.size()))))
                .hasCauseInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void whatTheReducerSaysOfItselfIsForwarded() {
        assertThat(ErrorFeedback.over(ReducerRecipe.parse("dlion(average)"))
                        .traits(Traits.ANY_SHAPE)
                        .keepsMomentum())
                .isTrue();
        assertThat(ErrorFeedback.over(ReducerRecipe.parse("powersgd(2)"))
                        .traits(Traits.ANY_SHAPE)
                        .keepsMomentum())
                .isFalse();
        assertThat(ReducerRecipe.parse("powersgd(2,residual=aggregated)+ef")
                        .traits(SHAPE)
                        .caution())
                .isPresent();
        assertThat(ReducerRecipe.parse("powersgd(2)+ef").traits(SHAPE).caution())
                .isEmpty();
    }

    /** A wrapper changes gradients, and neither what the reducer says of itself nor its residual. */
    @Test
    void whatAWrapperIsAroundIsForwarded() {
        assertThat(ReducerRecipe.parse("dlion(average)+nonfinite(zero)")
                        .traits(Traits.ANY_SHAPE)
                        .keepsMomentum())
                .isTrue();
        assertThat(ReducerRecipe.parse("powersgd(2)+nonfinite(zero)")
                        .traits(Traits.ANY_SHAPE)
                        .keepsMomentum())
                .isFalse();
        String growing = "powersgd(2,residual=aggregated)";
        assertThat(ReducerRecipe.parse("accordion(fine=dense,coarse=" + growing + ",every=2)+ef")
                        .traits(SHAPE)
                        .caution())
                .isPresent()
                .isEqualTo(ReducerRecipe.parse(growing + "+ef").traits(SHAPE).caution());
        List<Double> bare = residualNorms("topk(0.1)+ef");
        assertThat(bare).doesNotContain(0d);
        assertThat(residualNorms("topk(0.1)+ef+nonfinite(zero)")).isEqualTo(bare);
    }

    private static List<Double> residualNorms(String recipe) {
        return LocalGroup.run(2, group -> {
            Reduction reduction = ReducerRecipe.parse(recipe).reduction(SHAPE, Seed.of(9), group);
            reduction.reduce(FloatSlice.of(gradient(group.rank(), 0)));
            return reduction.residualNorm();
        });
    }

    /** A long time after, the tree has lost nothing of noise either. */
    @Test
    void globalTopKLosesNothing() {
        Reducer reducer = ReducerRecipe.parse("gtopk(0.01)");
        double squares = 0;
        double lost = 0;
        List<Account> accounts = run(reducer, 4, 500);
        for (int i = 0; i < SHAPE.size(); i++) {
            double open = 0;
            double residual = 0;
            for (Account each : accounts) {
                open += each.open()[i];
                residual += each.residual()[i];
            }
            squares += open * open;
            lost += (open - residual) * (open - residual);
        }
        assertThat(Math.sqrt(lost / squares)).isLessThan(1e-5);
    }

    /** Residuals grow in proportion to the steps if workers differ. Local ones stay as large as they are. */
    @Test
    void aggregatedResidualsOfPowerSgdGrowWithoutEnd() {
        double after100 = norm("powersgd(2,residual=aggregated)", 100);
        assertThat(norm("powersgd(2,residual=aggregated)", 400)).isCloseTo(4 * after100, withinPercentage(10));
        assertThat(norm("powersgd(2)", 400)).isLessThan(2 * norm("powersgd(2)", 100));
    }

    private static double norm(String recipe, int steps) {
        double squares = 0;
        for (float value : run(ReducerRecipe.parse(recipe), 3, steps).get(0).residual()) {
            squares += (double) value * value;
        }
        return Math.sqrt(squares);
    }
}
