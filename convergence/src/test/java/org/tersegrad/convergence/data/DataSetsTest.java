package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSetsTest {
    private Path cache;

    @BeforeEach
    void set(@TempDir Path temporary) {
        cache = temporary;
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
                .withMessageStartingWith("there is no data set minst; did you mean mnist? (there are digits, mnist, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSets.load("digits(tunning=true)", cache))
                .withMessage("digits has no setting tunning; did you mean tuning? (there are tuning)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSets.load("text(3)", Path.of("nowhere")))
                .withMessage("text takes no settings, this is text(3)");
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
            if (entry.archive().isEmpty()) {
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
