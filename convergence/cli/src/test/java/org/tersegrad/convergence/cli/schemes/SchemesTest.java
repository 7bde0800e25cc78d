package org.tersegrad.convergence.cli.schemes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.codecs.Simd;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.report.pictures.SchemeError;
import org.tersegrad.convergence.time.recorded.Stopwatch;

class SchemesTest {
    private static CommandRun quick(String... recipes) {
        List<String> args = new ArrayList<>(List.of("schemes", "--elements", "1000"));
        args.addAll(Arrays.asList(recipes));
        return CommandRun.of(args.toArray(String[]::new));
    }

    /** The lines without what a busy machine adds to them. */
    private static List<String> unmarked(CommandRun run) {
        return run.out()
                .lines()
                .filter(line -> !line.startsWith("* "))
                .map(line -> line.replaceFirst(" \\*$", ""))
                .toList();
    }

    /** A machine on which this thread gets a tenth of a core, and of which there is no record for so small a tensor. */
    @Test
    void timesThatCannotBeTrustedAreMarked() {
        AtomicLong cpu = new AtomicLong();
        Stopwatch busy = new Stopwatch(() -> cpu.addAndGet(500), () -> 10 * cpu.get());
        SchemesTable table = new SchemesTable(List.of(Recipe.parse("sign")), new Shape(25, 40));
        StringWriter text = new StringWriter();
        StringWriter progress = new StringWriter();
        table.print(false, busy, new PrintWriter(text, true), new PrintWriter(progress));
        assertThat(text.toString())
                .containsPattern(
                        "sign .* 1\\.\\d{3} +0\\.500 +0\\.500 +30\\.\\d \\*\n") // 32 bits less one, in a nanosecond
                .contains("* sign: there is no record to compare it with; this thread got 10 % of a core.");
        StringWriter json = new StringWriter();
        table.print(true, busy, new PrintWriter(json, true), new PrintWriter(progress));
        assertThat(json.toString()).contains("this thread got 10 % of a core");
    }

    @Test
    void oneAlignedLineForEachRecipe() {
        CommandRun run = quick("dense", "TopK( 0.01 )", "sign+chunked(100)");
        assertThat(run.exitCode()).isZero();
        List<String> lines = unmarked(run);
        assertThat(lines).hasSize(6);
        assertThat(lines.get(0)).matches("recipe +guarantee +bits/element +encode ns +decode ns +even Gbit/s");
        // 1000 floats and a header of 16 bytes.
        assertThat(lines.get(1)).matches("dense +exact +32\\.128( +\\d+\\.\\d{3}){2} +-");
        assertThat(lines.get(2))
                .matches("topk\\(0\\.01\\) +contractive, delta 0\\.01 +\\d\\.\\d{3}( +\\d+\\.\\d{3}){2} +\\d+\\.\\d");
        assertThat(lines.get(3)).startsWith("sign+chunked(100)  contractive, delta 0.01  ");
        assertThat(lines.subList(0, 4))
                .extracting(String::length)
                .containsOnly(lines.get(0).length());
        assertThat(lines.get(5)).contains("25 x 40 = 1000", System.getProperty("java.version"), Simd.describe());
        assertThat(run.err()).startsWith("Measuring");
    }

    /** Also those that other modules add. */
    @Test
    void withoutRecipesEveryNameIsMeasured() {
        CommandRun run = quick();
        assertThat(run.exitCode()).isZero();
        for (RecipeEntry<Compressor> entry : Recipe.entries()) {
            assertThat(run.out()).contains(entry.name());
        }
        assertThat(unmarked(run)).hasSizeBetween(20, 60);
    }

