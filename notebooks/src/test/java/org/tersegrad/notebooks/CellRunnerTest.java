package org.tersegrad.notebooks;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jshell.JShell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cell that no longer works is found, and its line named. */
class CellRunnerTest {
    private final JShell shell = JShell.builder().executionEngine("local").build();
    private final CellRunner runner = new CellRunner(shell);

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void codeThatRunsIsFine() {
        assertThat(runner.run("int a = 1;\n\n// a comment\nint twice(int x) {\n    return 2 * x;\n}\ntwice(a)"))
                .isEmpty();
        assertThat(runner.run("")).isEmpty();
    }

    @Test
    void whatIsThrownIsReportedWithItsLine() {
        assertThat(runner.run("int a = 1;\n\nfor (int i = 0; i < 1; i++) {\n    a = a / i;\n}"))
                .hasValue("line 4, a = a / i;\n    java.lang.ArithmeticException: / by zero");
    }

    @Test
    void whatDoesNotCompileIsReportedWithItsLine() {
        assertThat(runner.run("int a = 1;\nString s =\n    a;").orElseThrow())
                .startsWith("line 3, a;\n    incompatible types");
    }

    /** JShell lets a method wait for another one that a later cell may bring, until it is called. */
    @Test
    void whatIsMissingIsReportedWhereItIsCalled() {
        assertThat(runner.run("int f() {\n    return missing();\n}")).isEmpty();
        assertThat(runner.run("\nf()").orElseThrow()).startsWith("line 2, f()");
    }

    @Test
    void whatDoesNotEndIsReported() {
        assertThat(runner.run("int b = 2;\nint c = (").orElseThrow()).startsWith("line 2, int c = (");
    }
}
