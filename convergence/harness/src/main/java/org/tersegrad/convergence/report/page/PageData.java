package org.tersegrad.convergence.report.page;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.tersegrad.convergence.report.pictures.LineStyle;
import org.tersegrad.convergence.report.pictures.PlotData;
import org.tersegrad.convergence.report.summary.Curve;
import org.tersegrad.convergence.report.summary.Metric;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Target;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.training.Results;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The curves as JSON, in the units that the page shows: bytes and percent. What is not a number is {@code null}. */
final class PageData {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** More digits than a screen can show only make the file long. */
    private static final int DIGITS = 7;

    private PageData() {}

    static String of(Results results, Summary summary) {
        List<Curve> curves = Curve.of(results.evaluations());
        boolean accuracy = summary.metric() == Metric.ACCURACY;
        ObjectNode root = MAPPER.createObjectNode();
        PlotData plot = PlotData.of(curves, summary.metric());
        root.put("x", plot.bytes() ? "sent" : "step");
        root.put("y", accuracy ? "accuracy" : "testLoss");
        root.put("logY", plot.logY());
        root.put("bottom", plot.bottom());
        root.put("seconds", summary.time().isPresent() || summary.hasVirtualSeconds());
        root.put("received", summary.receivesOtherThanSent());
        Target target = summary.target();
        if (Double.isFinite(target.value())) {
            ObjectNode node = root.putObject("target");
            node.put("axis", accuracy ? "accuracy" : "testLoss");
            node.put("value", accuracy ? 100 * target.value() : target.value());
            node.put("label", Units.value(summary.metric(), target.value()) + ", " + target.reason());
        }
        List<LineStyle> styles = LineStyle.of(curves.stream().map(Curve::recipe).toList());
        ArrayNode nodes = root.putArray("curves");
        for (int i = 0; i < curves.size(); i++) {
            ObjectNode node = nodes.addObject();
            Curve curve = curves.get(i);
            curve(curve, styles.get(i), node);
            if (summary.hasVirtualSeconds()) {
                numbers(curve.points(), Curve.Point::virtualSeconds, node.putArray("seconds"));
            }
            summary.time()
                    .ifPresent(time -> numbers(
                            curve.points(),
                            point -> time.seconds(curve.recipe(), point.step()),
                            node.putArray("seconds")));
        }
        return MAPPER.writeValueAsString(root);
    }

    private static void curve(Curve curve, LineStyle style, ObjectNode node) {
        node.put("recipe", curve.recipe());
        node.put("light", style.light());
        node.put("dark", style.dark());
        style.dash().forEach(node.putArray("dash")::add);
        List<Curve.Point> points = curve.points();
        numbers(points, Curve.Point::step, node.putArray("step"));
        numbers(points, Curve.Point::epoch, node.putArray("epoch"));
        numbers(points, point -> point.bitsSent() / 8, node.putArray("sent"));
        numbers(points, point -> point.bitsReceived() / 8, node.putArray("received"));
        spreads(points, Curve.Point::accuracy, 100, node.putArray("accuracy"));
        spreads(points, Curve.Point::testLoss, 1, node.putArray("testLoss"));
        spreads(points, Curve.Point::trainLoss, 1, node.putArray("trainLoss"));
        spreads(points, Curve.Point::residualNorm, 1, node.putArray("residual"));
        spreads(points, Curve.Point::compressionError, 1, node.putArray("error"));
    }

    /** Three arrays: means, lower ends, upper ends. */
    private static void spreads(
            List<Curve.Point> points, Function<Curve.Point, Curve.Spread> spread, double scale, ArrayNode node) {
        numbers(points, point -> scale * spread.apply(point).mean(), node.addArray());
        numbers(points, point -> scale * spread.apply(point).low(), node.addArray());
        numbers(points, point -> scale * spread.apply(point).high(), node.addArray());
    }

    private static void numbers(List<Curve.Point> points, ToDoubleFunction<Curve.Point> value, ArrayNode node) {
        for (Curve.Point point : points) {
            double number = value.applyAsDouble(point);
            if (Double.isFinite(number)) {
                node.add(new BigDecimal(Units.rounded(number, DIGITS)));
            } else {
                node.addNull();
            }
        }
    }
}