    /** A line for each recipe and group; a recipe for groups alone is measured with eight workers. */
    @Test
    void groupsAreMeasured() {
        CommandRun run = quick("--workers", "2,3", "dense", "int8+twoshot");
        assertThat(run.exitCode()).isZero();
        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).matches("recipe +workers +bits/element +ratio +NMSE");
        assertThat(lines.get(1)).matches("dense +2 +32\\.000 +1\\.00 x +0\\.00");
        assertThat(lines.get(2)).startsWith("dense").contains(" 3 ", "42.667");
        assertThat(lines.get(3)).startsWith("int8+twoshot").contains(" 2 ", " 3.");
        assertThat(quick("vote").out()).containsPattern("vote +8 +1\\.7");
        CommandRun none = quick("vot");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("did you mean vote?");
        assertThat(quick("--workers", "0", "vote").err()).contains("--workers are 1 to 1024, this is 0");
        CommandRun wide = quick("--workers", "65", "qsgd(levels=32767)+sharedscale");
        assertThat(wide.exitCode()).isEqualTo(2);
        assertThat(wide.err()).contains("add up to more than").doesNotContain("\tat ");
    }

    @Test
    void listShowsNamesAndParameters() {
        CommandRun run = CommandRun.of("schemes", "--list");
        assertThat(run.exitCode()).isZero();
        for (RecipeEntry<Compressor> entry : Recipe.entries()) {
            assertThat(run.out()).contains(entry.example(), entry.help());
            entry.parameters().forEach(each -> assertThat(run.out()).contains(each.name(), each.help()));
        }
    }

    @Test
    void badRecipeGetsOneSentence() {
        CommandRun run = quick("dense", "topkk(0.01)");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("topkk", "did you mean topk?").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"0", "-5", "many"})
    void badSizeIsRefused(String elements) {
        CommandRun run = CommandRun.of("schemes", "--elements", elements, "dense");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--elements", elements).doesNotContain("\tat ");
    }

    @Test
    void tensorThatNoPayloadHoldsGetsOneSentence() {
        CommandRun run = CommandRun.of("schemes", "--elements", "2147483647", "dense");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("1 x 2147483647", "at most 2147418112").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "2,1,2", "12,3,4", "1000,25,40", "1048576,1024,1024", "1000003,1,1000003"})
    void shapeIsAsSquareAsItCanBe(int elements, int rows, int columns) {
        assertThat(Schemes.squarest(elements)).isEqualTo(new Shape(rows, columns));
    }

    /** Levels of a Gaussian gradient lie a quarter of a bit above the bound; a mean of eight messages has less error than one. */
    @Test
    void frontierShowsBitsForAnError() {
        CommandRun run = CommandRun.of(
                "schemes", "--frontier", "--elements", "65536", "levels(1)", "levels(2)", "levels(4)", "topk(0.1)");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern("levels\\(2\\) +Gaussian +1\\.99\\d +0\\.08\\d* .* 0\\.2[5-7]\\d ")
                .containsPattern("levels\\(·\\) +Gaussian +(0\\.99|1\\.00)\\d +1\\.9\\d\\d +3\\.[56]\\d\\d +-\n")
                .containsPattern("levels\\(·\\) +heavy-tailed +0\\.99\\d +1\\.0\\d\\d +2\\.\\d{3} +-\n")
                .doesNotContainPattern("topk\\(·\\) +Gaussian"); // reaches none of the errors asked for
    }

    @Test
    void recipesOfOneKindDifferInTheirFirstNumber() {
        assertThat(List.of("levels(0.4)", "topk(0.01,values=bits2)", "qsgd(levels=7,code=entropy)", "nvfp4"))
                .extracting(recipe -> new SchemeError(recipe, "", 1, 1, 0, 1, 1).family())
                .containsExactly("levels(·)", "topk(·,values=bits2)", "qsgd(levels=·,code=entropy)", "nvfp4");
    }

    @Test
    void bitsForAnErrorLieBetweenTwoRates() {
        List<SchemeError> rates = List.of(rate(1, 0.25), rate(2, 0.0625));
        assertThat(ErrorsTable.bitsFor(0.125, rates)).isCloseTo(1.5, within(1e-12));
        assertThat(ErrorsTable.bitsFor(0.25, rates)).isEqualTo(1);
        assertThat(ErrorsTable.bitsFor(0.9, rates)).isEqualTo(1);
        assertThat(ErrorsTable.bitsFor(0.01, rates)).isNaN();
        assertThat(rate(1, 0.25).distance()).isCloseTo(0, within(1e-12));
    }

    private static SchemeError rate(double bits, double error) {
        return new SchemeError("levels(" + bits + ")", "Gaussian", bits, error, 0, 1, error / 8);
    }
}
