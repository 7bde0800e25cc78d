package org.tersegrad.convergence.report;

import java.awt.AWTError;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.report.drawing.Png;
import org.tersegrad.convergence.report.page.Page;
import org.tersegrad.convergence.report.pictures.CurveChart;
import org.tersegrad.convergence.report.pictures.ScalingChart;
import org.tersegrad.convergence.report.pictures.StepBars;
import org.tersegrad.convergence.report.summary.Measure;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.tables.Conclusions;
import org.tersegrad.convergence.report.tables.ResultsCsv;
import org.tersegrad.convergence.report.tables.Scaling;
import org.tersegrad.convergence.report.tables.SummaryJson;
import org.tersegrad.convergence.report.tables.SummaryTable;
import org.tersegrad.convergence.training.Results;

/**
 * The files of a comparison in a folder: {@code results.csv}, {@code summary.json}, {@code report.html} and {@code
 * accuracy-vs-bits.png}; and, with {@link Scaling}, {@code ratio-vs-workers.csv} and {@code ratio-vs-workers.png}; and, with a
 * {@link ModelledTime}, {@code accuracy-vs-seconds.png} and {@code step-times.png}. Workers with a virtual clock have {@code
 * accuracy-vs-seconds.png}, too, and workers with models of their own {@code consensus-vs-steps.png}.
 *
 * @param summary the comparison in a few numbers
 * @param table the same for a terminal, and what to conclude from it: lines of at most 110 characters, no colours
 * @param remarks sentences on what could not be made; usually none
 */
public record Report(Summary summary, String table, List<String> remarks) {
    /** Every evaluation of every run, a line each. */
    public static final String RESULTS = "results.csv";
    /** The settings, and each recipe in a few numbers, for programs. */
    public static final String SUMMARY = "summary.json";
    /** All of it to look at in a browser, without a net. */
    public static final String PAGE = "report.html";
    /** The plot of accuracy against bits. */
    public static final String PICTURE = "accuracy-vs-bits.png";
    /** The traffic of recipes in groups of different sizes. */
    public static final String SCALING = "ratio-vs-workers.csv";
    /** The plot of that. */
    public static final String SCALING_PICTURE = "ratio-vs-workers.png";

    /** The plot of accuracy against the seconds of a network, or of the workers' virtual clock. */
    public static final String SECONDS_PICTURE = "accuracy-vs-seconds.png";
    /** The plot of how far workers' models are apart. */
    public static final String CONSENSUS_PICTURE = "consensus-vs-steps.png";
    /** The parts of a step's time on a network. */
    public static final String STEPS_PICTURE = "step-times.png";

    public Report {
        remarks = List.copyOf(remarks);
    }

    /** Makes the bytes of a picture. */
    @FunctionalInterface
    public interface Painter {
        /** The bytes of a file. */
        byte[] paint() throws IOException;
    }

