package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.schemes.CorpusPage;
import org.tersegrad.convergence.corpus.Corpus;
import org.tersegrad.convergence.corpus.RecordedTraining;

/** The corpus of the repository is readable and as its pages say; {@code -Dgolden.write} writes their tables. */
class CorpusPageTest {
    private static final Path CORPUS = Documents.ROOT.resolve("corpus");

    static Stream<ReferenceTablesTest.Table> tables() {
        Map<String, String> pages =
                Map.of("tensors", "tensors.md", "recordings", "tensors.md", "rankings", "README.md");
        return new CorpusPage(CORPUS)
                .tables().entrySet().stream()
                        .map(each -> new ReferenceTablesTest.Table(
                                "../corpus/" + pages.get(each.getKey()), each.getKey(), each.getValue()));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void isComputed(ReferenceTablesTest.Table table) throws IOException {
        ReferenceTablesTest.compare(table);
    }

    @Test
    void hasAllTrainings() {
        TreeSet<String> expected = RecordedTraining.all().stream()
                .map(RecordedTraining::name)
                .collect(Collectors.toCollection(TreeSet::new));
        expected.add("pytorch-mlp-digits");
        assertThat(Corpus.read(CORPUS).stream().map(Corpus.Entry::training).distinct())
                .containsExactlyElementsOf(expected);
    }

    @Test
    void mistakesAreSentences() {
        CommandRun neither = CommandRun.of("corpus", "mlp-digits-iid");
        assertThat(neither.exitCode()).isEqualTo(2);
        assertThat(neither.err()).isEqualToIgnoringNewLines("corpus takes either --out DIR or --describe DIR.");
        CommandRun missing = CommandRun.of("corpus", "--describe", "no-such-folder");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).isEqualToIgnoringNewLines("There is no file or folder no-such-folder.");
    }

    @Test
    void theSmallestTrainingIsWhatTheCommandRecords(@TempDir Path folder) throws IOException {
        CommandRun run = CommandRun.of("corpus", "--quiet", "--small", "--out", folder.toString(), "mlp-digits-iid");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .isEqualTo("36 tensors are in " + folder + ", their checksums in " + folder.resolve(Corpus.CHECKSUMS)
                        + ".\n");
    }
}
