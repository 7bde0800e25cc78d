package org.tersegrad.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every Java block in the documents compiles and runs, and where a text block follows it at once, that is what it
 * prints.
 */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK =
            Pattern.compile("```java\\n(.*?)```\\n(?:\\n```text\\n(.*?)```)?", Pattern.DOTALL);

    record Snippet(String document, int line, String code, String prints) {
        @Override
        public String toString() {
            return document + ", line " + line;
        }
    }

    static List<Snippet> snippets() throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        for (Path file : documents()) {
            String text = Files.readString(file);
            Matcher block = BLOCK.matcher(text);
            while (block.find()) {
                int line = (int) text.substring(0, block.start()).lines().count() + 1;
                String prints = block.group(2) == null ? "" : block.group(2);
                snippets.add(new Snippet(ROOT.relativize(file).toString(), line, block.group(1), prints));
            }
        }
        assertThat(snippets).as("snippets in the documents").isNotEmpty();
        return snippets;
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void snippetRunsAndPrintsWhatTheDocumentSays(Snippet snippet, @TempDir Path folder) throws Exception {
        Path source = folder.resolve("Snippet.java");
        Files.writeString(source, """
                import java.nio.*;
                import java.util.*;
                import java.util.stream.*;
                import org.tersegrad.codecs.*;
                import org.tersegrad.compressors.*;
                import org.tersegrad.convergence.data.*;
                import org.tersegrad.convergence.group.*;
                import org.tersegrad.convergence.model.*;
                import org.tersegrad.convergence.report.*;
                import org.tersegrad.convergence.training.*;
                import org.tersegrad.errorfeedback.*;
                public class Snippet {
                    public static void main(String[] args) throws Exception {
                %s
                    }
                }
                """.formatted(snippet.code));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        String classPath = System.getProperty("java.class.path");
        int failed = compiler.run(null, null, errors, "-cp", classPath, "-d", folder.toString(), source.toString());
        assertThat(failed).as(errors.toString(StandardCharsets.UTF_8)).isZero();

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream before = System.out;
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass("Snippet").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(snippet.prints);
    }
}
