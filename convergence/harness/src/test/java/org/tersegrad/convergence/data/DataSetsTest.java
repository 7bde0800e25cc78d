package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSetsTest {
    private Path cache;

    @BeforeEach
    void set(@TempDir Path temporary) {
        cache = temporary;
    }

    /** One letter of a text is not the one that was fetched. */
    @Test
    void aChangedByteInTheCacheIsNamedWithTheCommandThatHelps(@TempDir Path folder) throws IOException {
        Path set = Files.createDirectories(folder.resolve("text"));
        Path text = Files.writeString(set.resolve("dickens.txt"), "a novel of some characters");
        FileSums.write(set);
        assertThat(DataSets.load("text", folder).name()).isEqualTo("text");
        Files.writeString(text, "a nowel of some characters");
        assertThatThrownBy(() -> DataSets.load("text", folder))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessage(text
                        + " is damaged or missing: it is not what was fetched; ./tersegrad data fetch text --cache "
                        + folder + " fetches it again.");
    }

    /** Every number, every label and every letter counts. */
    @Test
    void contentHashTellsContentsApart() {
        Set<String> hashes = new HashSet<>();
        for (String set : List.of(
                "digits",
                "digits(tuning=true)",
                "synthetic",
                "synthetic(seed=2)",
                "sparse(100,examples=50)",
                "sparse(100,examples=50,seed=2)",
                "synthetic-text(1000)",
                "synthetic-text(1000,seed=2)")) {
            String hash = DataSets.load(set, Path.of("none")).contentHash();
            assertThat(hash)
                    .hasSize(64)
                    .isEqualTo(DataSets.load(set, Path.of("none")).contentHash());
            assertThat(hashes.add(hash)).as(set).isTrue();
        }
        LabelledVectors.Part two = new LabelledVectors.Part(new float[] {1, 2}, new int[] {0, 1});
        LabelledVectors.Part other = new LabelledVectors.Part(new float[] {1, 2}, new int[] {1, 1});
        assertThat(hashes.add(new LabelledVectors("x", 1, 1, 2, two, two).contentHash()))
                .isTrue();
        assertThat(hashes.add(new LabelledVectors("x", 1, 1, 2, two, other).contentHash()))
                .isTrue();
        assertThat(hashes.add(new LabelledVectors("y", 1, 1, 2, two, other).contentHash()))
                .isFalse();
    }

    @Test
    void whatIsNoNameIsAFileThatIsMissing(@TempDir Path folder) {
        assertThatThrownBy(() -> DataSets.open("nofile.txt", folder))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageStartingWith("there is no file or folder nofile.txt, and no data set of that name");
        assertThatThrownBy(() -> DataSets.open(" ", folder)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesAreUniqueAndCanBeTyped() {
        assertThat(DataSets.entries())
                .extracting(DataSetEntry::name)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z0-9-]+"));
    }

    @Test
    void unknownNameIsToldWhatExists() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSets.load("minst", cache))
                .withMessageStartingWith(
                        "data set \"minst\", character 1: there is no data set minst; did you mean mnist? (there are digits, mnist, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSets.load("digits(tunning=true)", cache))
                .withMessageEndingWith(
                        "character 8: digits has no parameter tunning; did you mean tuning? (there are tuning)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSets.load("text(3)", Path.of("nowhere")))
                .withMessageEndingWith("character 6: text takes no parameters");
    }

    @Test
    void whatIsNotFetchedIsToldTheCommand() {
        assertThatThrownBy(() -> DataSets.load("mnist", cache))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessage("mnist is not on this machine yet; ./tersegrad data fetch mnist --cache " + cache
                        + " brings it, 11.5 MB.");
        assertThat(DataSets.fetchCommand(DataSets.find("mnist"), DataSets.defaultCache()))
                .isEqualTo("./tersegrad data fetch mnist");
    }

    @Test
    void factsOfTheListAreThoseOfTheData() {
        for (DataSetEntry entry : DataSets.entries()) {
            if (entry.archive().isEmpty() && !entry.name().equals("csv")) {
                DataSet data = DataSets.load(entry.name(), cache);
                assertThat(entry.facts().examples()).as(entry.name()).isEqualTo(examples(data));
                assertThat(entry.facts().classes()).as(entry.name()).isEqualTo(classes(data));
            }
        }
    }

    private static String examples(DataSet data) {
        if (data instanceof LabelledVectors vectors) {
            return vectors.training().size() + " + " + vectors.test().size();
        }
        return data instanceof Text text
                ? text.training().length + " + " + text.test().length
                : ((SparseVectors) data).training().size() + " + "
                        + ((SparseVectors) data).test().size();
    }

    private static String classes(DataSet data) {
        if (data instanceof LabelledVectors vectors) {
            return String.valueOf(vectors.classes());
        }
        return data instanceof Text text ? text.alphabet().length() + " symbols" : "2";
    }
}
