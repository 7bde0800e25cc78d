package org.tersegrad.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.jshell.JShell;
import org.rapaio.jupyter.kernel.MainApp;

/**
 * Runs the cells of a notebook and compares what they print with what is committed. JShell runs them, which is what the kernel
 * has inside, so that no Jupyter is needed; {@code notebooks/run --check} does the same with the kernel.
 */
final class NotebookCells {
    private static final Logger ROOT = Logger.getLogger(""); // kept, or its level would be forgotten

    private NotebookCells() {}

    static void check(Path file) throws IOException {
        ROOT.setLevel(Level.WARNING); // as little as the kernel logs
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

    /** The imports of the kernel before the first cell. */
    private static String kernelsOwnStart() throws IOException {
        try (InputStream start = MainApp.class.getClassLoader().getResourceAsStream("init.jshell")) {
            return new String(Objects.requireNonNull(start).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
