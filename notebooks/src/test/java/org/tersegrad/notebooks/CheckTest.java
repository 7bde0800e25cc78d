package org.tersegrad.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The complaints about a notebook. */
class CheckTest {
    private final Path folder;

    CheckTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private Notebook notebook(String count, String outputs) throws IOException {
        Path file = folder.resolve("a.ipynb");
        Files.writeString(file, """
                {"cells": [
                  {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "words"},
                  {"cell_type": "code", "id": "b", "metadata": {"execution": {"started": "now"}},
                   "execution_count": %s, "source": ["int a;\\n", "a"], "outputs": [%s]}
                 ], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
                """.formatted(count, outputs));
        return Notebook.read(file);
    }

    private static String stream(String name, String text) {
        return "{\"output_type\": \"stream\", \"name\": \"" + name + "\", \"text\": [\"" + text + "\"]}";
    }

    @Test
    void aCellThatPrintsIsFine() throws IOException {
        Notebook notebook = notebook("1", stream("stdout", "one\\ntwo\\n"));
        assertThat(Check.failures(notebook)).isEmpty();
        assertThat(notebook.code().get(0).source()).isEqualTo("int a;\na");
        assertThat(notebook.code().get(0).text()).isEqualTo("one\ntwo\n");
    }

    @Test
    void failuresAndWarningsAndCellsNotExecuted() throws IOException {
        String error = "{\"output_type\": \"error\", \"ename\": \"Oh\", \"evalue\": \"no\", \"traceback\": []}";
        assertThat(Check.failures(notebook("1", error))).containsExactly("cell [1]: Oh: no");
        assertThat(Check.failures(notebook("1", stream("stderr", "beware"))))
                .containsExactly("cell [1]: on standard error: beware");
        assertThat(Check.failures(notebook("null", ""))).hasSize(1);
        assertThat(Check.failures(notebook("7", ""))).hasSize(1);
    }

    @Test
    void theFirstLineThatDiffersIsNamed() throws IOException {
        Notebook before = notebook("1", stream("stdout", "one\\ntwo\\n"));
        Notebook after = notebook("1", stream("stdout", "one\\nthree\\n"));
        assertThat(Check.differences(before, before)).isEmpty();
        assertThat(Check.differences(before, after)).containsExactly("""
                cell [1]: line 2 of what it prints is not as committed
                    committed: two
                    now:       three""");
    }

    @Test
    void cleaningLeavesOutTimesAndIsIdempotent() throws IOException {
        Notebook notebook = notebook("1", stream("stdout", "one\\n"));
        assertThat(notebook.cleaned()).doesNotContain("started").contains("\"name\": \"java\"");
        Path file = folder.resolve("b.ipynb");
        Files.writeString(file, notebook.cleaned());
        assertThat(Notebook.read(file).cleaned()).isEqualTo(notebook.cleaned());
    }
}
