package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Java outside the source folders: compiled with the class path of the tests, and run. */
final class Sources {
    /** The imports of statements; complete files have their own. */
    static final String IMPORTS = """
            import java.net.InetSocketAddress;
            import java.nio.*;
            import java.nio.file.*;
            import java.time.Duration;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            import org.tersegrad.codecs.*;
            import org.tersegrad.compressors.*;
            import org.tersegrad.compressors.floats.*;
            import org.tersegrad.compressors.levels.*;
            import org.tersegrad.compressors.signs.*;
            import org.tersegrad.compressors.sparse.*;
            import org.tersegrad.compressors.transforms.*;
            import org.tersegrad.compressors.wrappers.*;
            import org.tersegrad.contrib.adaptive.*;
            import org.tersegrad.contrib.feedback.*;
            import org.tersegrad.contrib.lowrank.*;
            import org.tersegrad.contrib.optimizers.*;
            import org.tersegrad.contrib.sparse.*;
            import org.tersegrad.convergence.data.*;
            import org.tersegrad.convergence.model.*;
            import org.tersegrad.convergence.report.*;
            import org.tersegrad.convergence.training.*;
            import org.tersegrad.convergence.training.comparison.*;
            import org.tersegrad.errorfeedback.*;
            import org.tersegrad.reducers.*;
            import org.tersegrad.reducers.elastic.*;
            import org.tersegrad.reducers.group.*;
            import org.tersegrad.reducers.model.*;
            import org.tersegrad.reducers.rows.*;
            import org.tersegrad.reducers.sync.*;
            import org.tersegrad.testkit.*;
            import org.tersegrad.testkit.process.*;
            import org.tersegrad.testkit.simulation.*;
            """;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** One for all, since most of the time goes into opening the jars of the class path. */
    private static final StandardJavaFileManager FILES =
            COMPILER.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);

    private Sources() {}

    /**
     * Compiles files into a folder.
     *
     * @param files their names and contents
     * @param folder gets the files, too; what was compiled into it before can be used
     */
    static void compile(Map<String, String> files, Path folder) throws IOException {
        if (files.isEmpty()) {
            return;
        }
        List<Path> sources = new ArrayList<>();
        for (Map.Entry<String, String> file : files.entrySet()) {
            sources.add(Files.writeString(folder.resolve(file.getKey()), file.getValue()));
        }
        List<Path> classPath = new ArrayList<>(List.of(folder));
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(each));
        }
        FILES.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
        FILES.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
        StringWriter errors = new StringWriter();
        List<String> options = List.of("-Xlint:all,-processing", "-proc:none");
        boolean compiled = COMPILER.getTask(
                        errors, FILES, null, options, null, FILES.getJavaFileObjectsFromPaths(sources))
                .call();
        assertThat(compiled).as("%s", errors).isTrue();
    }

    /** Compiles the files among these blocks, all at once, since one may use another. */
    static void compileFiles(Stream<Documents.Block> blocks, Path folder) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        blocks.filter(Documents.Block::isFile).forEach(block -> files.put(block.type() + ".java", block.code()));
        compile(files, folder);
    }

    static URLClassLoader loader(Path folder) throws IOException {
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, Sources.class.getClassLoader());
    }

    /** Runs a class of that folder, and returns what it prints. */
    static String run(String type, Path folder) throws IOException, ReflectiveOperationException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream before = System.out;
        try (URLClassLoader loader = loader(folder)) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass(type).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
