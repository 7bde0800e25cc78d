package org.tersegrad.convergence.claims.report;

import java.util.List;
import org.tersegrad.convergence.claims.Picture;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;

/** The curves of a claim as a chart. */
public final class PictureChart {
    /** Lines with more points have no dots. */
    private static final int MOST_DOTS = 20;

    private PictureChart() {}

    /** A line for each curve. */
    public static Chart of(Picture picture, String title) {
        Chart.Builder chart = Chart.builder(title, axis(picture.x()), axis(picture.y()));
        List<Picture.Line> lines = picture.lines();
        for (int i = 0; i < lines.size(); i++) {
            List<Chart.Point> points = lines.get(i).points().stream()
                    .map(point -> new Chart.Point(point.x(), point.y()))
                    .toList();
            Chart.Form form = points.size() <= MOST_DOTS ? Chart.Form.MARKED : Chart.Form.LINE;
            chart.add(lines.get(i).name(), LineStyle.number(i), form, points);
        }
        return chart.build();
    }

    private static Axis axis(Picture.Axis axis) {
        return axis.logarithmic() ? Axis.log(axis.title()) : Axis.linear(axis.title());
    }
}
