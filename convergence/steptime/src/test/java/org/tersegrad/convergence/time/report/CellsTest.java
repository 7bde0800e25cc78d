package org.tersegrad.convergence.time.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CellsTest {
    private static final Cells CELLS =
            new Cells(List.of("a", "head"), List.of(List.of("long | name", "1"), List.of("<b>", "22")));

    @Test
    void aTerminalGetsAlignedLines() {
        assertThat(CELLS.text()).isEqualTo("""
                a            head
                long | name     1
                <b>            22
                """);
    }

    @Test
    void aDocumentGetsMarkdownWhoseCellsMayHaveBars() {
        assertThat(CELLS.markdown()).isEqualTo("""
                | a | head |
                |---|---|
                | long \\| name | 1 |
                | <b> | 22 |
                """);
    }

    @Test
    void aPageGetsEscapedText() {
        assertThat(CELLS.html())
                .contains(
                        "<th scope=\"col\">head</th>",
                        "<th scope=\"row\">long | name</th><td>1</td>",
                        "<th scope=\"row\">&lt;b&gt;</th><td>22</td>");
    }
}
