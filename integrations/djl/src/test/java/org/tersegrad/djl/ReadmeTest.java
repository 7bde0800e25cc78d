package org.tersegrad.djl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java of the README compiles and runs. */
@EnabledIf(Torch.IS_HERE)
class ReadmeTest {
    private static final Pattern BLOCK =
            Pattern.compile("```java\\n(.*?)```\\n(?:\\n```text\\n(.*?)```\\n)?", Pattern.DOTALL);
    private static final Pattern LINE = Pattern.compile("worker (\\d): (\\d+\\.\\d) % right, (\\d+) bytes a step");
    private static final String SNIPPET = """
            import ai.djl.*;
            import ai.djl.ndarray.types.Shape;
            import ai.djl.training.*;
            import java.nio.file.Path;
            import org.tersegrad.djl.*;
            import org.tersegrad.reducers.group.*;
            public class Snippet extends ReadmeSetting {
                public Snippet(Path folder) throws Exception {
                    super(folder);
                }
                @Override
                public void run() throws Exception {
            %s
                }
            }
            """;

    /**
     * A block of Java.
     *
     * @param result the text that follows at once; empty if there is none
     */
    record Block(String code, String result) {
        boolean isProgram() {
            return code.contains("public class ");
        }
    }

    private static String readme() throws IOException {
        return Files.readString(Path.of("README.md"));
    }

    private static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Matcher block = BLOCK.matcher(readme()); block.find(); ) {
            blocks.add(new Block(block.group(1), Objects.requireNonNullElse(block.group(2), "")));
        }
        return blocks;
    }

    static List<Block> statements() throws IOException {
        return blocks().stream().filter(block -> !block.isProgram()).toList();
    }

    private static void compile(Path folder, String name, String code) throws IOException {
        Path source = Files.writeString(folder.resolve(name), code);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(null, null, errors, "-d", folder.toString(), "-proc:none", source.toString());
        assertThat(exit).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    @ParameterizedTest
    @MethodSource("statements")
    void statementsRunAndPrintWhatTheReadmeSays(Block block, @TempDir Path folder) throws Exception {
        compile(folder, "Snippet.java", SNIPPET.formatted(block.code()));
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ReadmeTest.class.getClassLoader())) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Object snippet =
                    loader.loadClass("Snippet").getConstructor(Path.class).newInstance(folder);
            ((ReadmeSetting) snippet).run();
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines(block.result());
    }

    /** The share that is right depends on the machine's floats in the last digit, the bytes do not. */
    @Test
    void programTrainsOnTwoProcesses(@TempDir Path folder) throws Exception {
        Block program = blocks().stream().filter(Block::isProgram).findFirst().orElseThrow();
        compile(folder, "Train.java", program.code());
        List<String> command = WorkerProcess.java(folder + File.pathSeparator + System.getProperty("java.class.path"));
        command.add("Train");
        List<WorkerProcess> workers = WorkerProcess.run(2, command, folder);
        assertThat(workers).allSatisfy(each -> {
            assertThat(each.exit()).as(each.errors()).isZero();
            assertThat(each.lines()).singleElement().asString().matches(LINE);
        });
        Matcher shown = LINE.matcher(readme());
        Matcher first = LINE.matcher(workers.get(0).lines().get(0));
        Matcher second = LINE.matcher(workers.get(1).lines().get(0));
        assertThat(shown.find() && first.matches() && second.matches()).isTrue();
        assertThat(Double.parseDouble(first.group(2))).isGreaterThan(95);
        assertThat(second.group(2)).isEqualTo(first.group(2));
        assertThat(first.group(3)).isEqualTo(shown.group(3));
    }
}
