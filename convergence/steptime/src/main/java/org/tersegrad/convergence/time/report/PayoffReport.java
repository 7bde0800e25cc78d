package org.tersegrad.convergence.time.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.report.Report;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Png;
import org.tersegrad.convergence.report.tables.ResultsCsv;
import org.tersegrad.convergence.time.payoff.CodingTimes;
import org.tersegrad.convergence.time.payoff.CodingTimesCsv;
import org.tersegrad.convergence.time.payoff.Payoff;
import org.tersegrad.convergence.time.payoff.PayoffStudy;

/**
 * A report on whether compression pays: {@code pays.csv} with a line for each recipe and group, {@code grid.csv}, {@code
 * times.csv}, {@code pays.json}, {@code pays.html} and {@code pays.png}.
 *
 * @param subtitle model and network
 * @param notes what was measured, and what is a model
 * @param about command and machine
 * @param computeSeconds of a step on one worker alone
 * @param payoffs recipe by recipe, group by group
 * @param decisions sentences behind the advice, on what to do
 * @param grid the fastest at each bandwidth
 * @param bandwidth of the network in question, marked in the grid
 * @param times of encoding and adding that were used; none if nothing was compressed
 */
public record PayoffReport(
        String subtitle,
        List<String> notes,
        Map<String, String> about,
        double computeSeconds,
        List<Payoff> payoffs,
        List<String> decisions,
        List<PayoffStudy.Cell> grid,
        double bandwidth,
        CodingTimes times)
        implements TimeReport {
    /** Base name of its files. */
    public static final String NAME = "pays";

    /** The files beside the JSON file. */
    public static final List<String> FILES =
            List.of(NAME + ".csv", "grid.csv", "times.csv", NAME + ".html", NAME + ".png");

    public PayoffReport {
        notes = Stream.concat(notes.stream(), times.doubts().stream().map(sentence -> "* " + sentence))
                .toList();
        about = new LinkedHashMap<>(about);
        payoffs = List.copyOf(payoffs);
        decisions = List.copyOf(decisions);
        grid = List.copyOf(grid);
    }

    /** Advice, a sentence for each group. */
    @Override
    public List<String> findings() {
        return Stream.concat(Advice.of(payoffs, computeSeconds).stream(), decisions.stream())
                .toList();
    }

    /** A line for each recipe and group. */
    @Override
    public Cells table() {
        List<List<String>> rows = new ArrayList<>();
        for (Payoff each : payoffs) {
            rows.add(List.of(
                    each.recipe() + (times.doubt(each.recipe()).isEmpty() ? "" : " *"),
                    Integer.toString(each.workers()),
                    Amounts.seconds(each.plainSeconds()),
                    Amounts.seconds(each.seconds()),
                    Integer.toString(each.groups()),
                    Amounts.times(over(PayoffStudy.DENSE.toString(), each)),
                    Amounts.times(over(PayoffStudy.HALF.toString(), each)),
                    each.gradients(),
                    bandwidth(each.plainBreakEven()),
                    bandwidth(each.breakEven())));
        }
        return new Cells(
                List.of(
                        "recipe",
                        "workers",
                        "no overlap",
                        "overlap",
                        "groups",
                        "vs dense",
                        "vs 16 bits",
                        "gradients",
                        "B* no overlap",
                        "B* overlap"),
                rows);
    }

    private static String bandwidth(double breakEven) {
        return Double.isNaN(breakEven) ? "-" : Amounts.bandwidth(breakEven);
    }

    /** The speed-up over floats in the same group, both overlapped. */
    private double over(String floats, Payoff each) {
        return payoffs.stream()
                        .filter(other -> other.workers() == each.workers()
                                && other.recipe().equals(floats))
                        .findFirst()
                        .orElseThrow()
                        .seconds()
                / each.seconds();
    }

    /** The same for programs. NaN and infinity are null. */
    @Override
    public Map<String, Object> members() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Payoff each : payoffs) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("recipe", each.recipe());
            row.put("workers", each.workers());
            row.put("seconds_no_overlap", each.plainSeconds());
            row.put("seconds_overlap", each.seconds());
            row.put("groups", each.groups());
            row.put("gradients", each.gradients());
            row.put("encode_seconds", each.encodeSeconds());
            row.put("wire_seconds", each.wireSeconds());
            row.put("add_seconds", each.addSeconds());
            row.put("bytes_sent", each.bytesSent());
            row.put("speedup_over_dense", over(PayoffStudy.DENSE.toString(), each));
            row.put("speedup_over_16_bits", over(PayoffStudy.HALF.toString(), each));
            row.put("break_even_no_overlap", Double.isFinite(each.plainBreakEven()) ? each.plainBreakEven() : null);
            row.put("break_even_overlap", Double.isFinite(each.breakEven()) ? each.breakEven() : null);
            row.put("doubt", times.doubt(each.recipe()));
            rows.add(row);
        }
        List<Map<String, Object>> cells = new ArrayList<>();
        for (PayoffStudy.Cell each : grid) {
            Map<String, Object> cell = new LinkedHashMap<>();
            cell.put("bandwidth", each.bandwidth());
            cell.put("workers", each.workers());
            cell.put("winner", each.winner());
            cell.put("seconds", each.seconds());
            cell.put("speedup_over_dense", each.speedup());
            cell.put("basis", each.basis());
            cells.add(cell);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("about", about);
        members.put("compute_seconds", computeSeconds);
        members.put("advice", findings());
        members.put("recipes", rows);
        members.put("grid", cells);
        return members;
    }

    String csv() {
        StringBuilder text =
                new StringBuilder("recipe,workers,gradients,groups,seconds_no_overlap,seconds_overlap,encode_seconds,"
                        + "wire_seconds,add_seconds,bytes_sent,break_even_no_overlap,break_even_overlap,doubt\n");
        for (Payoff each : payoffs) {
            text.append(ResultsCsv.cell(each.recipe())).append(',').append(each.workers());
            text.append(',').append(each.gradients()).append(',').append(each.groups());
            numbers(
                    text,
                    each.plainSeconds(),
                    each.seconds(),
                    each.encodeSeconds(),
                    each.wireSeconds(),
                    each.addSeconds(),
                    each.bytesSent(),
                    each.plainBreakEven(),
                    each.breakEven());
            text.append(',').append(ResultsCsv.cell(times.doubt(each.recipe()))).append('\n');
        }
        return text.toString();
    }

    String gridCsv() {
        StringBuilder text = new StringBuilder("winner,workers,bandwidth,seconds,speedup_over_dense,basis\n");
        for (PayoffStudy.Cell each : grid) {
            text.append(ResultsCsv.cell(each.winner())).append(',').append(each.workers());
            numbers(text, each.bandwidth(), each.seconds(), each.speedup());
            text.append(',').append(ResultsCsv.cell(each.basis())).append('\n');
        }
        return text.toString();
    }

    /** An empty cell where there is no number. */
    private static void numbers(StringBuilder text, double... numbers) {
        DoubleStream.of(numbers)
                .forEach(number -> text.append(',').append(Double.isNaN(number) ? "" : Double.toString(number)));
    }

    @Override
    public List<String> write(Path folder) throws IOException {
        List<String> recipes = payoffs.stream().map(Payoff::recipe).distinct().toList();
        Drawing drawing = GridDrawing.of(subtitle, grid, bandwidth, recipes);
        TimePage page = new TimePage("Does compression pay?", subtitle, findings(), drawing, table(), notes, about);
        List<String> remarks = new ArrayList<>();
        // The first one tells whose the others are, even if the program is stopped before they are all there.
        WholeFile.write(folder.resolve(NAME + ".json"), JsonText.of(members()));
        WholeFile.write(folder.resolve(NAME + ".csv"), csv());
        WholeFile.write(folder.resolve("grid.csv"), gridCsv());
        WholeFile.write(folder.resolve("times.csv"), CodingTimesCsv.text(times));
        WholeFile.write(folder.resolve(NAME + ".html"), page.html());
        Report.paint(folder.resolve(NAME + ".png"), () -> Png.of(drawing), remarks);
        return remarks;
    }
}
