package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.summary.Estimate;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.RecipeSummary;
import org.tersegrad.convergence.report.summary.Summary;

/** A sweep: a line for each recipe, with the values of the setting side by side in the order of the sweep. */
public final class SweepChart {
    /** The distance between the first and the last recipe at one value, so that no interval hides another. */
    private static final double SPREAD = 0.2;

    private SweepChart() {}

    /**
     * The last accuracy of each recipe, or its loss where nothing is right or wrong.
     *
     * @param summaries by the value of the setting
     */
    public static Chart metric(String setting, String title, Map<String, Summary> summaries) {
        Metric metric = summaries.values().iterator().next().metric();
        boolean percent = metric == Metric.ACCURACY;
        return chart(
                (percent ? "Accuracy" : "Loss") + " against " + setting + ": " + title,
                Axis.names(setting, List.copyOf(summaries.keySet())),
                Axis.linear(metric.measure().title() + ": mean, and 95 % interval over seeds"),
                summaries,
                recipe -> recipe.of(metric).times(percent ? 100 : 1),
                percent ? 100 : Double.POSITIVE_INFINITY,
                SPREAD);
    }

    /** The compression ratio of each recipe over dense. */
    public static Chart ratio(String setting, String title, Map<String, Summary> summaries) {
        return chart(
                "Compression against " + setting + ": " + title,
                Axis.names(setting, List.copyOf(summaries.keySet())),
                Axis.log("Times fewer bits than dense").in(Axis.Unit.TIMES),
                summaries,
                recipe -> new Estimate(1, recipe.sent().ratio(), Double.NaN),
                Double.POSITIVE_INFINITY,
                0);
    }

    private static Chart chart(
            String title,
            Axis x,
            Axis y,
            Map<String, Summary> summaries,
            Function<RecipeSummary, Estimate> height,
            double highest,
            double spread) {
        List<String> recipes = summaries.values().stream()
                .flatMap(summary -> summary.recipes().stream())
                .map(RecipeSummary::recipe)
                .distinct()
                .toList();
        List<LineStyle> styles = RecipeStyles.of(recipes);
        Chart.Builder chart = Chart.builder(title, x, y);
        for (int i = 0; i < recipes.size(); i++) {
            String recipe = recipes.get(i);
            double shift = spread * ((i + 0.5) / recipes.size() - 0.5);
            List<Chart.Point> points = new ArrayList<>();
            int place = 0;
            for (Summary summary : summaries.values()) {
                double at = place++ + shift;
                summary.recipes().stream()
                        .filter(each -> each.recipe().equals(recipe))
                        .map(height)
                        .forEach(each -> points.add(new Chart.Point(
                                at,
                                each.mean(),
                                each.mean() - each.halfWidth(),
                                Math.min(highest, each.mean() + each.halfWidth()))));
            }
            chart.add(recipe, styles.get(i), Chart.Form.MARKED, points);
        }
        return chart.build();
    }
}
