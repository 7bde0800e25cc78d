package org.tersegrad.convergence.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AccuracyPlotTest {
    @Test
    void picture() throws IOException {
        Results results = Sample.results();
        byte[] png = AccuracyPlot.png(results, Summary.of(results));
        assertThat(png).isNotEmpty();
        Files.write(Path.of("/tmp/plot.png"), png);
        System.out.println(SummaryTable.of(Summary.of(results)));
        System.out.println(SummaryJson.of(results, Summary.of(results)).substring(0, 1500));
    }
}
