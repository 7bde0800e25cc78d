package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Notes, texts and pages are written in the English of the field. */
class ProseTest {
    @Test
    void notesAndTextsOfAllSources() throws IOException {
        List<String> findings = new ArrayList<>();
        List<Path> sources = files(".java");
        assertThat(sources).hasSizeGreaterThan(1000);
        for (Path file : sources) {
            String name = name(file);
            findings.addAll(Prose.inSource(name, Files.readString(file), name.contains("/src/main/")));
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void pages() throws IOException {
        List<String> findings = new ArrayList<>();
        List<Path> pages = files(".md");
        assertThat(pages).containsAll(Documents.files());
        for (Path file : pages) {
            if (!name(file).startsWith("bench/results/")) { // records keep their words
                findings.addAll(Prose.inPage(name(file), Files.readString(file)));
            }
        }
        assertThat(findings).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"What", "How", "Where", "Who", "Which"})
    void anOpeningIsFound(String word) {
        String source = "int a;\n/**\n * " + word + " it does, and more.\n */\nclass A {\n    /** " + word
                + " else. */\n    int b;\n}";
        assertThat(Prose.inSource("A.java", source, false))
                .containsExactly(
                        "A.java, line 3: \"" + word + "\"; better: open with a noun phrase that names the thing,"
                                + " or a verb in the third person",
                        "A.java, line 6: \"" + word + "\"; better: open with a noun phrase that names the thing,"
                                + " or a verb in the third person");
    }

    @ParameterizedTest
    @CsvSource({
        "a loop of one's own, one's own",
        "it stands in the array, stands in",
        "right to the bit, to the bit",
        "of so many elements, so many",
        "begins anew, anew",
        "is seldom sent, seldom",
        "inside of a node, inside of",
        "no lock is to be had, is to be had",
        "whoever comes first, whoever",
        "Nobody waits, Nobody",
        "the rooms of the harness, rooms",
        "this is the door, door",
        "workers that come and go, come and go",
        "and what it came to, what it came to"
    })
    void aPhraseIsFound(String text, String phrase) {
        String start = "A.java, line 2: \"" + phrase + "\"; better: ";
        assertThat(Prose.inSource("A.java", "\n/** The sum: " + text + ". */", false))
                .singleElement()
                .asString()
                .startsWith(start);
        assertThat(Prose.inSource("A.java", "\n  say(\"" + text + "\");", true))
                .singleElement()
                .asString()
                .startsWith(start);
        assertThat(Prose.inPage("A.java", "# Sums\nThe sum: " + text + ".\n"))
                .singleElement()
                .asString()
                .startsWith(start);
    }

    @ParameterizedTest
    @CsvSource({
        "the call is refused, refused",
        "equal in the mean, in the mean",
        "infinite or not a number, not a number"
    })
    void aPhraseOfNotesIsFound(String text, String phrase) {
        String start = "A.java, line 1: \"" + phrase + "\"; better: ";
        assertThat(Prose.inSource("A.java", "/** The sum: " + text + ". */", false))
                .singleElement()
                .asString()
                .startsWith(start);
        assertThat(Prose.inSource("A.java", "say(\"" + text + "\");", true)).isEmpty();
        assertThat(Prose.inPage("A.java", "The sum: " + text + ".\n"))
                .singleElement()
                .asString()
                .startsWith(start);
    }

    @ParameterizedTest
    @ValueSource(strings = {"What is sent", "How to read it", "Who owns what", "Will it pay?"})
    void aHeadingIsFound(String heading) {
        assertThat(Prose.inPage("a.md", "# Sums\n\n## " + heading + "\n"))
                .containsExactly("a.md, line 3: \"## " + heading
                        + "\"; better: a term of the field, neither a clause nor a question");
    }

    @Test
    void aPhraseMayCrossALine() {
        assertThat(Prose.inSource("A.java", "/**\n * A tensor of so\n * many elements.\n */", false))
                .containsExactly("A.java, line 2: \"so many\"; better: n, or the name of the parameter");
    }

    @Test
    void codeIsNoProse() {
        String source =
                "/** Calls {@code refuse}, see {@link #whoever}. */ String a = \"so many\"; // nobody\nchar q = '\"'; /* anew */";
        assertThat(Prose.inSource("A.java", source, false)).isEmpty();
        assertThat(Prose.inPage("a.md", "Calls `refuse`.\n\n```text\n# What\nnobody\n```\n"))
                .isEmpty();
    }

    private static String name(Path file) {
        return Documents.ROOT.relativize(file).toString().replace('\\', '/');
    }

    /** Every file of the repository with such an end, those of modules that only a profile builds included. */
    private static List<Path> files(String end) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(Documents.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean ours = folder.equals(Documents.ROOT)
                        || !(name.startsWith(".") || name.equals("target") || name.equals("node_modules"));
                return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                // Tests quote the phrases that this one looks for.
                if (file.toString().endsWith(end) && !file.endsWith("ProseTest.java")) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
