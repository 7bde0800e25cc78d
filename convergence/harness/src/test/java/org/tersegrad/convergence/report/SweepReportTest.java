package org.tersegrad.convergence.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.report.summary.Sample;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Sweep;

class SweepReportTest {
    /** Two recipes with two seeds. */
    private static Results results(int workers, double accuracy) {
        return new Results(
                Map.of("model", "mlp", "data", "digits", "workers", Integer.toString(workers)),
                List.of(
                        Sample.row("dense", 1, 10, 1, 6400, 6400, 5, 1, 0.5, accuracy),
                        Sample.row("dense", 2, 10, 1, 6400, 6400, 5, 1, 0.5, accuracy),
                        Sample.row("topk(k=1,values=int8)", 1, 10, 1, 100L * workers, 400, 5, 1, 0.5, Double.NaN),
                        Sample.row("topk(k=1,values=int8)", 2, 10, 1, 100L * workers, 400, 5, 1, 0.5, 0.5)));
    }

    private static SweepReport sweep(int... workers) {
        Map<String, Results> all = new LinkedHashMap<>();
        for (int each : workers) {
            all.put(Integer.toString(each), results(each, 0.75));
        }
        return new SweepReport(Sweep.Setting.WORKERS, all);
    }

    @Test
    void aLineForEachRecipeAndValue() {
        assertThat(sweep(2, 4).csv(sweep(2, 4).summaries()).lines())
                .containsExactly(
                        "workers,recipe,seeds,test_accuracy,accuracy_interval_95,test_loss,loss_interval_95,"
                                + "bits_sent,bits_received,ratio_sent,virtual_seconds,consensus_distance",
                        "2,dense,2,0.75,0,0.5,0,6400,6400,1,,",
                        "2,\"topk(k=1,values=int8)\",2,,,0.5,0,200,400,32,,",
                        "4,dense,2,0.75,0,0.5,0,6400,6400,1,,",
                        "4,\"topk(k=1,values=int8)\",2,,,0.5,0,400,400,16,,");
    }

    @Test
    void theTitleIsWhatAllHaveInCommon() {
        assertThat(sweep(2, 4).title()).isEqualTo("mlp on digits, 2 seeds");
    }

    /** However many values there are, and with a recipe that is right nowhere. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 6, 12})
    void picturesAreMade(int count, @TempDir Path folder) throws IOException {
        int[] workers = new int[count];
        for (int i = 0; i < count; i++) {
            workers[i] = 1 + i * i;
        }
        assertThat(sweep(workers).write(folder)).isEmpty();
        for (String name : List.of("accuracy-vs-workers.png", "ratio-vs-workers.png")) {
            byte[] bytes = Files.readAllBytes(folder.resolve(name));
            assertThat(ImageIO.read(new ByteArrayInputStream(bytes)).getWidth()).isEqualTo(1600);
        }
        assertThat(folder.resolve("sweep.csv"))
                .hasContent(sweep(workers).csv(sweep(workers).summaries()));
    }

    /** Named by the value and, if there are several recipes, by these; a rate that tells no recipes apart is left out. */
    @Test
    void allCurvesInOnePicture() {
        assertThat(sweep(2, 4).curves().evaluations().stream()
                        .map(Evaluation::recipe)
                        .distinct())
                .containsExactly(
                        "2 workers, dense",
                        "2 workers, topk(k=1,values=int8)",
                        "4 workers, dense",
                        "4 workers, topk(k=1,values=int8)");
        Map<String, Results> synced = new LinkedHashMap<>();
        synced.put("ssp(3)", clocked(10, 0.5));
        synced.put("asp", clocked(5, 0.5));
        assertThat(new SweepReport(Sweep.Setting.SYNC, synced)
                        .curves().evaluations().stream().map(Evaluation::recipe).distinct())
                .containsExactly("ssp(3)", "asp");
    }

    private static Results clocked(double seconds, double distance) {
        Evaluation first = Sample.row("dense@0.1", 1, 1, 1, 64, 64, 5, 1, 0.5, 0.7, 0, 0, distance, seconds);
        Evaluation second = Sample.row("dense@0.1", 1, 2, 2, 128, 128, 5, 1, 0.5, 0.8, 0, 0, distance / 2, 2 * seconds);
        return new Results(Map.of("workers", "4"), List.of(first, second));
    }

    /** Seconds and distances have pictures where there are any, and those of an earlier sweep go. */
    @Test
    void virtualSecondsAndConsensusHavePictures(@TempDir Path folder) throws IOException {
        Map<String, Results> clocks = new LinkedHashMap<>();
        clocks.put("ssp(3)", clocked(10, 0.5));
        clocks.put("asp", clocked(5, 0.25));
        assertThat(new SweepReport(Sweep.Setting.SYNC, clocks).write(folder)).isEmpty();
        assertThat(folder.resolve("accuracy-vs-bits.png")).exists();
        assertThat(folder.resolve("accuracy-vs-seconds.png")).exists();
        assertThat(folder.resolve("consensus-vs-steps.png")).exists();
        assertThat(Files.readString(folder.resolve("sweep.csv")))
                .contains("ssp(3),dense@0.1,1,0.8,,0.5,,128,128,1,20,0.25\n");
        sweep(2, 4).write(folder);
        assertThat(folder.resolve("accuracy-vs-bits.png")).exists();
        assertThat(folder.resolve("accuracy-vs-seconds.png")).doesNotExist();
        assertThat(folder.resolve("consensus-vs-steps.png")).doesNotExist();
    }

    @Test
    void whatIsNotASweepsIsNotReplaced(@TempDir Path folder) throws IOException {
        SweepReport.requireReplaceable(Sweep.Setting.WORKERS, folder.resolve("none"));
        Path picture = Files.writeString(folder.resolve("accuracy-vs-workers.png"), "somebody's own");
        SweepReport.requireReplaceable(Sweep.Setting.PARTITION, folder);
        assertThatThrownBy(() -> SweepReport.requireReplaceable(Sweep.Setting.WORKERS, folder))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(picture + ": is not from a sweep");
        Files.writeString(folder.resolve("sweep.csv"), "a,b");
        assertThatThrownBy(() -> SweepReport.requireReplaceable(Sweep.Setting.WORKERS, folder))
                .hasMessageContaining("sweep.csv");
        sweep(2).write(folder);
        SweepReport.requireReplaceable(Sweep.Setting.WORKERS, folder);
        SweepReport.requireReplaceable(Sweep.Setting.PARTITION, folder);
    }
}
