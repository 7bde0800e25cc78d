package org.tersegrad.convergence.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Markdown pages of the project: the README, everything in {@code docs}, and the pages of the corpus. */
public final class Documents {
    /** The root of the repository, seen from the folder where the tests of a module run. */
    public static final Path ROOT = Path.of("..", "..");

    private static final Pattern BLOCK =
            Pattern.compile("```java\\n(.*?)```\\n(?:\\n```text\\n(.*?)```)?", Pattern.DOTALL);
    private static final Pattern TYPE =
            Pattern.compile("^(?:public |final |abstract )*(?:class|record|interface|enum) (\\w+)", Pattern.MULTILINE);

    private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");

    private Documents() {}

    /**
     * A block of Java.
     *
     * @param document the page
     * @param line where it begins
     * @param code its text
     * @param result what the block of text says that follows it at once; empty if there is none
     */
    public record Block(Path document, int line, String code, String result) {
        /** Whether it is a file with types in it, and not just some statements. */
        boolean isFile() {
            return TYPE.matcher(code).find();
        }

        /** The first type in it. */
        String type() {
            Matcher type = TYPE.matcher(code);
            if (!type.find()) {
                throw new IllegalStateException("no type in " + this);
            }
            return type.group(1);
        }

        boolean isLaw() {
            return code.contains("Laws {");
        }

        boolean hasMain() {
            return code.contains("public static void main(");
        }

        @Override
        public String toString() {
            return ROOT.relativize(document) + ", line " + line;
        }
    }

    /** The folders of all modules that are published and have sources, by the poms. */
    public static List<Path> modules() throws IOException {
        List<Path> modules = new ArrayList<>();
        addModules(ROOT, modules);
        return modules;
    }

    private static void addModules(Path folder, List<Path> modules) throws IOException {
        String pom = Files.readString(folder.resolve("pom.xml"));
        if (Files.isDirectory(folder.resolve("src/main/java")) && !pom.contains("<maven.deploy.skip>true")) {
            modules.add(folder);
        }
        // Those of a profile are not on the class path of the tests.
        Matcher module = MODULE.matcher(pom.replaceFirst("(?s)<profiles>.*", ""));
        while (module.find()) {
            addModules(folder.resolve(module.group(1)), modules);
        }
    }

    /** All of them. */
    public static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>(List.of(
                ROOT.resolve("README.md"), ROOT.resolve("corpus/README.md"), ROOT.resolve("corpus/tensors.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
        }
        return files;
    }

    /** Every block of Java in all of them. */
    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path file : files()) {
            blocks.addAll(blocks(file));
        }
        return blocks;
    }

    static List<Block> blocks(Path file) throws IOException {
        List<Block> blocks = new ArrayList<>();
        String text = Files.readString(file);
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            int line = (int) text.substring(0, block.start()).lines().count() + 1;
            String result = block.group(2) == null ? "" : block.group(2);
            blocks.add(new Block(file, line, block.group(1), result));
        }
        return blocks;
    }
}
