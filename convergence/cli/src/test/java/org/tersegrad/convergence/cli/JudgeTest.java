package org.tersegrad.convergence.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.convergence.documents.Documents;

/** The adapter in Java of the page, in a process of its own; CI judges the one in Python. Faults are the business of ProcessLawsTest, in the test kit. */
class JudgeTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    private final Path folder;

    JudgeTest(@TempDir Path folder) {
        this.folder = folder;
    }

    /** The adapter in Java, as the page shows it, sends floats as they are; NaN it does not look at. */
    @Test
    void theAdapterInJavaAndThePage() throws IOException {
        Matcher block = JAVA_BLOCK.matcher(Files.readString(Documents.ROOT.resolve("docs/how-to/judge.md")));
        assertThat(block.find()).isTrue();
        Path source = Files.writeString(folder.resolve("Judged.java"), block.group(1));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
                .isZero();
        Path page = folder.resolve("judge.html");
        CommandRun run = CommandRun.of(
                "judge",
                "--tries",
                "5",
                "--claim",
                "odd",
                "--out",
                page.toString(),
                "--",
                JAVA,
                "-cp",
                folder.toString(),
                "Judged");
        assertThat(run.err()).isEqualTo("1 law fails.\n");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith("floats\n")
                .contains("passed  SymmetryLaws.theNegativeGivesTheNegative")
                .contains("FAILED  ProcessLaws.aGradientThatIsNotFiniteIsRejected")
                .contains("a gradient with NaN is not rejected: 1 of 100 decoded elements are not finite");
        assertThat(Files.readString(page))
                .contains(
                        "<h1>floats under the laws</h1>",
                        "<span class=\"verdict no\">FAILED</span>",
                        "a gradient with NaN");
    }

    @Test
    void mistakesAreOneLine() {
        assertMistake(2, "no-such-program", "judge", "--", "no-such-program");
        assertMistake(1, "in place of TgJudge1", "judge", "--", JAVA, "--version");
        assertMistake(2, "--tries and --limit are at least 1, these are 0 and 30", "judge", "--tries", "0", "--", JAVA);
        assertMistake(2, "Missing required parameter: 'COMMAND'", "judge");
    }

    private static void assertMistake(int exitCode, String words, String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.err()).contains(words).hasLineCount(1);
    }
}
