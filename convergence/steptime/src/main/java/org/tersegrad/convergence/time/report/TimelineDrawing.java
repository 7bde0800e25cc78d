package org.tersegrad.convergence.time.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Scale;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Drawing.Anchor;
import org.tersegrad.convergence.report.drawing.Drawing.Pen;
import org.tersegrad.convergence.report.drawing.Shade;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Event.Kind;
import org.tersegrad.convergence.time.Event.Lane;

/** Steps as bars, one below the other on one axis of time: the device, the network, and copies and the host where there are any. */
final class TimelineDrawing {
    private static final double WIDTH = 1200;
    private static final double LEFT = 90;
    private static final double RIGHT = 30;
    private static final double LANE = 30;
    private static final double HEAD = 50;
    private static final double GAP = 4;
    private static final double TOP = 100;
    private static final double NARROW = 3;
    private static final double TINY = 0.5;
    private static final String MORE = " and more";

    private TimelineDrawing() {}

    static Drawing of(String title, List<ScheduledStep> steps) {
        Pen pen = new Pen();
        double end =
                steps.stream().mapToDouble(step -> step.timeline().end()).max().orElseThrow();
        // A model of no time at all still has an axis.
        Scale axis = new Scale(false, 0, end > 0 ? end : 1, LEFT, WIDTH - RIGHT);
        List<Lane> lanes = Arrays.stream(Lane.values())
                .filter(lane -> lane == Lane.DEVICE
                        || lane == Lane.NETWORK
                        || steps.stream()
                                .anyMatch(step -> !step.timeline().lane(lane).isEmpty()))
                .toList();
        double height = HEAD + lanes.size() * (LANE + GAP);
        double bottom = TOP + height * steps.size() - 12;
        pen.words(LEFT, 32, Anchor.START, 20, Shade.INK, title);
        List<Kind> seen = Arrays.stream(Kind.values())
                .filter(kind -> steps.stream().anyMatch(step -> step.timeline().seconds(kind) > 0))
                .toList();
        pen.legend(LEFT, 62, Kinds.legend(seen));
        seconds(pen, axis, bottom);
        for (int i = 0; i < steps.size(); i++) {
            step(pen, axis, steps.get(i), lanes, TOP + i * height);
        }
        return pen.drawing(WIDTH, bottom + 36);
    }

    /** Lines from top to bottom, and numbers below them. */
    private static void seconds(Pen pen, Scale axis, double bottom) {
        double unit = axis.high() >= 1 ? 1 : axis.high() >= 1e-3 ? 1e-3 : 1e-6;
        String name = unit == 1 ? "s" : unit == 1e-3 ? "ms" : "us";
        for (double tick : axis.ticks(9)) {
            String number = Axis.Unit.NUMBER.text(tick / unit) + (tick == 0 ? " " + name : "");
            pen.line(axis.at(tick), TOP - 18, axis.at(tick), bottom, Shade.RULE);
            pen.words(axis.at(tick), bottom + 18, Anchor.MIDDLE, 13, Shade.FAINT, number);
        }
    }

    private static void step(Pen pen, Scale axis, ScheduledStep step, List<Lane> lanes, double top) {
        String total = Amounts.seconds(step.timeline().secondsPerStep()) + " a step";
        pen.words(LEFT, top + 12, Anchor.START, 15, Shade.INK, step.schedule() + ": " + total);
        for (Lane lane : lanes) {
            double y = top + 22 + lanes.indexOf(lane) * (LANE + GAP);
            pen.words(LEFT - 10, y + LANE / 2 + 5, Anchor.END, 14, Shade.FAINT, Kinds.name(lane));
            bars(axis, step.timeline().lane(lane)).forEach(event -> bar(pen, axis, event, y));
        }
    }

    /** Events of one kind that follow each other at once and could not be told apart become one: thousands of tensors are no more bars. */
    static List<Event> bars(Scale axis, List<Event> events) {
        List<Event> bars = new ArrayList<>();
        for (Event event : events) {
            Event last = bars.isEmpty() ? event : bars.get(bars.size() - 1);
            boolean joined = !bars.isEmpty()
                    && last.kind() == event.kind()
                    && last.end() == event.start()
                    && axis.at(event.end()) - axis.at(last.start()) < TINY;
            if (joined) {
                bars.set(bars.size() - 1, new Event(event.kind(), last.start(), event.end(), first(last.label())));
            } else {
                bars.add(event);
            }
        }
        return bars;
    }

    private static String first(String label) {
        return label.endsWith(MORE) ? label : label + MORE;
    }

    private static void bar(Pen pen, Scale axis, Event event, double y) {
        double x = axis.at(event.start());
        double width = axis.at(event.end()) - x;
        // A gap shows where the next one begins, unless it would be all that is seen.
        double gap = width > NARROW ? 0.75 : 0;
        String hint = Kinds.name(event.kind()) + " " + event.label() + ", " + Amounts.seconds(event.seconds())
                + " from " + Amounts.seconds(event.start());
        pen.box(x, y, width - gap, LANE, Kinds.shade(event.kind()), hint);
    }
}
