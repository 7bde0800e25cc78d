package org.tersegrad.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsPageTest {
    private static final String ROWS = MeasuredTest.HEADER + """
            17.0.1,Packing.pack,width=4,1048576,0.5000,0.01,5.000,0
            25.0.1,Limits.read,,1048576,0.1000,0.01,1.000,0
            25.0.1,Packing.pack,width=4,1048576,0.2000,0.01,2.000,0
            25.0.1,Packing.packPeer,width=4,1048576,0.6000,0.01,6.000,0
            25.0.1,Compressor.encode,recipe=topk(0.01),1048576,0.5000,0.01,5.000,0
            17.0.1,Matrix.multiply,product=2x3x4,1,5000,0.01,,0
            17.0.1,Matrix.ejmlMultiply,product=2x3x4,1,20000,0.01,,0
            """;

    private static String page(Measured measured) {
        Comparison comparison = Comparison.of(new Measured(Map.of(), List.of()), measured);
        return new ResultsPage(measured, comparison, List.of("results/x/2026-01-02.csv"), "a picture").markdown();
    }

    @Test
    void aLineForEachOfOursAndAColumnForEachPeer() {
        assertThat(page(Measured.parse("# commit: abc\n" + ROWS, "made up")))
                .contains("| commit | abc |")
                .contains("| JDK | 17.0.1, 25.0.1 |")
                .contains(
                        "| benchmark | parameter | JDK | elements | ns per element | GB/s | over read | JavaFastPFOR |")
                .contains("| pack | width=4 | 25.0.1 | 1M | 0.200 | 20.00 | 2.00 | 3.00 |")
                .contains("| multiply | product=2x3x4 | 17.0.1 | 5.0 | 4.00 |")
                .contains("[results/x/2026-01-02.csv](results/x/2026-01-02.csv)")
                .contains("Bias in data and peers")
                .doesNotContain("packPeer");
    }

    @Test
    void theLimitsComeFirst() {
        String page = page(Measured.parse(ROWS, "made up"));
        assertThat(page.indexOf("## Limits")).isPositive().isLessThan(page.indexOf("## Compressor"));
    }

    @Test
    void pyTorchStandsBesideTheCompressors() {
        Measured torch = Torch.read("# PyTorch: 1.13\n" + MeasuredTest.HEADER
                + "torch 1.13,Torch.topk,data=gaussian recipe=topk(0.01),1048576,5.0000,0.01,,\n");
        assertThat(page(Measured.parse(ROWS, "made up").with(torch)))
                .contains("| PyTorch | 1.13 |")
                .contains("| encode | recipe=topk(0.01) | 25.0.1 | 1M | 0.500 | 8.00 | 5.00 | 10.00 |")
                .doesNotContain("## Torch");
    }

    @Test
    void saysWhenPyTorchWasSkipped() {
        Measured none = Torch.read("PyTorch is not installed\n");
        assertThat(page(Measured.parse(ROWS, "made up").with(none)))
                .contains("| PyTorch | skipped: PyTorch is not installed |");
    }
}
