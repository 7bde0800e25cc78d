package org.tersegrad.convergence.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.report.summary.Sample;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.training.Results;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The page in a real browser, pressed and clicked by {@code visitor.js}. Skipped, saying so, where there is none. */
class BrowserTest {
    private final Path folder;

    BrowserTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private Chromium.Visit open(String page, String script) throws IOException, InterruptedException {
        Optional<Chromium> browser = Chromium.find();
        assumeTrue(
                browser.isPresent(),
                "The page was not opened: there is no Chromium on the PATH, and the variable CHROMIUM names none.");
        return browser.orElseThrow().open(page, script, folder);
    }

    private JsonNode visit(Results results) throws IOException, InterruptedException {
        String script;
        try (InputStream in = BrowserTest.class.getResourceAsStream("visitor.js")) {
            script = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
        Chromium.Visit visit = open(Page.of(results, Summary.of(results)), script);
        assertThat(visit.console()).isEmpty();
        assertThat(visit.findings()).isNotEmpty();
        return JsonMapper.builder().build().readTree(visit.findings());
    }

    private static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void curvesTogglesAndTable() throws IOException, InterruptedException {
        JsonNode seen = visit(Sample.results());
        assertThat(seen.get("curves").intValue()).isEqualTo(10);
        assertThat(seen.get("points").valueStream()).allMatch(points -> points.intValue() == Sample.EVALUATIONS);
        assertThat(strings(seen.get("names")))
                .startsWith("dense", "topk(0.01)+ef")
                .hasSize(10);

        int pixels = seen.get("pixels").intValue();
        assertThat(pixels).isGreaterThan(1000);
        assertThat(seen.get("pixelsWithoutBands").intValue()).isBetween(500, pixels - 1);
        assertThat(seen.get("pixelsAfterNone").intValue()).isZero();
        assertThat(seen.get("afterOneClick").intValue()).isEqualTo(9);
        assertThat(seen.get("afterNone").intValue()).isZero();
        assertThat(seen.get("afterAll").intValue()).isEqualTo(10);
        assertThat(seen.get("widths").intValue()).isEqualTo(2);

        assertThat(strings(seen.get("axes")))
                .as("what is received is what is sent, so it is no choice")
                .hasSize(15)
                .contains("step | test_loss | linear | Steps | Test loss | test loss against steps | true")
                .contains("epoch | train_loss | linear | Epochs | Train loss | train loss against epochs | true")
                .anyMatch(line -> line.startsWith("step | residual | linear | Steps | Norm of the residual"))
                .anyMatch(line -> line.startsWith("epoch | error | linear | Epochs | Error of the averaged gradient"))
                .anyMatch(line -> line.startsWith("sent | accuracy | logarithmic | Data sent per worker"))
                .allMatch(line -> line.endsWith("true"));
        assertThat(seen.get("logY").asString()).isEqualTo("logarithmic");
        assertThat(seen.get("back").asString()).isEqualTo("logarithmic linear");
        assertThat(seen.get("closeUpFrom").intValue()).isEqualTo(70);
        assertThat(seen.get("wholeFrom").intValue()).isLessThan(60);

        assertThat(strings(seen.get("ascending"))).startsWith("dense", "qsgd(levels=7)");
        assertThat(strings(seen.get("descending"))).startsWith("randomk(0.01)").endsWith("dense");
        assertThat(seen.get("wider").booleanValue()).isFalse();
    }

    @Test
    void textCannotBreakOut() throws IOException, InterruptedException {
        Results evil = Sample.evil();
        JsonNode seen = visit(evil);
        assertThat(seen.get("title").asString()).contains("<script>").isNotEqualTo("broken");
        assertThat(strings(seen.get("names")))
                .containsExactly(evil.evaluations().get(0).recipe());
    }

    /** A loss that never is a number is no curve, but no reason for an error either. */
    @Test
    void lossesOnlyOfWhichOneDiverged() throws IOException, InterruptedException {
        double none = Double.NaN;
        JsonNode seen = visit(new Results(
                Map.of("model", "quadratic"),
                List.of(
                        Sample.row("dense", 1, 0, 0, 0, 0, 0, 1, 1, none),
                        Sample.row("dense", 1, 10, 1, 3200, 3200, 5, 1e-3, 1e-4, none),
                        Sample.row("dense", 1, 20, 2, 6400, 6400, 9, 1e-6, 1e-8, none),
                        Sample.row("sign", 1, 10, 1, 100, 100, 5, none, Double.POSITIVE_INFINITY, none))));
        assertThat(strings(seen.get("points"))).containsExactly("2", "0");
    }

    /** The other tests would see an error if there were one. */
    @Test
    void errorsAreSeen() throws IOException, InterruptedException {
        Chromium.Visit visit = open("<html><body></body></html>", "undefinedFunction();");
        assertThat(visit.console()).singleElement().asString().contains("undefinedFunction is not defined");
    }
}
