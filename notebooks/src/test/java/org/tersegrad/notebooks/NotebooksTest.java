package org.tersegrad.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every notebook is committed executed, its code runs, it prints what is committed, and its lines fit 1000 pixels. */
@Tag("slow")
class NotebooksTest {
    private static final int CODE_WIDTH = 105;
    private static final int TEXT_WIDTH = 110;

    /** Prints the statements of claims, which are longer sentences. */
    private static final Path CLAIMS = Path.of("6-claims.ipynb");

    static List<Path> notebooks() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            List<Path> notebooks = files.filter(file -> file.toString().endsWith(".ipynb"))
                    .sorted()
                    .toList();
            assertThat(notebooks).as("notebooks").contains(AccuracyNotebookTest.FILE);
            return notebooks;
        }
    }

    static List<Path> notebooksOfThisTest() throws IOException {
        return notebooks().stream()
                .filter(file -> !file.equals(AccuracyNotebookTest.FILE))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("notebooks")
    void committedExecutedWithoutFailuresAndWithoutWhatChangesFromRunToRun(Path file) throws IOException {
        Notebook notebook = Notebook.read(file);
        assertThat(Check.failures(notebook)).as("%s", file).isEmpty();
        assertThat(Files.readString(file))
                .as("%s, as notebooks/run writes it", file)
                .isEqualTo(notebook.cleaned());
    }

    /** Browsers break longer lines or hide their ends. */
    @ParameterizedTest
    @MethodSource("notebooks")
    void linesFitAPage(Path file) throws IOException {
        for (Notebook.Cell cell : Notebook.read(file).code()) {
            assertThat(cell.source().lines().filter(line -> line.length() > CODE_WIDTH))
                    .as("%s, cell [%d]: lines of code over %d characters", file, cell.number(), CODE_WIDTH)
                    .isEmpty();
            if (!file.equals(CLAIMS)) {
                assertThat(cell.text().lines().filter(line -> line.length() > TEXT_WIDTH))
                        .as("%s, cell [%d]: printed lines over %d characters", file, cell.number(), TEXT_WIDTH)
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("notebooksOfThisTest")
    void cellsRunAndPrintWhatIsCommitted(Path file) throws IOException {
        NotebookCells.check(file);
    }
}
