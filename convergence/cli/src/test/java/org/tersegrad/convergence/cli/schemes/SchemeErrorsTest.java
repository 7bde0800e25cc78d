package org.tersegrad.convergence.cli.schemes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.report.pictures.SchemeError;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemeErrorsTest {
    private static SchemeError measured(String recipe, SampleGradient kind) {
        Compressor compressor = Recipe.parse(recipe);
        return ErrorMeasurement.of(compressor, kind.sample(new Shape(100, 200)));
    }

    @Test
    void aLineForEachKindOfGradient() {
        CommandRun run = CommandRun.of("schemes", "--error", "--elements", "10000", "dense", "topk(0.01)+ef21");
        assertThat(run.exitCode()).isZero();
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(11);
        assertThat(lines.get(0)).matches("recipe +gradient +bits/element +NMSE +bias +cosine +distance +of mean");
        assertThat(lines.get(1)).matches("dense +Gaussian +32\\.013 +0 +0 +1\\.0000 +- +0");
        assertThat(lines.get(4))
                .matches(
                        "topk\\(0\\.01\\)\\+ef21 +heavy-tailed +0\\.\\d{3} +0\\.\\d+ +0\\.\\d+ +0\\.\\d{4} +-?\\d\\.\\d{3} +0\\.\\d+");
        assertThat(lines.get(5)).startsWith("dense").contains("sparse");
        assertThat(lines.get(8)).startsWith("topk(0.01)+ef21").contains("recorded");
        assertThat(lines.get(10)).contains("100 x 100 = 10000 elements");
    }

    /** Of random-k with a tenth of the elements the error is 9 and the bias 0; unscaled both are 0.9 and 0.81. */
    @Test
    void errorAndBiasAreThoseOfTheory() {
        SchemeError scaled = measured("randomk(0.1)", SampleGradient.GAUSSIAN);
        assertThat(scaled.error()).isBetween(8.5, 9.5);
        assertThat(scaled.bias()).isLessThan(0.1);
        assertThat(scaled.cosine()).isBetween(0.3, 0.33);
        SchemeError unscaled = measured("randomk(0.1,scaled=false)", SampleGradient.GAUSSIAN);
        assertThat(unscaled.error()).isBetween(0.89, 0.91);
        assertThat(unscaled.bias()).isBetween(0.8, 0.82);
        SchemeError sign = measured("sign", SampleGradient.GAUSSIAN);
        assertThat(sign.error()).isBetween(0.355, 0.37);
        assertThat(sign.bias()).isBetween(0.999 * sign.error(), 1.001 * sign.error());
    }

    @Test
    void heavyTailsHurtLongBlocksAndNotEden() {
        assertThat(measured("int4(nearest,block=4096)", SampleGradient.HEAVY_TAILED)
                        .error())
                .isGreaterThan(0.1);
        assertThat(measured("eden(4)", SampleGradient.HEAVY_TAILED).error()).isLessThan(0.0097);
    }

    @Test
    void jsonHasTheSameNumbers() {
        CommandRun run = CommandRun.of("schemes", "--error", "--json", "--elements", "1000", "sign");
        assertThat(run.exitCode()).isZero();
        JsonNode rows = JsonMapper.builder().build().readTree(run.out());
        assertThat(rows.size()).isEqualTo(4);
        assertThat(rows.get(1).get("recipe").asString()).isEqualTo("sign");
        assertThat(rows.get(1).get("gradient").asString()).isEqualTo("heavy-tailed");
        assertThat(rows.get(1).get("nmse").asDouble()).isBetween(0.3, 1.0);
        assertThat(rows.get(1).get("cosine").asDouble()).isBetween(0.1, 0.9);
    }

    @Test
    void tableAndPictureAreWrittenOnce(@TempDir Path folder) throws IOException {
        String out = folder.resolve("errors").toString();
        String[] command = {
            "schemes", "--error", "--elements", "1000", "--out", out, "dense", "sign", "qsgd(4bit,bucket=100)"
        };
        assertThat(CommandRun.of(command).exitCode()).isZero();
        List<String> table = Files.readAllLines(folder.resolve("errors/errors.csv"));
        assertThat(table).hasSize(13);
        assertThat(table.get(0)).isEqualTo("recipe,gradient,bits_per_element,nmse,bias,cosine,distance,nmse_of_mean");
        assertThat(table.get(1)).startsWith("dense,Gaussian,").endsWith(",0,0,1,,0");
        assertThat(table.get(3)).startsWith("\"qsgd(levels=7,bucket=100)\",Gaussian,");
        assertThat(ImageIO.read(folder.resolve("errors/error-vs-bits.png").toFile())
                        .getWidth())
                .isEqualTo(3200);
        CommandRun again = CommandRun.of(command);
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("errors.csv is there already").hasLineCount(1);
    }

    /** A recording has tensors of several sizes; small ones, and other workers, are left out. */
    @Test
    void recordedGradientsAreMeasured() {
        CommandRun run =
                CommandRun.of("schemes", "--error", "--corpus", "../../corpus/gpt-sotu-iid", "dense", "levels(1)");
        assertThat(run.exitCode()).as(run.err()).isZero();
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(1 + 2 * 5 + 2);
        assertThat(lines.get(1)).matches("dense +gpt-sotu-iid difference 120 +32\\.\\d+ +0 +0 +1\\.0000 +- +0");
        assertThat(lines.get(4)).matches("levels\\(1\\) +gpt-sotu-iid gradient 0 +1\\.0\\d\\d +0\\.2\\d+ .*");
        assertThat(lines.get(12)).startsWith("tensors of at least 1024 elements, each in its own message; ");
        CommandRun missing = CommandRun.of("schemes", "--error", "--corpus", "no-such-folder", "dense");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).hasLineCount(1).contains("no-such-folder");
        assertThat(CommandRun.of("schemes", "--corpus", "x", "sign").err()).contains("--corpus is for --error");
    }

    @Test
    void optionsThatDoNotGoTogetherAreRefused() {
        assertThat(CommandRun.of("schemes", "--out", "x", "sign").err()).contains("--out is for --error");
        assertThat(CommandRun.of("schemes", "--error", "--workers", "2", "sign").err())
                .contains("--error and --frontier are for one worker");
        CommandRun group = CommandRun.of("schemes", "--error", "--elements", "100", "vote");
        assertThat(group.exitCode()).isEqualTo(2);
        assertThat(group.err()).hasLineCount(1).doesNotContain("\tat ");
    }
}
