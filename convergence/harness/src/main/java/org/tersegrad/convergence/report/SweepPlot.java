package org.tersegrad.convergence.report;

import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.tersegrad.convergence.report.pictures.LineStyle;
import org.tersegrad.convergence.report.pictures.PlotStyle;
import org.tersegrad.convergence.report.pictures.ScalingPlot;
import org.tersegrad.convergence.report.summary.Estimate;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.RecipeSummary;
import org.tersegrad.convergence.report.summary.Summary;

/** A sweep as pictures: a line for each recipe, with the values of the setting side by side in the order of the sweep. */
final class SweepPlot {
    /** How far recipes are apart at one value, as a part of the width: so an interval does not hide another. */
    private static final double SPREAD = 0.04;

    private final List<String> values;
    private final List<Summary> summaries;
    private final List<String> recipes;
    private final XYChart chart;

    private SweepPlot(SweepReport sweep, String title, String vertical) {
        values = List.copyOf(sweep.summaries().keySet());
        summaries = List.copyOf(sweep.summaries().values());
        recipes = summaries.stream()
                .flatMap(summary -> summary.recipes().stream())
                .map(RecipeSummary::recipe)
                .distinct()
                .toList();
        chart = new XYChartBuilder()
                .width(1600)
                .height(1000)
                .title(title + " against " + sweep.setting() + ": " + sweep.title())
                .xAxisTitle(sweep.setting().toString())
                .yAxisTitle(vertical)
                .build();
        PlotStyle.fonts(chart.getStyler());
        chart.getStyler().setPlotMargin(40); // room for what is shifted
        chart.getStyler().setErrorBarsColorSeriesColor(true);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setXAxisMax(values.size() - 1.0);
        chart.getStyler().setXAxisTickMarkSpacingHint(Math.min(150, 900 / values.size())); // a mark at each value
        chart.getStyler().setXAxisTickLabelsFormattingFunction(this::value);
    }

    /** The bytes of a PNG file with the last accuracy of each recipe, or its loss where nothing is right or wrong. */
    static byte[] metric(SweepReport sweep) throws IOException {
        Metric metric = sweep.summaries().values().iterator().next().metric();
        boolean percent = metric == Metric.ACCURACY;
        SweepPlot plot = new SweepPlot(
                sweep,
                percent ? "Accuracy" : "Loss",
                (percent ? "Test accuracy (%)" : "Test loss") + ": mean, and 95 % interval over seeds");
        if (percent) {
            plot.percent();
        }
        return plot.png(recipe -> recipe.of(metric).times(percent ? 100 : 1), SPREAD);
    }

    /** The bytes of a PNG file with how many times less than dense each recipe sends. */
    static byte[] ratio(SweepReport sweep) throws IOException {
        SweepPlot plot = new SweepPlot(sweep, "Compression", "Times fewer bits than dense, log scale");
        plot.chart.getStyler().setYAxisLogarithmic(true);
        plot.chart.getStyler().setYAxisLogarithmicDecadeOnly(false);
        plot.chart.getStyler().setYAxisTickLabelsFormattingFunction(ScalingPlot::times);
        return plot.png(recipe -> new Estimate(1, recipe.ratioSent(), Double.NaN), 0);
    }

    /** From the ten below all intervals to 100 %, where accuracies end and intervals do not. */
    private void percent() {
        double low = summaries.stream()
                .flatMap(summary -> summary.recipes().stream())
                .map(recipe -> recipe.accuracy().times(100))
                .mapToDouble(each -> each.mean() - (each.count() > 1 ? each.halfWidth() : 0))
                .filter(Double::isFinite)
                .min()
                .orElse(0);
        chart.getStyler().setYAxisMin(Math.min(90, Math.max(0, 10 * Math.floor(low / 10))));
        chart.getStyler().setYAxisMax(100.0);
    }

    private byte[] png(Function<RecipeSummary, Estimate> height, double spread) throws IOException {
        PlotStyle.needNoScreen();
        List<LineStyle> styles = LineStyle.of(recipes);
        for (int i = 0; i < recipes.size(); i++) {
            line(
                    recipes.get(i),
                    styles.get(i),
                    height,
                    spread * (values.size() - 1) * ((i + 0.5) / recipes.size() - 0.5));
        }
        return ChartEncoder.getBytes(chart, "png");
    }

    private void line(String recipe, LineStyle style, Function<RecipeSummary, Estimate> height, double shift) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        List<Double> bars = new ArrayList<>();
        for (int i = 0; i < summaries.size(); i++) {
            for (RecipeSummary each : summaries.get(i).recipes()) {
                Estimate estimate = height.apply(each);
                if (each.recipe().equals(recipe) && Double.isFinite(estimate.mean())) {
                    x.add(i + shift);
                    y.add(estimate.mean());
                    bars.add(Double.isFinite(estimate.halfWidth()) ? estimate.halfWidth() : 0);
                }
            }
        }
        if (x.isEmpty()) {
            return;
        }
        XYSeries series = chart.addSeries(recipe, x, y, bars);
        series.setLabel(PlotStyle.wrapped(recipe));
        series.setLineColor(Color.decode(style.light()));
        series.setLineStyle(PlotStyle.stroke(style.dash()));
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(Color.decode(style.light()));
    }

    /** The value that stands at a place; marks between two of them have no label. */
    private String value(double place) {
        int index = (int) Math.rint(place);
        boolean there = Math.abs(place - index) < 1e-9 && index >= 0 && index < values.size();
        return there ? values.get(index) : " ";
    }
}
