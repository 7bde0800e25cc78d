package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.DocumentationTool;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Javadoc of what users can import is made without a warning: links lead somewhere, the HTML is sound, and everything
 * public or protected has a sentence.
 *
 * <p>Not asked for is a tag for every parameter and result: a name and the sentence often say it all. Nor is a sentence on the
 * constructor of a record, whose parameters the record explains, or on a generated one.
 */
class JavadocTest {
    private static final Pattern EXPORTS = Pattern.compile("(?m)^ *exports ([\\w.]+);");
    /** Kept there to be read. */
    private static final Path PAGES = Path.of("target", "javadoc");

    private static final Pattern NOT_ASKED_FOR =
            Pattern.compile("no @(param|return|throws)\\b|use of default constructor", Pattern.CASE_INSENSITIVE);

    @Test
    void isMadeWithoutAWarning(@TempDir Path folder) throws IOException {
        DocumentationTool javadoc = ToolProvider.getSystemDocumentationTool();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        StringWriter said = new StringWriter();
        Path nothing = Files.createDirectory(folder.resolve("nothing"));
        List<String> options = List.of(
                "-locale", // else messages are in the language of the machine
                "en",
                "-quiet",
                "-protected",
                "-Xdoclint:all",
                "-Xmaxwarns",
                "10000",
                "--release",
                "17",
                "-d",
                PAGES.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-sourcepath", // else the sources of internal packages would be found, and a module with them
                nothing.toString());
        try (StandardJavaFileManager files =
                javadoc.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
            boolean made = javadoc.getTask(
                            said, files, found, null, options, files.getJavaFileObjectsFromPaths(sources()))
                    .call();
            assertThat(warnings(found)).isEmpty();
            assertThat(made).as("%s", said).isTrue();
        }
        assertThat(PAGES.resolve("org/tersegrad/compressors/sparse/TopK.html")).exists();
    }

    /** The packages that library modules export to all, and all of the other modules. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path module : Documents.modules()) {
            Path root = module.resolve("src/main/java");
            Path info = root.resolve("module-info.java");
            if (!Files.exists(info)) {
                add(root, Integer.MAX_VALUE, sources);
                continue;
            }
            Matcher exports = EXPORTS.matcher(Files.readString(info));
            while (exports.find()) {
                add(root.resolve(exports.group(1).replace('.', '/')), 1, sources);
            }
        }
        return sources;
    }

    private static void add(Path folder, int depth, List<Path> sources) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    // What uses the incubator's module is no user's.
                    .filter(file -> !file.getFileName().toString().startsWith("Vector"))
                    .sorted()
                    .forEach(sources::add);
        }
    }

    private static List<String> warnings(DiagnosticCollector<JavaFileObject> found) throws IOException {
        List<String> warnings = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            String message = each.getMessage(Locale.ROOT);
            boolean notAskedFor = NOT_ASKED_FOR.matcher(message).find()
                    || (message.contains("no comment") && isConstructorOfRecord(each));
            if (!notAskedFor && each.getKind() != Diagnostic.Kind.NOTE) {
                warnings.add(each.toString().replace(File.separatorChar, '/'));
            }
        }
        return warnings;
    }

    /** As in {@code public Shape {}}, which no other constructor looks like. */
    private static boolean isConstructorOfRecord(Diagnostic<? extends JavaFileObject> found) throws IOException {
        String text = found.getSource().getCharContent(true).toString();
        String line = text.lines().skip(found.getLineNumber() - 1).findFirst().orElseThrow();
        return line.strip().matches("public [A-Z]\\w* \\{");
    }
}
