package org.tersegrad.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program in the README compiles, runs, and prints the output shown below it. */
class ReadmeTest {
    private static final Pattern PROGRAM = Pattern.compile("```java\\n(.*?)```\\n```\\n(.*?)```\\n", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("public class (\\w+)");

    record Program(String name, String code, String output) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Program> programs() throws Exception {
        String text = Files.readString(Path.of("README.md"));
        List<Program> programs =
                PROGRAM.matcher(text).results().map(ReadmeTest::program).toList();
        assertThat(programs).as("every block of Java").hasSize(text.split("```java", -1).length - 1);
        return programs;
    }

    private static Program program(MatchResult block) {
        Matcher name = NAME.matcher(block.group(1));
        assertThat(name.find()).isTrue();
        return new Program(name.group(1), block.group(1), block.group(2));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsPrintWhatTheReadmeSays(Program program, @TempDir Path folder) throws Exception {
        compile(program, folder);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream before = System.out;
        ClassLoader loaderBefore = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, loaderBefore)) {
            Thread.currentThread().setContextClassLoader(loader); // Spark's tasks look here for classes
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass(program.name()).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
            Thread.currentThread().setContextClassLoader(loaderBefore);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(program.output());
    }

    private static void compile(Program program, Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve(program.name() + ".java"), program.code());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options =
                    List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            boolean compiled = compiler.getTask(errors, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as("%s", errors).isTrue();
        }
    }
}
