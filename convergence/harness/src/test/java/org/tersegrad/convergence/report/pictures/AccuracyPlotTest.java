package org.tersegrad.convergence.report.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.report.summary.Curve;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.training.Evaluation;

class AccuracyPlotTest {
    @Test
    void longRecipesAreBroken() {
        assertThat(PlotStyle.wrapped("topk(0.01)+ef")).isEqualTo("topk(0.01)+ef");
        assertThat(PlotStyle.wrapped("qsgd(levels=7,bucket=512,code=entropy)+chunked(1024)"))
                .isEqualTo("qsgd(levels=7,\nbucket=512,code=entropy)\n+chunked(1024)");
        assertThat(PlotStyle.wrapped("x".repeat(50))).isEqualTo("x".repeat(24) + "\n" + "x".repeat(24) + "\nxx");
    }

    @Test
    void zeroAndDivergenceAreNotDrawn() {
        double none = Double.NaN;
        PlotData data = PlotData.of(
                Curve.of(List.of(
                        new Evaluation("sign", 1, 0, 0, 0, 0, 0, 1, 1, none),
                        new Evaluation("sign", 1, 1, 0, 16, 0, 0, 1, 5, none),
                        new Evaluation("sign", 1, 2, 0, 24, 0, 0, 1, Double.POSITIVE_INFINITY, none),
                        new Evaluation("sign", 1, 3, 0, 32, 0, 0, 1, none, none))),
                Metric.LOSS);
        assertThat(data.lines().get(0).points()).containsExactly(new PlotData.Point(2, 5, 5, 5));
        assertThat(data.logY()).isFalse();
    }

    @Test
    void bandGoesThereAndBack() {
        PlotData.Line line =
                new PlotData.Line("sign", List.of(new PlotData.Point(1, 5, 4, 6), new PlotData.Point(100, 7, 6, 9)));
        assertThat(line.outline().x()).containsExactly(100.0, 1.0, 1.0, 100.0);
        assertThat(line.outline().mean()).containsExactly(6.0, 4.0, 6.0, 9.0);
        assertThat(line.subdivided().points()).hasSize(65);
        assertThat(line.subdivided().points().get(32).x()).isEqualTo(10);
        assertThat(line.subdivided().points().get(32).mean()).isEqualTo(6);
    }
}
