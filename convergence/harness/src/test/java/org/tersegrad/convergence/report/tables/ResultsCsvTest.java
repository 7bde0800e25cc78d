package org.tersegrad.convergence.report.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.report.summary.Sample;
import org.tersegrad.convergence.report.summary.Units;
import org.tersegrad.convergence.training.Evaluation;

class ResultsCsvTest {
    private static final String HEADER =
            "recipe,seed,step,epoch,bits_sent,bits_received,wall_ms,train_loss,test_loss,test_accuracy,"
                    + "residual_norm,compression_error,consensus_distance,virtual_seconds\n";
    private static final String OLD_HEADER =
            HEADER.replace(",residual_norm,compression_error,consensus_distance,virtual_seconds", "");

    private static List<Evaluation> thereAndBack(Path folder, List<Evaluation> evaluations) throws IOException {
        Path file = folder.resolve("results.csv");
        ResultsCsv.write(evaluations, file);
        return ResultsCsv.read(file);
    }

    @Test
    void whatIsReadIsWhatWasWritten(@TempDir Path folder) throws IOException {
        List<Evaluation> evaluations = Sample.results().evaluations();
        assertThat(thereAndBack(folder, evaluations)).isEqualTo(evaluations);
    }

    @Test
    void oddRecipesAndNumbers(@TempDir Path folder) throws IOException {
        List<Evaluation> evaluations = List.of(
                Sample.row(
                        "qsgd(4bit,code=\"entropy\")", -7, 0, 0, 0, Long.MAX_VALUE, 0, Double.NaN, -0.0, 1, 0, 1e-9, 3),
                Sample.row(" two\nlines ", Long.MIN_VALUE, 3, 1 / 3.0, 1, 2, 3, 1e300, Double.MIN_VALUE, Double.NaN),
                Sample.row("#", 1, 4, 100, 1, 2, 3, Double.POSITIVE_INFINITY, Double.MAX_VALUE, 0.1 + 0.2));
        assertThat(thereAndBack(folder, evaluations)).isEqualTo(evaluations);
    }

    /** A spreadsheet would compute it: the first such sign begins a formula, or a call of another program. */
    @Property(tries = 200)
    void aRecipeIsNeverAFormulaAndIsReadAsItWas(@ForAll("labels") String recipe) throws IOException {
        Evaluation row = Sample.row(recipe, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        String text = ResultsCsv.text(List.of(row));
        assertThat(text.substring(HEADER.length())).doesNotContainPattern("\\A\"?[=+\\-@\\t\\r\\n]");
        Path file = Files.createTempFile("results", ".csv");
        try {
            Files.writeString(file, text);
            assertThat(ResultsCsv.read(file)).containsExactly(row);
        } finally {
            Files.delete(file);
        }
    }

    @Provide
    Arbitrary<String> labels() {
        return Arbitraries.strings()
                .withChars("='+-@\t\r\n\"a, ")
                .ofMinLength(1)
                .ofMaxLength(4);
    }

    @Test
    void aFormulaHasAnApostropheBeforeIt() {
        Evaluation row = Sample.row("=x: dense", 3, 20, 1.5, 4096, 8192, 12, 0.25, 1e-9, Double.NaN);
        assertThat(ResultsCsv.text(List.of(row))).contains("\n'=x: dense,3,20,");
    }

    @Test
    void lineByLine() {
        double none = Double.NaN;
        Evaluation row =
                Sample.row("topk(k=1,values=int8)", 3, 20, 1.5, 4096, 8192, 12, 0.25, 1e-9, none, 2.5, 0.5, 0.125, 7.5);
        Evaluation first = Sample.row("sign", 3, 0, 0, 0, 0, 1, none, 1, none, 0, none, 0);
        assertThat(ResultsCsv.text(List.of(row, first)))
                .isEqualTo(HEADER + "\"topk(k=1,values=int8)\",3,20,1.5,4096,8192,12,0.25,1E-9,,2.5,0.5,0.125,7.5\n"
                        + "sign,3,0,0,0,0,1,NaN,1,,0,,0,\n");
    }

    @Test
    void aTableOfAnOlderVersionIsRead(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("results.csv");
        Files.writeString(file, OLD_HEADER + "sign,1,1,1,8,8,3,0.5,0.25,0.75\n");
        assertThat(ResultsCsv.isTable(file)).isTrue();
        assertThat(ResultsCsv.read(file)).containsExactly(Sample.row("sign", 1, 1, 1, 8, 8, 3, 0.5, 0.25, 0.75));
    }

    /** A column more, and two that have changed places. */
    @Test
    void columnsAreFoundByName(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("results.csv");
        String header =
                OLD_HEADER.replace("recipe,seed", "note,seed,recipe").replace("wall_ms", "wall_ms,residual_norm");
        Files.writeString(file, header + "new,1,sign,1,1,8,8,3,7,0.5,0.25,0.75\n");
        assertThat(ResultsCsv.read(file))
                .containsExactly(Sample.row("sign", 1, 1, 1, 8, 8, 3, 0.5, 0.25, 0.75, 7, Double.NaN, Double.NaN));
    }

    @Property
    void numbersRoundTrip(@ForAll double value) {
        assertThat(Double.parseDouble(Units.exact(value))).isEqualTo(value);
    }

    @Test
    void numbersAreShort() {
        assertThat(Units.exact(100)).isEqualTo("100");
        assertThat(Units.exact(0.1)).isEqualTo("0.1");
        assertThat(Units.exact(-0.1 - 0.2)).isEqualTo("-0.30000000000000004");
        // Before JDK 19, Double.toString says 1.9999999999999998E23.
        assertThat(Units.exact(Double.parseDouble("2e23"))).isEqualTo("2E+23");
    }

    @Test
    void damageNamesTheLine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("results.csv");
        String good = "sign,1,1,1,8,8,3,0.5,0.5,0.5,0,,,\n";
        refused(file, "", "is empty");
        refused(file, "a,b\n", "does not begin with the line recipe,seed,");
        refused(file, HEADER + good + good.replace(",8,8", ",8,x"), "line 3: For input string: \"x\"");
        refused(file, HEADER + good + "sign,1,2\n", "is damaged");
        refused(file, HEADER + good + "\"sign,1,2\n", "is damaged");
    }

    private static void refused(Path file, String text, String reason) throws IOException {
        Files.writeString(file, text);
        assertThatThrownBy(() -> ResultsCsv.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(reason);
    }
}
