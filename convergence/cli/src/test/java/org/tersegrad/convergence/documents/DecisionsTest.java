package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A page of {@code docs/decisions} has at most 300 words, tables and code included, so that all of them are read. */
@Tag("any-jdk")
class DecisionsTest {
    private static final int LIMIT = 300;

    static List<Path> pages() throws IOException {
        Path folder = Documents.ROOT.resolve("docs/decisions");
        return Documents.files().stream()
                .filter(page -> page.startsWith(folder))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pageIsWithinTheLimit(Path page) throws IOException {
        int words = Files.readString(page).strip().split("\\s+").length;
        assertThat(words)
                .as("words of %s, which has %d", page.getFileName(), words)
                .isLessThanOrEqualTo(LIMIT);
    }
}
