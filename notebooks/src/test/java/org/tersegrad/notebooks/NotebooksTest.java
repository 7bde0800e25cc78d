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

/** Every notebook is committed executed, its code runs, and it prints what is committed. */
@Tag("slow")
class NotebooksTest {
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

    @ParameterizedTest
    @MethodSource("notebooksOfThisTest")
    void cellsRunAndPrintWhatIsCommitted(Path file) throws IOException {
        NotebookCells.check(file);
    }
}
