package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.report.ComputedSection;

class NumbersPageTest {
    private static final Path PAGE = Path.of("../docs/reference/numbers.md");
    private static final Pattern RECORD = Pattern.compile("\\((results/[^)]*\\.csv)\\)");

    private static final String ROWS = """
            # CPU: a machine
            # kernels: SIMD
            """ + MeasuredTest.HEADER + """
            17.0.1,Limits.read,,16777216,0.4000,0.01,1.000,0
            17.0.1,Compressor.encode,gradient=GAUSSIAN recipe=sign,16777216,0.8000,0.01,2.000,0
            25.0.1,Limits.read,,16777216,0.5000,0.01,1.000,0
            25.0.1,Limits.add,,16777216,1.0000,0.01,2.000,0
            25.0.1,Compressor.encode,gradient=GAUSSIAN recipe=sign,16777216,0.6000,0.01,1.200,0
            25.0.1,Compressor.encode,gradient=SPARSE recipe=int8,16777216,0.6000,0.01,1.300,0
            25.0.1,Compressor.encode,gradient=GAUSSIAN recipe=sign,1048576,0.5000,0.01,1.400,0
            25.0.1,Compressor.send,gradient=GAUSSIAN recipe=sign,16777216,0.0300,0.01,0.060,0
            25.0.1,Feedback.withMemory,recipe=sign,16777216,1.4000,0.01,2.800,0
            torch 2,Torch.sign,gradient=GAUSSIAN recipe=sign,16777216,1.8000,0.01,,
            torch 2,Torch.sign,gradient=GAUSSIAN recipe=sign,1048576,0.2000,0.01,,
            """;

    @Test
    void aRecipeOfLargeGaussianTensorsIsALineAndAJdkAPlaceInItsCells() {
        Map<String, String> sections = new NumbersPage(Measured.parse(ROWS, "made up")).sections();
        assertThat(sections)
                .containsEntry(
                        "machine",
                        "a machine, kernels: SIMD, JDK 17.0.1 / 25.0.1. `read` takes 0.40 / 0.50 ns a float, `e += g` – / 2.0 times as long.\n")
                .containsEntry("steps", """
                        | over `read` | encode | send | add | encode with `+ef` |
                        |---|---:|---:|---:|---:|
                        | `sign` | 2.0 / 1.2 | – / 0.06 | | – / 2.8 |
                        """)
                .containsEntry("beside PyTorch", """
                        | PyTorch over ours | 1M | 16M | a call |
                        |---|---:|---:|---:|
                        | `Compressor.encode` recipe=sign | 0.40 | 3.0 | |
                        """);
    }

    @Test
    void thePageIsOfTheRecordsOfAllResults() throws IOException {
        List<Path> records = RECORD.matcher(Files.readString(Path.of("RESULTS.md")))
                .results()
                .map(link -> Path.of(link.group(1)))
                .toList();
        assertThat(records).isNotEmpty();
        for (Map.Entry<String, String> section :
                new NumbersPage(Measured.read(records)).sections().entrySet()) {
            assertThat(new ComputedSection(PAGE, section.getKey()).text())
                    .as("%s in %s; ./tersegrad bench --report --from writes it", section.getKey(), PAGE)
                    .isEqualTo(section.getValue());
        }
    }
}
