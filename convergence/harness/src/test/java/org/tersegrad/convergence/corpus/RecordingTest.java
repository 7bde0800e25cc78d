package org.tersegrad.convergence.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.training.Partition;

class RecordingTest {
    private static final Path REPOSITORY = Path.of("..", "..", "corpus");
    private static final Path NO_CACHE = Path.of("no", "cache");
    private static final RecordedTraining TINY =
            new RecordedTraining("tiny", "mlp(8)", "digits", Partition.iid(), 0.01f, 20, 2, true);

    private final Path folder;

    RecordingTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private List<String> record(RecordedTraining training, long seed, boolean small, Path place) throws IOException {
        List<String> progress = new ArrayList<>();
        new Recording(place, NO_CACHE, seed, small, progress::add).record(List.of(training));
        return progress;
    }

    /** Gradient and momentum at 0 and 39, which is the last step; a difference at 30. */
    @Test
    void allKindsStepsAndWorkers() throws IOException {
        record(TINY, 1, false, folder);
        List<Corpus.Entry> entries = Corpus.read(folder);
        assertThat(entries).hasSize((2 + 2 + 1) * 4 * 4);
        assertThat(entries).extracting(Corpus.Entry::step).containsOnly(0, 30, 39);
        for (Corpus.Entry entry : entries) {
            assertThat(FloatSlice.of(entry.values()).largestMagnitude())
                    .as(entry.toString())
                    .isPositive();
        }
        assertThat(values(entries, "momentum", 0, 2)).isEqualTo(values(entries, "gradient", 0, 2));
        assertThat(values(entries, "gradient", 0, 1)).isNotEqualTo(values(entries, "gradient", 0, 0));
        assertThat(TensorFacts.cosine(values(entries, "momentum", 39, 0), values(entries, "gradient", 39, 0)))
                .isBetween(0.1, 0.99);
    }

    /** They are those of each worker, before the mean takes their place, and start minus end: in the direction of the gradient. */
    @Test
    void differencesAreThirtyLocalSteps() throws IOException {
        record(TINY, 1, false, folder);
        List<Corpus.Entry> entries = Corpus.read(folder);
        float[] difference = values(entries, "difference", 30, 0);
        assertThat(difference).isNotEqualTo(values(entries, "difference", 30, 1));
        assertThat(TensorFacts.cosine(difference, values(entries, "gradient", 0, 0)))
                .isBetween(0.1, 0.99);
    }

    @Test
    void aFinishedTrainingIsNotRepeatedAndADamagedFileIs() throws IOException {
        record(TINY, 1, true, folder);
        byte[] sums = Files.readAllBytes(folder.resolve(Corpus.CHECKSUMS));
        assertThat(record(TINY, 1, true, folder)).isEmpty();
        Path file = folder.resolve("tiny/gradient-0-0.safetensors");
        Files.write(file, new byte[5]);
        assertThat(record(TINY, 1, true, folder)).isNotEmpty();
        assertThat(Files.readAllBytes(folder.resolve(Corpus.CHECKSUMS))).isEqualTo(sums);
        assertThat(record(TINY, 2, true, folder)).isNotEmpty();
        assertThat(Files.readAllBytes(folder.resolve(Corpus.CHECKSUMS))).isNotEqualTo(sums);
    }

    /** The bytes in the repository come from this code, on every machine. */
    @Test
    void theSameSeedGivesTheBytesOfTheRepository() throws IOException {
        record(RecordedTraining.named("mlp-digits-iid"), 1, true, folder);
        List<String> committed = Files.readAllLines(REPOSITORY.resolve(Corpus.CHECKSUMS)).stream()
                .filter(line -> line.contains("  mlp-digits-iid/"))
                .toList();
        assertThat(committed).hasSize(9);
        assertThat(Files.readAllLines(folder.resolve(Corpus.CHECKSUMS))).isEqualTo(committed);
    }

    @Test
    void plansOfTheRepositoryAreItsFiles() {
        List<Corpus.Entry> entries = Corpus.read(REPOSITORY);
        for (RecordedTraining training : RecordedTraining.all()) {
            assertThat(entries.stream()
                            .filter(each -> each.training().equals(training.name()))
                            .map(Corpus.Entry::origin)
                            .distinct())
                    .containsExactlyInAnyOrderElementsOf(training.plan(1, true));
        }
    }

    @Test
    void missingDataAndUnknownNamesAreSentences() {
        assertThatThrownBy(() -> record(RecordedTraining.named("cnn-mnist-iid"), 1, true, folder))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageContaining("./tersegrad data fetch mnist");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordedTraining.named("mlp"))
                .withMessageContaining("there is no training mlp (there are mlp-digits-iid, ");
    }

    private static float[] values(List<Corpus.Entry> entries, String kind, int step, int worker) {
        return entries.stream()
                .filter(each -> each.kind().equals(kind) && each.step() == step && each.worker() == worker)
                .findFirst()
                .orElseThrow()
                .values();
    }
}
