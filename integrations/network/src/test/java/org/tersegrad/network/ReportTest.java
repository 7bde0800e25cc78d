package org.tersegrad.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.network.Measurement.Kind;

/** Measurements become a file, a table and a picture. */
class ReportTest {
    private static Measurement step(int link, String transport, String recipe, double millis, long wireBits) {
        return new Measurement(
                Kind.STEP,
                2,
                link,
                transport,
                recipe,
                1000,
                7,
                millis,
                millis / 2,
                wireBits / 2,
                wireBits,
                Double.NaN,
                Math.round(250 * millis) / 1000.0, // as exact as the file
                "");
    }

    private static List<Measurement> some() {
        return new ArrayList<>(List.of(
                step(0, "tcp", "dense", 8.25, 64_000_000),
                step(100, "tcp", "dense", 1000, 64_000_000),
                step(100, "tcp", "topk(0.01)+ef", 20, 800_000),
                step(0, "tcp", "topk(0.01)+ef", 16.5, 800_000),
                new Measurement(
                        Kind.STEP,
                        2,
                        100,
                        "mpi",
                        NativeAllReduce.NAME,
                        1000,
                        7,
                        900,
                        800,
                        -1,
                        64_000_000,
                        Double.NaN,
                        Double.NaN,
                        "load 9.0 with 2 nodes on 2 processors")));
    }

    @Test
    void aFileHoldsWhatWasWritten(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("steps.csv");
        MeasurementsCsv.create(file, List.of("date: today", "CPU: \"one\", two"));
        for (Measurement each : some()) {
            MeasurementsCsv.append(file, each);
        }
        assertThat(MeasurementsCsv.read(file)).isEqualTo(some());
        assertThatThrownBy(() -> MeasurementsCsv.create(file, List.of())).isInstanceOf(IOException.class);
        Files.writeString(file, "step,two,0,tcp,dense,1,1,1,1,1,1,,,\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> MeasurementsCsv.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("steps.csv, line 9: For input string: \"two\"");
        Files.writeString(file, "recipe,step\n");
        assertThatThrownBy(() -> MeasurementsCsv.read(file))
                .hasMessageContaining("has the columns [recipe, step], not");
    }

    @Test
    void tablesHaveALineForEachRecipeAndNoLimitComesLast() {
        List<Measurement> all = some();
        all.add(new Measurement(Kind.TRAINING, 2, 100, "tcp", "dense@0.1", 1000, 1, 5000, 5000, 1, 1, 0.5, 40, ""));
        all.add(new Measurement(Kind.TRAINING, 2, 100, "tcp", "vote@0.1", 1000, 1, 50, 50, 1, 1, 0.5, 4, ""));
        all.add(new Measurement(Kind.STEP, 4, 100, "tcp", "vote", 1000, 1, 5000, 5000, 1, 1, Double.NaN, 4, ""));
        assertThat(StepTable.of(all, Kind.STEP, 2).markdown()).isEqualTo("""
                | A step, 2 nodes, ms: median (least; CPU) | 100 Mbit/s | unlimited | MB sent | stops paying at |
                |---|---:|---:|---:|---|
                | `dense` | 1000 (500; CPU 250) | 8.3 (4.1; CPU 2.1) | 8.00 |  |
                | `topk(0.01)+ef` | 20 (10; CPU 5.0) | 17 (8.3; CPU 4.1) | 0.100 | above 100 Mbit/s |
                | `MPI_Allreduce` | 900 (800) * | | 8.00 |  |

                \\* cannot be trusted: load 9.0 with 2 nodes on 2 processors
                """);
        assertThat(StepTable.of(all, Kind.TRAINING, 2).markdown()).isEqualTo("""
                | A whole training, 2 nodes, ms: median (least; CPU) | 100 Mbit/s | MB sent | accuracy | stops paying at |
                |---|---:|---:|---:|---|
                | `dense@0.1` | 5000 (5000; CPU 40) | 1.25e-07 | 50.0 % |  |
                | `vote@0.1` | 50 (50; CPU 4.0) | 1.25e-07 | 50.0 % | always pays |
                """);
    }

    /** A prediction that hits the shortest step and misses the median does not pass for a good one. */
    @Test
    void predictionsAreComparedWithTheShortestStepAndTheMedian() {
        List<Measurement> all = some();
        assertThat(new PredictionTable(all, 2).markdown()).isEmpty();
        all.add(new Measurement(Kind.PREDICTED, 2, 0, "tcp", "dense", 1000, 0, 4.5, 4.5, -1, 0, Double.NaN, 4, ""));
        all.add(new Measurement(Kind.PREDICTED, 2, 100, "tcp", "dense", 1000, 0, 450, 450, -1, 0, Double.NaN, 4, "x"));
        all.add(new Measurement(Kind.PREDICTED, 2, 100, "tcp", "vote", 1000, 0, 450, 450, -1, 0, Double.NaN, 4, ""));
        assertThat(new PredictionTable(all, 2).markdown()).isEqualTo("""
                | A step, 2 nodes, ms: predicted; least; median | 100 Mbit/s | unlimited |
                |---|---:|---:|
                | `dense` | 450; 500 (-10 %); 1000 (-55 %) * | 4.5; 4.1 (+9 %); 8.3 (-45 %) |
                | `vote` | | |
                | within 10 % of least; median | 1; 0 of 1 | 1; 0 of 1 |
                """);
    }

    @Test
    void aLoadBeyondTheNodesIsADoubt() {
        assertThat(Measurement.doubt(4, 2, 2)).isEmpty();
        assertThat(Measurement.doubt(30, 2, 2)).isEqualTo("load 30.0 with 2 nodes on 2 processors");
    }

    @Test
    void picturesAreDrawn() throws Exception {
        byte[] png = StepPlot.png(StepTable.of(some(), Kind.STEP, 2), "A step");
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
        assertThat(picture.getWidth()).isEqualTo(1600);
        assertThat(picture.getRGB(5, 5) & 0xFFFFFF).isEqualTo(0xFFFFFF);
        long coloured = 0;
        for (int x = 0; x < picture.getWidth(); x++) {
            for (int y = 0; y < picture.getHeight(); y++) {
                coloured += (picture.getRGB(x, y) & 0xFFFFFF) == 0x0072B2 ? 1 : 0; // the first compressing recipe
            }
        }
        assertThat(coloured).isGreaterThan(1000);
    }

    /** The records that are committed can be read, and each has all that a table needs. */
    @Test
    void recordsHaveDenseAtEveryBandwidth() throws Exception {
        List<Path> records;
        try (var files = Files.list(Path.of("records"))) {
            records = files.filter(file -> file.toString().endsWith(".csv")).toList();
        }
        assertThat(records).isNotEmpty();
        for (Path record : records) {
            List<Measurement> all = MeasurementsCsv.read(record);
            for (Measurement each : all) {
                assertThat(all)
                        .anyMatch(other -> other.recipe().equals("dense")
                                && other.nodes() == each.nodes()
                                && other.linkMbit() == each.linkMbit());
            }
        }
    }
}
