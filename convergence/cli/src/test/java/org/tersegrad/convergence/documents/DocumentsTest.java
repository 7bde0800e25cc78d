package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every Java block in the documents compiles and runs, and where a text block follows it at once, that is what it prints. A
 * block that declares a type is a file as it stands; those of one document see each other.
 */
class DocumentsTest {
    static List<Documents.Block> statements() throws IOException {
        return Documents.blocks().stream().filter(block -> !block.isFile()).toList();
    }

    static List<Documents.Block> programs() throws IOException {
        return Documents.blocks().stream().filter(Documents.Block::hasMain).toList();
    }

    static List<Path> files() throws IOException {
        return Documents.files();
    }

    @ParameterizedTest
    @MethodSource("statements")
    void statementsRunAndPrintWhatTheDocumentSays(Documents.Block block, @TempDir Path folder) throws Exception {
        Sources.compile(Map.of("Snippet.java", Sources.IMPORTS + """
                public class Snippet {
                    public static void main(String[] args) throws Exception {
                %s
                    }
                }
                """.formatted(block.code())), folder);
        assertThat(Sources.run("Snippet", folder)).isEqualTo(block.result());
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsRunAndPrintWhatTheDocumentSays(Documents.Block block, @TempDir Path folder) throws Exception {
        Sources.compileFiles(Documents.blocks(block.document()).stream(), folder);
        assertThat(Sources.run(block.type(), folder).stripTrailing())
                .isEqualTo(block.result().stripTrailing());
    }

    @ParameterizedTest
    @MethodSource("files")
    void filesCompileTogether(Path document, @TempDir Path folder) throws IOException {
        Sources.compileFiles(Documents.blocks(document).stream(), folder);
    }
}
