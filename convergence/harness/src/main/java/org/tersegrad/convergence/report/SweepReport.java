package org.tersegrad.convergence.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.report.drawing.Png;
import org.tersegrad.convergence.report.pictures.CurveChart;
import org.tersegrad.convergence.report.pictures.SweepChart;
import org.tersegrad.convergence.report.summary.RecipeName;
import org.tersegrad.convergence.report.summary.RecipeSummary;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.report.tables.ResultsCsv;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Sweep;

/**
 * The files of a {@link Sweep} beside the reports of its comparisons: {@code sweep.csv}, a line for each recipe and value, and as
 * pictures {@code accuracy-vs-workers.png} and {@code ratio-vs-workers.png}, or the same against the partition. A picture of all
 * curves together is {@code accuracy-vs-bits.png}; with a virtual clock there is {@code accuracy-vs-seconds.png}, and with models
 * of workers' own {@code consensus-vs-steps.png}.
 *
 * @param setting which one changes
 * @param results of the comparisons, by the value of that setting; at least one
 */
public record SweepReport(Sweep.Setting setting, Map<String, Results> results) {
    /** Each recipe with each value of the setting, in a few numbers. */
    public static final String TABLE = "sweep.csv";

    private static final String HEADER = ",recipe,seeds,test_accuracy,accuracy_interval_95,test_loss,loss_interval_95,"
            + "bits_sent,bits_received,ratio_sent";

    /** Columns that a table of an older version does not have. */
    private static final String MORE = ",virtual_seconds,consensus_distance\n";

    /** Pictures of all curves together, if there are not too many to tell them apart. */
    private static final List<String> CURVES =
            List.of(Report.PICTURE, Report.SECONDS_PICTURE, Report.CONSENSUS_PICTURE);

    private static final int MOST_CURVES = 24;

    public SweepReport {
        if (results.isEmpty()) {
            throw new IllegalArgumentException("a sweep of no comparison");
        }
        results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
    }

    /**
     * Rejects a folder in which a file would be replaced that is none of a sweep's. Pictures beside such a table were written with
     * it.
     *
     * @throws FileAlreadyExistsException if there is such a file
     */
    public static void requireReplaceable(Sweep.Setting setting, Path folder) throws IOException {
        Path table = folder.resolve(TABLE);
        if (isTable(table)) {
            return;
        }
        List<Path> files = new ArrayList<>(
                List.of(table, picture("accuracy", setting, folder), picture("ratio", setting, folder)));
        CURVES.forEach(name -> files.add(folder.resolve(name)));
        for (Path file : files) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(
                        file.toString(), null, "is not from a sweep; move it, or choose another folder");
            }
        }
    }

    /** Whether a file begins as {@link #csv} does, with any setting. */
    private static boolean isTable(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(2 * HEADER.length());
            return new String(start, StandardCharsets.ISO_8859_1).contains(HEADER);
        }
    }

    /**
     * Writes the files.
     *
     * @param folder that of the sweep
     * @return sentences on what could not be made; usually none
     */
    public List<String> write(Path folder) throws IOException {
        Map<String, Summary> summaries = summaries();
        String name = setting.toString();
        WholeFile.write(folder.resolve(TABLE), csv(summaries));
        List<String> remarks = new ArrayList<>();
        Report.paint(
                picture("accuracy", setting, folder),
                () -> Png.of(SweepChart.metric(name, title(), summaries).drawing()),
                remarks);
        Report.paint(
                picture("ratio", setting, folder),
                () -> Png.of(SweepChart.ratio(name, title(), summaries).drawing()),
                remarks);
        for (String earlier : CURVES) {
            Files.deleteIfExists(folder.resolve(earlier));
        }
        Results curves = curves();
        Summary summary = Summary.of(curves);
        if (summary.recipes().size() <= MOST_CURVES) {
            Report.paint(
                    folder.resolve(Report.PICTURE),
                    () -> Png.of(CurveChart.of(summary, curves.title()).drawing()),
                    remarks);
            Report.paintOthers(curves, summary, folder, remarks);
        }
        return remarks;
    }

    /**
     * All runs as those of one comparison, named by the value of the setting and, if there are several, by the recipe, whose rate
     * goes without saying where no other recipe has the same name.
     */
    Results curves() {
        List<String> recipes = results.values().iterator().next().evaluations().stream()
                .map(Evaluation::recipe)
                .distinct()
                .toList();
        boolean brief = recipes.stream().map(RecipeName::withoutRate).distinct().count() == recipes.size();
        List<Evaluation> all = new ArrayList<>();
        results.forEach((value, each) -> {
            String name = setting == Sweep.Setting.WORKERS ? value + " workers" : value;
            for (Evaluation evaluation : each.evaluations()) {
                String recipe = brief ? RecipeName.withoutRate(evaluation.recipe()) : evaluation.recipe();
                all.add(evaluation.named(recipes.size() == 1 ? name : name + ", " + recipe));
            }
        });
        return new Results(common(), all);
    }

    private static Path picture(String what, Sweep.Setting setting, Path folder) {
        return folder.resolve(what + "-vs-" + setting + ".png");
    }

    /** The common settings of all comparisons. */
    String title() {
        return new Results(common(), results.values().iterator().next().evaluations()).title();
    }

    private Map<String, String> common() {
        Map<String, String> about =
                new LinkedHashMap<>(results.values().iterator().next().about());
        about.remove(setting.toString());
        return about;
    }

    /** Each comparison in a few numbers, by the value of the setting. */
    Map<String, Summary> summaries() {
        Map<String, Summary> summaries = new LinkedHashMap<>();
        results.forEach((value, each) -> summaries.put(value, Summary.of(each)));
        return summaries;
    }

    String csv(Map<String, Summary> summaries) {
        StringBuilder text = new StringBuilder(setting + HEADER + MORE);
        summaries.forEach((value, summary) -> {
            for (RecipeSummary recipe : summary.recipes()) {
                text.append(ResultsCsv.cell(value)).append(',').append(ResultsCsv.cell(recipe.recipe()));
                text.append(',').append(recipe.loss().count());
                DoubleStream.of(
                                recipe.accuracy().mean(),
                                recipe.accuracy().halfWidth(),
                                recipe.loss().mean(),
                                recipe.loss().halfWidth(),
                                recipe.sent().bits(),
                                recipe.received().bits(),
                                recipe.sent().ratio(),
                                recipe.end().virtualSeconds(),
                                recipe.end().consensusDistance())
                        .forEach(number -> text.append(',').append(Double.isNaN(number) ? "" : Units.exact(number)));
                text.append('\n');
            }
        });
        return text.toString();
    }
}
