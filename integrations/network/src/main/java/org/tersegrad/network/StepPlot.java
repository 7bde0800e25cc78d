package org.tersegrad.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.drawing.Palette;
import org.tersegrad.convergence.report.drawing.Png;

/** The time against the bandwidth, a line for each recipe. The bandwidths are at equal distances. */
final class StepPlot {
    private StepPlot() {}

    /** The bytes of a PNG file. Needs fonts on the machine, but no screen. */
    static byte[] png(StepTable table, String title) throws IOException {
        List<Integer> links = table.links();
        Chart.Builder chart = Chart.builder(
                title,
                Axis.names(
                        "Every node's link",
                        links.stream().map(Measurement::link).toList()),
                Axis.log("Milliseconds"));
        int used = 0;
        for (StepTable.Line line : table.lines()) {
            List<Chart.Point> points = new ArrayList<>();
            for (int i = 0; i < links.size(); i++) {
                points.add(new Chart.Point(i, line.millis().getOrDefault(links.get(i), Double.NaN)));
            }
            LineStyle style = line.compresses() ? LineStyle.number(used++) : uncompressed(line.name());
            chart.add(line.name(), style, Chart.Form.MARKED, points);
        }
        return Png.of(chart.build().drawing());
    }

    /** Black; other ways than the baseline are told apart by their dashes. */
    private static LineStyle uncompressed(String name) {
        List<Integer> dash = StepTable.isBaseline(name)
                ? List.of()
                : name.equals(NativeAllReduce.NAME) ? List.of(4, 6) : List.of(14, 8);
        return new LineStyle(Palette.BASELINE, dash);
    }
}
