package org.tersegrad.convergence.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.report.summary.ModelledTime;
import org.tersegrad.convergence.report.summary.Sample;
import org.tersegrad.convergence.report.summary.StepTime;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.report.tables.Scaling;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.reducers.model.NamedTensor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private final Path folder;

    ReportTest(@TempDir Path folder) {
        this.folder = folder.resolve("new/folder");
    }

    /** A placeholder for the picture, which takes seconds. */
    private static byte[] blank() {
        return new byte[] {1};
    }

    private Report write(Results results) throws IOException {
        return Report.write(results, Summary.of(results), folder, ReportTest::blank);
    }

    /** A machine without fonts cannot tell whether pictures come out right; any other reason is a fault. */
    private static void assumePicture(Report report) {
        assumeFalse(
                report.remarks().toString().contains("no fonts"),
                () -> report.remarks().toString());
        assertThat(report.remarks()).isEmpty();
    }

    @Test
    void fourFilesAndATable() throws IOException {
        Results results = Sample.results();
        Report report = Report.write(results, folder);
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("results.csv", "summary.json", "report.html", "accuracy-vs-bits.png");
        }
        assumePicture(report);
        assertThat(report.table().lines().map(String::length)).allMatch(length -> length <= 110);
        assertThat(report.table()).contains("topk(0.01)+ef", "71x", "sent to 96.5 %", "± 95 % interval over 3 seeds");
        byte[] png = Files.readAllBytes(folder.resolve(Report.PICTURE));
        assertThat(ImageIO.read(new ByteArrayInputStream(png)).getWidth()).isEqualTo(1600);
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws IOException {
        Results results = Sample.results();
        write(results);
        assertThat(Report.read(folder)).isEqualTo(results);
        assertThat(Report.read(folder).about().keySet())
                .containsExactlyElementsOf(results.about().keySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {Report.RESULTS, Report.SUMMARY, Report.PAGE, Report.PICTURE})
    void aFileOfSomebodyElseIsNotReplaced(String name) throws IOException {
        Files.createDirectories(folder);
        Path own = Files.writeString(folder.resolve(name), "somebody's own");
        assertThatThrownBy(() -> write(Sample.results()))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(own + ": is not from a comparison");
        assertThat(own).hasContent("somebody's own");
        assertThat(folder.toFile().list()).containsExactly(name);
    }

    @Test
    void aReportOfWhichSomebodyDeletedTheTableIsReplaced() throws IOException {
        write(Sample.results());
        Files.delete(folder.resolve(Report.RESULTS));
        write(Sample.results());
        assertThat(folder.resolve(Report.RESULTS)).exists();
    }

    /** A link is replaced, not followed; a file with the name of our unfinished one is foreign. */
    @Test
    void whatALinkPointsToIsNotWrittenTo() throws IOException {
        write(Sample.results());
        Path page = folder.resolve(Report.PAGE);
        Path own = Files.writeString(folder.resolve("own"), "somebody's own");
        Path part = Files.writeString(folder.resolve(Report.PAGE + ".part"), "somebody's own");
        Files.delete(page);
        Files.createSymbolicLink(page, own);
        write(Sample.results());
        assertThat(own).hasContent("somebody's own");
        assertThat(part).hasContent("somebody's own");
        assertThat(Files.isSymbolicLink(page)).isFalse();
    }

    @Test
    void machineThatCannotDraw() throws IOException {
        Results results = Sample.results();
        write(results);
        Throwable cause = new NullPointerException("Fontconfig head is null, check your fonts");
        Report report = Report.write(results, Summary.of(results), folder, () -> {
            throw new InternalError(cause);
        });
        assertThat(report.remarks())
                .singleElement()
                .asString()
                .contains("was not made", "no fonts", "Fontconfig head is null");
        assertThat(folder.resolve(Report.PAGE)).exists();
        // A picture of an earlier comparison would be mistaken for this one's.
        assertThat(folder.resolve(Report.PICTURE)).doesNotExist();
    }

    @Test
    void pictureThatFailsOtherwise() throws IOException {
        Results results = Sample.results();
        Report report = Report.write(results, Summary.of(results), folder, () -> {
            throw new IllegalStateException("out of ink");
        });
        assertThat(report.remarks())
                .containsExactly("accuracy-vs-bits.png was not made, because drawing it failed (out of ink)."
                        + " report.html has the same curves.");
    }

    @Test
    void summaryIsJsonInAFixedOrder() throws IOException {
        write(Sample.results());
        Path file = folder.resolve(Report.SUMMARY);
        String first = Files.readString(file);
        JsonNode root = JsonMapper.builder().build().readTree(first);
        assertThat(root.propertyNames())
                .containsExactly("about", "parameters", "metric", "target", "baseline", "recipes");
        JsonNode terngrad = root.get("recipes").get(5);
        assertThat(terngrad.get("recipe").stringValue()).isEqualTo("terngrad");
        assertThat(terngrad.get("to_target").get("seeds").intValue()).isEqualTo(2);
        assertThat(root.get("recipes").get(2).get("to_target").get("bits_sent").isNull())
                .isTrue();
        write(Sample.results());
        assertThat(file).hasContent(first);
    }

    @Test
    void textsStandInTheSummaryAsTheyAre() throws IOException {
        write(Sample.evil());
        JsonNode root = JsonMapper.builder().build().readTree(folder.resolve(Report.SUMMARY));
        assertThat(root.get("recipes").get(0).get("recipe").stringValue())
                .isEqualTo(Sample.evil().evaluations().get(0).recipe());
        assertThat(Report.read(folder)).isEqualTo(Sample.evil());
    }

    @Test
    void lossesOnlyAndOneSeed() throws IOException {
        double none = Double.NaN;
        Report report = Report.write(
                new Results(
                        Map.of(),
                        List.of(
                                Sample.row("dense", 1, 10, 1, 32_000, 32_000, 5, 0.5, 1e-8, none),
                                Sample.row("x".repeat(60), 1, 10, 1, 1_000, 1_000, 5, none, none, none))),
                folder);
        assumePicture(report);
        assertThat(report.table())
                .contains("1.00e-08", "diverged", "One seed, so there is no interval")
                .doesNotContain("accuracy")
                .contains("\n" + "x".repeat(60) + "\n");
    }

    @Test
    void oneWorkerSendsNothing() throws IOException {
        Evaluation row = Sample.row("dense", 1, 10, 1, 0, 0, 5, 0.5, 0.5, 0.9);
        assertThat(Report.write(new Results(Map.of(), List.of(row)), folder).remarks())
                .isEmpty();
        assertThat(folder.resolve(Report.PAGE)).content().contains("\"x\":\"step\"");
    }

    @Test
    void emptyComparisonIsNoMistake() throws IOException {
        assertThat(Report.write(new Results(Map.of(), List.of()), folder)
                        .summary()
                        .recipes())
                .isEmpty();
        assertThat(Report.read(folder).evaluations()).isEmpty();
    }

    @Test
    void summaryThatIsNone() throws IOException {
        write(Sample.results());
        Files.writeString(folder.resolve(Report.SUMMARY), "{\"about\": {}}");
        assertThatThrownBy(() -> Report.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no summary of a comparison");
    }

    /** The table and the picture of what recipes send in groups of 2 to 32. */
    @Test
    void scalingIsCountedAndDrawn() throws IOException {
        Results results = Sample.results();
        Scaling scaling = Scaling.of(
                List.of(
                        Contestant.parse("dense"),
                        Contestant.parse("int8"),
                        Contestant.parse("int8+twoshot"),
                        Contestant.parse("qsgd(levels=32767)+sharedscale")),
                List.of(new NamedTensor("weights", new Shape(64, 64))));
        assertThat(scaling.workers()).containsExactly(2, 4, 8, 16, 32);
        assertThat(scaling.lines().get(0).bits()).containsExactly(32.0, 48.0, 56.0, 60.0, 62.0);
        assertThat(scaling.lines().get(1).bits().get(4)).isBetween(248.0, 252.0);
        assertThat(scaling.lines().get(2).bits().get(4)).isBetween(15.5, 20.0);
        assertThat(scaling.lines().get(3).bits().get(4)).isNotNaN();
        Report report = write(results).with(scaling, results, folder);
        assumePicture(report);
        assertThat(folder.resolve(Report.SCALING_PICTURE)).isNotEmptyFile();
        assertThat(Files.readString(folder.resolve(Report.SCALING)))
                .startsWith("recipe,workers,bits_per_element,ratio\ndense,2,32.0000,1.0000\n")
                .contains("\nint8+twoshot,32,");
        // A group that would not fit in memory is left out.
        assertThat(Scaling.of(List.of(), List.of(new NamedTensor("huge", new Shape(5000, 2000))))
                        .workers())
                .containsExactly(2, 4);
    }

    /** Table, page, CSV and JSON say which times of a network cannot be trusted. */
    @Test
    void secondsThatCannotBeTrustedAreMarked() throws IOException {
        Results results =
                new Results(Map.of(), List.of(Sample.row("dense", 1, 11, 1, 16, 0, 0, 1, 1, 0.5, 0, 0, 0, 22)));
        String why = "9.0 times the record";
        Summary summary = Summary.of(results)
                .with(new ModelledTime("1gbe", Map.of("dense", new StepTime(0.5, 0.1, 1.5, 0.2, why))));
        Report report = Report.write(results, summary, folder, ReportTest::blank);
        assertThat(report.table())
                .contains("* dense: times cannot be trusted: " + why)
                .containsPattern("dense .*\\d s \\*");
        for (String file : List.of(Report.PAGE, Report.RESULTS, Report.SUMMARY)) {
            assertThat(folder.resolve(file)).content().contains(why);
        }
    }
}