    /**
     * Rejects a folder in which a report would replace a file that is none of a comparison's. Files beside a table of results, or
     * beside a summary whose table was deleted, were written with it.
     *
     * @throws FileAlreadyExistsException if there is such a file
     */
    public static void requireReplaceable(Path folder) throws IOException {
        Path table = folder.resolve(RESULTS);
        boolean there = Files.exists(table, LinkOption.NOFOLLOW_LINKS);
        if (there ? ResultsCsv.isTable(table) : SummaryJson.isSummary(folder.resolve(SUMMARY))) {
            return;
        }
        List<String> names = new ArrayList<>(
                List.of(RESULTS, SUMMARY, PAGE, PICTURE, SECONDS_PICTURE, STEPS_PICTURE, CONSENSUS_PICTURE));
        if (!Scaling.isTable(folder.resolve(SCALING))) {
            names.addAll(List.of(SCALING, SCALING_PICTURE));
        }
        for (String name : names) {
            Path file = folder.resolve(name);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(
                        file.toString(), null, "is not from a comparison; move it, or choose another folder");
            }
        }
    }

    /** Writes a report with the usual target. */
    public static Report write(Results results, Path folder) throws IOException {
        return write(results, Summary.of(results), folder);
    }

    /**
     * Writes all files, each as a whole, over those of an earlier comparison.
     *
     * @param summary of these results
     * @param folder made if it is not there
     * @throws FileAlreadyExistsException if a foreign file would be replaced; nothing is written
     */
    public static Report write(Results results, Summary summary, Path folder) throws IOException {
        return write(
                results,
                summary,
                folder,
                () -> Png.of(CurveChart.of(summary, results.title()).drawing()));
    }

    /**
     * Adds what recipes send in groups of different sizes: a table and a picture.
     *
     * @return the same report, with a remark if there is no picture
     */
    public Report with(Scaling scaling, Results results, Path folder) throws IOException {
        WholeFile.write(folder.resolve(SCALING), scaling.csv());
        List<String> all = new ArrayList<>(remarks);
        paint(
                folder.resolve(SCALING_PICTURE),
                () -> Png.of(ScalingChart.of(scaling, results.title().replaceFirst(",.*", ""))
                        .drawing()),
                all);
        return new Report(summary, table, all);
    }

    static Report write(Results results, Summary summary, Path folder, Painter painter) throws IOException {
        requireReplaceable(folder);
        if (!Files.isDirectory(folder)) { // which may be a link to one
            Files.createDirectories(folder);
        }
        ResultsCsv.write(results.evaluations(), summary.time(), folder.resolve(RESULTS));
        WholeFile.write(folder.resolve(SUMMARY), SummaryJson.of(results, summary));
        WholeFile.write(folder.resolve(PAGE), Page.of(results, summary));
        List<String> remarks = new ArrayList<>();
        paint(folder.resolve(PICTURE), painter, remarks);
        Path steps = folder.resolve(STEPS_PICTURE);
        Optional<ModelledTime> time =
                summary.time().filter(each -> !each.steps().isEmpty());
        if (time.isPresent()) {
            paint(steps, () -> Png.of(StepBars.of(time.get())), remarks);
        } else { // of an earlier comparison
            Files.deleteIfExists(steps);
        }
        paintOthers(results, summary, folder, remarks);
        return new Report(summary, SummaryTable.of(summary, Conclusions.of(results, summary)), remarks);
    }

    /** Pictures of seconds and of consensus, where there are any; else those of an earlier comparison are deleted. */
    static void paintOthers(Results results, Summary summary, Path folder, List<String> remarks) throws IOException {
        Measure metric = summary.metric().measure();
        Path seconds = folder.resolve(SECONDS_PICTURE);
        if (summary.hasSeconds()) {
            paint(seconds, curves(results, summary, Measure.SECONDS, metric), remarks);
        } else {
            Files.deleteIfExists(seconds);
        }
        Path consensus = folder.resolve(CONSENSUS_PICTURE);
        if (summary.hasConsensusDistance()) {
            paint(consensus, curves(results, summary, Measure.STEP, Measure.CONSENSUS), remarks);
        } else {
            Files.deleteIfExists(consensus);
        }
    }

    private static Painter curves(Results results, Summary summary, Measure x, Measure y) {
        return () -> Png.of(CurveChart.of(summary, results.title(), x, y).drawing());
    }

    /**
     * Writes a picture, or a remark where this machine cannot draw.
     *
     * @param remarks modified: a sentence is added if there is no picture
     */
    public static void paint(Path picture, Painter painter, List<String> remarks) throws IOException {
        try {
            WholeFile.write(picture, painter.paint());
        } catch (RuntimeException | InternalError | LinkageError | AWTError e) {
            // All else is there already, and a comparison takes too long to lose it for a picture.
            Files.deleteIfExists(picture);
            remarks.add(NoPicture.because(String.valueOf(picture.getFileName()), e));
        }
    }

    /** Whether a comparison has left its table or its summary in a folder. */
    public static boolean isIn(Path folder) throws IOException {
        return ResultsCsv.isTable(folder.resolve(RESULTS)) || SummaryJson.isSummary(folder.resolve(SUMMARY));
    }

    /** The settings of the comparison in a folder, from its summary; empty if there is none. */
    public static Map<String, String> about(Path folder) throws IOException {
        Path summary = folder.resolve(SUMMARY);
        return SummaryJson.isSummary(summary)
                ? SummaryJson.read(summary, List.of()).about()
                : Map.of();
    }

    /** The results that a report was made of, from its folder: to make it again, or to continue from there. */
    public static Results read(Path folder) throws IOException {
        return SummaryJson.read(folder.resolve(SUMMARY), ResultsCsv.read(folder.resolve(RESULTS)));
    }
}
