package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Package notes, the page on the architecture and the map in CONTRIBUTING mention what exists, where they say it is. */
class MentionedTypesTest {
    private static final Pattern LINK = Pattern.compile("\\{@link\\s+(?:([a-z][\\w.]*)\\.)?([A-Z]\\w*)");
    private static final Pattern CODE = Pattern.compile("\\{@code\\s+([A-Z][a-z]\\w*)");
    private static final Pattern WORD = Pattern.compile("`([A-Z][a-z]+[A-Z]\\w*)(?:\\.\\w+)?`");

    private static final Pattern TARGET = Pattern.compile("\\]\\((?!https?:|mailto:|#)([^)#\\s]+)[^)]*\\)");

    /** The packages of each type of published modules, by its simple name. */
    private final Map<String, Set<String>> types = new HashMap<>();

    private final Map<String, String> notes = new HashMap<>();

    MentionedTypesTest() throws IOException {
        for (Path module : Documents.modules()) {
            Path root = module.resolve("src/main/java");
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    add(root.relativize(file), file);
                }
            }
        }
    }

    private void add(Path name, Path file) throws IOException {
        Path folders = name.getParent();
        if (folders == null) {
            return; // a module-info
        }
        String in = folders.toString().replace(File.separatorChar, '.');
        String type = name.getFileName().toString().replace(".java", "");
        if (type.equals("package-info")) {
            notes.put(in, Files.readString(file));
        } else {
            types.computeIfAbsent(type, each -> new HashSet<>()).add(in);
        }
    }

    @Test
    void packageNotes() {
        List<String> wrong = new ArrayList<>();
        notes.forEach((in, note) -> {
            Matcher link = LINK.matcher(note);
            while (link.find()) {
                String where = link.group(1) == null ? in : link.group(1);
                if (where.startsWith("org.tersegrad") && !isIn(where, link.group(2))) {
                    wrong.add(in + " mentions " + link.group(2) + ", which is not in " + where);
                }
            }
            Matcher code = CODE.matcher(note);
            while (code.find()) {
                if (!isIn(in, code.group(1))) {
                    wrong.add(in + " mentions " + code.group(1) + ", which is not there");
                }
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(notes).hasSizeGreaterThan(50);
    }

    private boolean isIn(String where, String type) {
        return types.getOrDefault(type, Set.of()).contains(where);
    }

    @Test
    void documents() throws IOException {
        for (String page : List.of("docs/explanation/architecture.md", "CONTRIBUTING.md")) {
            Matcher word = WORD.matcher(Files.readString(Documents.ROOT.resolve(page)));
            while (word.find()) {
                assertThat(exists(word.group(1)))
                        .as("%s in %s", word.group(1), page)
                        .isTrue();
            }
        }
    }

    /** In a published module, or as a test, a tool or a target of the fuzzer. */
    private boolean exists(String type) throws IOException {
        if (types.containsKey(type)) {
            return true;
        }
        try (Stream<Path> files = Files.find(
                Documents.ROOT,
                20,
                (file, attributes) -> file.endsWith(type + ".java") || file.endsWith(type + "Target.java"))) {
            return files.findFirst().isPresent();
        }
    }

    /** Relative links of documents lead to files. */
    @Test
    void links() throws IOException {
        List<Path> pages = new ArrayList<>(Documents.files());
        pages.add(Documents.ROOT.resolve("CONTRIBUTING.md"));
        for (Path page : pages) {
            Matcher target = TARGET.matcher(Files.readString(page).replaceAll("(?s)```.*?```", ""));
            while (target.find()) {
                assertThat(page.resolveSibling(target.group(1)))
                        .as("linked in %s", page)
                        .exists();
            }
        }
    }

    /** Every exported package says what it is. */
    @Test
    void everyPackageHasANote() {
        Set<String> all = new HashSet<>();
        types.values().forEach(all::addAll);
        assertThat(notes.keySet()).containsAll(all);
    }
}
