package org.tersegrad.convergence.report.page;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.pictures.CurveChart;
import org.tersegrad.convergence.report.summary.Curve;
import org.tersegrad.convergence.report.summary.Measure;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The chart of a comparison as JSON, with every measure that its reader may put on an axis. NaN is {@code null}. */
final class PageData {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** More digits than a screen can show only make the file long. */
    private static final int DIGITS = 7;

    private PageData() {}

    /** Measures that a comparison has: what is received may be what is sent, and older results have fewer. */
    static List<Measure> measures(Summary summary) {
        return Arrays.stream(Measure.values())
                .filter(measure -> measure != Measure.RECEIVED || summary.receivesOtherThanSent())
                .filter(measure -> measure != Measure.SECONDS || summary.hasSeconds())
                .filter(measure -> measure != Measure.CONSENSUS || summary.hasConsensusDistance())
                .filter(measure -> measure.isCost()
                        || measure == summary.metric().measure()
                        || summary.curves().stream()
                                .flatMap(curve -> curve.points().stream())
                                .anyMatch(point -> Double.isFinite(point.mean(measure))))
                .toList();
    }

    static String of(Summary summary) {
        Chart chart = CurveChart.of(summary, "");
        ObjectNode root = MAPPER.createObjectNode();
        root.put("x", chart.x().unit() == Axis.Unit.BYTES ? Measure.SENT.key() : Measure.STEP.key());
        root.put("y", summary.metric().measure().key());
        root.put("logY", chart.y().logarithmic());
        if (Double.isFinite(chart.y().from())) {
            root.put("bottom", chart.y().from());
        }
        chart.level().ifPresent(level -> {
            ObjectNode node = root.putObject("target");
            node.put("axis", summary.metric().measure().key());
            node.put("value", level.value());
            node.put("label", level.name());
        });
        ObjectNode axes = root.putObject("axes");
        for (Measure measure : measures(summary)) {
            Axis axis = CurveChart.axis(summary, measure);
            ObjectNode node = axes.putObject(measure.key());
            node.put("name", measure.label());
            node.put("title", axis.title());
            node.put("log", axis.logarithmic());
            node.put("unit", axis.unit() == Axis.Unit.BYTES ? "bytes" : unit(measure));
        }
        ArrayNode curves = root.putArray("curves");
        for (int i = 0; i < chart.lines().size(); i++) {
            curve(summary.curves().get(i), chart.lines().get(i).style(), measures(summary), curves.addObject());
        }
        return MAPPER.writeValueAsString(root);
    }

    /** Written after a number. */
    private static String unit(Measure measure) {
        return switch (measure) {
            case ACCURACY -> " %";
            case SECONDS -> " s";
            case STEP, EPOCH -> " " + measure.label();
            default -> "";
        };
    }

    /** An array for a cost; three of them, means, lower ends and upper ends, for all else. */
    private static void curve(Curve curve, LineStyle style, List<Measure> measures, ObjectNode node) {
        node.put("recipe", curve.recipe());
        node.put("light", style.shade().light());
        node.put("dark", style.shade().dark());
        style.dash().forEach(node.putArray("dash")::add);
        for (Measure measure : measures) {
            ArrayNode values = node.putArray(measure.key());
            numbers(curve, point -> point.mean(measure), measure.isCost() ? values : values.addArray());
            if (!measure.isCost()) {
                numbers(curve, point -> point.of(measure).low(), values.addArray());
                numbers(curve, point -> point.of(measure).high(), values.addArray());
            }
        }
    }

    private static void numbers(Curve curve, ToDoubleFunction<Curve.Point> value, ArrayNode node) {
        for (Curve.Point point : curve.points()) {
            double number = value.applyAsDouble(point);
            if (Double.isFinite(number)) {
                node.add(new BigDecimal(Units.rounded(number, DIGITS)));
            } else {
                node.addNull();
            }
        }
    }
}
