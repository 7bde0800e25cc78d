package org.tersegrad.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rapaio.jupyter.kernel.MainApp;

/**
 * Every notebook is committed executed, its code runs, and it prints what is committed. Here JShell runs it, which is what
 * the kernel has inside, so that no Jupyter is needed; {@code notebooks/run --check} does the same with the kernel.
 */
class NotebooksTest {
    private static final Logger ROOT = Logger.getLogger(""); // kept, or its level would be forgotten

    @BeforeAll
    static void logAsLittleAsTheKernel() {
        ROOT.setLevel(Level.WARNING);
    }

    static List<Path> notebooks() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            List<Path> notebooks = files.filter(file -> file.toString().endsWith(".ipynb"))
                    .sorted()
                    .toList();
            assertThat(notebooks).as("notebooks").isNotEmpty();
            return notebooks;
        }
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
    @MethodSource("notebooks")
    void cellsRunAndPrintWhatIsCommitted(Path file) throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JShell shell = JShell.builder()
                        .executionEngine("local")
                        .compilerOptions("--add-modules", "jdk.incubator.vector")
                        .build();
                PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            CellRunner runner = new CellRunner(shell);
            runner.run(kernelsOwnStart());
            System.setOut(printed);
            for (Notebook.Cell cell : Notebook.read(file).code()) {
                out.reset();
                assertThat(runner.run(cell.source()))
                        .as("%s, cell [%d]", file, cell.number())
                        .isEmpty();
                assertThat(Check.difference(cell, out.toString(StandardCharsets.UTF_8)))
                        .as("%s", file)
                        .isEmpty();
            }
        } finally {
            System.setOut(before);
        }
    }

    /** What the kernel imports before the first cell. */
    private static String kernelsOwnStart() throws IOException {
        try (InputStream start = MainApp.class.getClassLoader().getResourceAsStream("init.jshell")) {
            return new String(Objects.requireNonNull(start).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
