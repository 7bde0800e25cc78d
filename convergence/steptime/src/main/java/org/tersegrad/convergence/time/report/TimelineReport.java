package org.tersegrad.convergence.time.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.report.Report;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Png;
import org.tersegrad.convergence.report.tables.ResultsCsv;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Event.Kind;

/**
 * One step of training under one or more schedules: {@code timeline.csv} with all events, {@code timeline.json}, {@code timeline.html}
 * and {@code timeline.png}.
 *
 * @param subtitle model, recipe and network
 * @param notes what was measured, and what is a model
 * @param about command and machine
 * @param steps one for each schedule, at least one
 */
public record TimelineReport(String subtitle, List<String> notes, Map<String, String> about, List<ScheduledStep> steps)
        implements TimeReport {
    /** Base name of its files. */
    public static final String NAME = "timeline";

    private static final int FEW = 3;

    public TimelineReport {
        notes = List.copyOf(notes);
        about = new LinkedHashMap<>(about);
        steps = List.copyOf(steps);
    }

    /** Total, and the share of each kind. */
    @Override
    public Cells table() {
        List<List<String>> rows = new ArrayList<>();
        for (ScheduledStep step : steps) {
            double end = step.timeline().end();
            rows.add(List.of(
                    step.schedule(),
                    Amounts.seconds(step.timeline().secondsPerStep()),
                    share(step.computeSeconds(), end),
                    share(step.timeline().seconds(Kind.ENCODE) + step.timeline().seconds(Kind.HOST_ENCODE), end),
                    share(step.timeline().seconds(Kind.ADD) + step.timeline().seconds(Kind.HOST_ADD), end),
                    share(step.waitSeconds(), end),
                    Amounts.seconds(
                            step.timeline().seconds(Kind.WIRE) / step.timeline().steps()),
                    Amounts.seconds(step.hiddenSeconds() / step.timeline().steps())));
        }
        return new Cells(
                List.of("schedule", "step", "compute", "encode", "add", "wait", "on the wire", "of it hidden"), rows);
    }

    private static String share(double part, double whole) {
        return whole > 0 ? Amounts.percent(part / whole) : "-";
    }

    /** The dependencies that cause waiting: two for each of a few steps, else one. */
    @Override
    public List<String> findings() {
        int most = steps.size() <= FEW ? 2 : 1;
        return steps.stream().flatMap(step -> step.waits(most).stream()).toList();
    }

    /** The same for programs. */
    @Override
    public Map<String, Object> members() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (ScheduledStep step : steps) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("schedule", step.schedule());
            row.put("steps", step.timeline().steps());
            row.put("seconds_per_step", step.timeline().secondsPerStep());
            row.put("wait_seconds", step.waitSeconds());
            row.put("hidden_seconds", step.hiddenSeconds());
            for (Kind kind : Kind.values()) {
                if (kind != Kind.WAIT) {
                    row.put(
                            Kinds.name(kind).replace(' ', '_') + "_seconds",
                            step.timeline().seconds(kind));
                }
            }
            rows.add(row);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("about", about);
        members.put("schedules", rows);
        return members;
    }

    /** Every event, a line each. */
    String csv() {
        StringBuilder text = new StringBuilder("schedule,lane,kind,start_s,end_s,label\n");
        for (ScheduledStep step : steps) {
            for (Event event : step.timeline().events()) {
                text.append(String.format(
                        Locale.ROOT,
                        "%s,%s,%s,%.9f,%.9f,%s\n",
                        ResultsCsv.cell(step.schedule()),
                        Kinds.name(event.lane()),
                        Kinds.name(event.kind()),
                        event.start(),
                        event.end(),
                        ResultsCsv.cell(event.label())));
            }
        }
        return text.toString();
    }

    @Override
    public List<String> write(Path folder) throws IOException {
        Drawing drawing = TimelineDrawing.of(subtitle, steps);
        TimePage page = new TimePage("One step of training", subtitle, findings(), drawing, table(), notes, about);
        List<String> remarks = new ArrayList<>();
        // The first one tells whose the others are, even if the program is stopped before they are all there.
        WholeFile.write(folder.resolve(NAME + ".json"), JsonText.of(members()));
        WholeFile.write(folder.resolve(NAME + ".csv"), csv());
        WholeFile.write(folder.resolve(NAME + ".html"), page.html());
        Report.paint(folder.resolve(NAME + ".png"), () -> Png.of(drawing), remarks);
        return remarks;
    }
}
