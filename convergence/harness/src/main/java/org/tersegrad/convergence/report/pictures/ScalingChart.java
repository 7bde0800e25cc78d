package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.tables.Scaling;

/** The compression ratio of recipes against the number of workers: gathered messages lose, sums do not. */
public final class ScalingChart {
    private ScalingChart() {}

    /** A line for each recipe. */
    public static Chart of(Scaling scaling, String title) {
        Chart.Builder chart = Chart.builder(
                "Compression against workers: " + title,
                Axis.names(
                        "Workers",
                        scaling.workers().stream().map(String::valueOf).toList()),
                Axis.log("Times fewer bits than dense").in(Axis.Unit.TIMES));
        List<LineStyle> styles = RecipeStyles.of(
                scaling.lines().stream().map(Scaling.Line::recipe).toList());
        for (int i = 0; i < styles.size(); i++) {
            Scaling.Line line = scaling.lines().get(i);
            List<Chart.Point> points = new ArrayList<>();
            for (int group = 0; group < scaling.workers().size(); group++) {
                points.add(new Chart.Point(group, Scaling.ratio(line, group, scaling.workers())));
            }
            chart.add(line.recipe(), styles.get(i), Chart.Form.MARKED, points);
        }
        return chart.build();
    }
}
