package org.tersegrad.convergence.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.report.summary.Sample;
import org.tersegrad.convergence.report.summary.Summary;
import org.tersegrad.convergence.training.Results;

class PageTest {
    private static String page(Results results) throws IOException {
        return Page.of(results, Summary.of(results));
    }

    @Test
    void textCannotBreakOut() throws IOException {
        String page = page(Sample.evil());
        String good = page(Sample.results());
        assertThat(page).doesNotContain("<script>document").doesNotContain("<!--{{");
        assertThat(count(page, "<script")).isEqualTo(count(good, "<script"));
        assertThat(count(page, "</script")).isEqualTo(count(good, "</script"));
        // The place names that came in by a recipe are still there: they were not filled in.
        assertThat(page).contains("&lt;/script&gt;&lt;script&gt;").contains("{{data}}$1&quot;&#39;&amp;");
    }

    @Test
    void nothingIsLeftToFillInOrToLoad() throws IOException {
        String page = page(Sample.results());
        assertThat(page).doesNotContain("{{").doesNotContain("sourceMappingURL");
        assertThat(page).doesNotContainPattern("(src|href)=\"(?!data:)");
        assertThat(page).contains("Chart.js v", "Released under the MIT License");
    }

    @Test
    void saysHowItWasMade() throws IOException {
        assertThat(page(Sample.results()))
                .contains("--model &#39;mlp(128)&#39; --workers 8")
                .contains(
                        "<dt>JDK</dt><dd>17.0.9", "<dt>commit</dt><dd>0123456789abcdef", "<dt>parameters</dt><dd>9610")
                .contains("the bytes that really went through the collective, headers included");
    }

    private static int count(String page, String what) {
        return page.split(what, -1).length - 1;
    }
}
