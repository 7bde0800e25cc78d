package org.tersegrad.convergence.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;

class PageTest {
    private static final String EVIL = "</script><script>document.title='broken'</script><!--{{data}}$1\"'&\u2028";

    static Results evil() {
        return new Results(
                Map.of("command", EVIL, EVIL, EVIL, "data", EVIL, "model", EVIL, "workers", EVIL),
                List.of(
                        new Evaluation(EVIL, 1, 1, 1, 8, 8, 1, 1, 1, 0.5),
                        new Evaluation(EVIL, 1, 2, 2, 16, 16, 2, 1, 1, 0.6)));
    }

    private static String page(Results results) throws IOException {
        return Page.of(results, Summary.of(results));
    }

    @Test
    void textCannotBreakOut() throws IOException {
        String page = page(evil());
        String good = page(Sample.results());
        assertThat(page).doesNotContain("<script>document").doesNotContain("<!--{{");
        assertThat(count(page, "<script")).isEqualTo(count(good, "<script"));
        assertThat(count(page, "</script")).isEqualTo(count(good, "</script"));
        // The place names that came in by a recipe are still there: nobody filled them in.
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
