package org.tersegrad.convergence.report.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.summary.Measure;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.Sample;
import org.tersegrad.convergence.report.summary.StepTime;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;

class CurveChartTest {
    @Test
    void accuracyIsShownCloseUpWithItsTarget() {
        Chart chart = CurveChart.of(Summary.of(Sample.results()), "sample");
        assertThat(chart.title()).isEqualTo("Test accuracy against bits sent: sample");
        assertThat(chart.y().from()).isEqualTo(70);
        assertThat(chart.level().orElseThrow().name()).isEqualTo("96.5 %, 1 point below dense");
        assertThat(chart.level().orElseThrow().value()).isBetween(96.0, 97.0);
        assertThat(chart.lines()).hasSize(10);
        Chart.Point last = chart.lines().get(0).points().get(Sample.EVALUATIONS - 1);
        assertThat(last.y()).isBetween(last.low(), last.high()).isBetween(96.0, 98.0);
    }

    @Test
    void lossesOverManyDecadesAreLogarithmic() {
        double none = Double.NaN;
        assertThat(losses(1, 0.02).y().logarithmic()).isFalse();
        assertThat(losses(1, 1e-8).y().logarithmic()).isTrue();
        assertThat(losses(1, Double.POSITIVE_INFINITY).y().logarithmic()).isFalse();
        assertThat(losses(1, none).lines().get(0).points()).hasSize(2);
    }

    private static Chart losses(double first, double second) {
        double none = Double.NaN;
        List<Evaluation> rows = List.of(
                Sample.row("sign", 1, 1, 0, 16, 0, 0, 1, first, none),
                Sample.row("sign", 1, 2, 0, 24, 0, 0, 1, second, none));
        return CurveChart.of(Summary.of(new Results(Map.of(), rows)), "");
    }

    @Test
    void secondsAreThoseOfTheModelledNetwork() {
        List<Evaluation> rows = List.of(
                Sample.row("dense", 1, 11, 1, 16, 0, 0, 1, 1, 0.5, 0, 0, 0, 22),
                Sample.row("sign", 1, 11, 1, 16, 0, 0, 1, 1, 0.5));
        Map<String, StepTime> steps = Map.of("dense", new StepTime(0.5, 0, 1.5, 0));
        for (Summary summary : List.of(
                Summary.of(new Results(Map.of(), rows)).with(new ModelledTime("1gbit", steps)),
                Summary.of(new Results(Map.of(Summary.NETWORK, "1gbit"), rows)))) {
            Chart chart = CurveChart.of(summary, "", Measure.SECONDS, Measure.ACCURACY);
            assertThat(chart.x().title()).isEqualTo("Modelled seconds on 1gbit");
            assertThat(chart.lines().get(0).points().get(0).x()).isEqualTo(22);
            assertThat(chart.lines().get(1).points().get(0).x())
                    .as("not modelled")
                    .isNaN();
        }
    }

    /** The first step has a distance of rounding only, which would leave decades of the axis empty. */
    @Test
    void consensusBeginsAfterTheFirstStep() {
        double none = Double.NaN;
        List<Evaluation> rows = List.of(
                Sample.row("dense", 1, 0, 0, 0, 0, 0, 1, 1, none, 0, 0, 1e-6),
                Sample.row("dense", 1, 10, 0, 16, 0, 0, 1, 1, none, 0, 0, 0.5),
                Sample.row("dense", 1, 20, 0, 24, 0, 0, 1, 1, none, 0, 0, 0.25));
        Chart chart = CurveChart.of(Summary.of(new Results(Map.of(), rows)), "", Measure.STEP, Measure.CONSENSUS);
        assertThat(chart.lines().get(0).points()).extracting(Chart.Point::x).containsExactly(10.0, 20.0);
        assertThat(chart.y().logarithmic()).isFalse();
        assertThat(chart.level()).isEmpty();
    }
}
