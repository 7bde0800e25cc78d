package org.tersegrad.convergence.training.checkpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.report.summary.Sample;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.run.Run;
import org.tersegrad.convergence.training.sync.Synchronizations;

/** Damaged checkpoints cost the run that they are of, and nothing else. */
class CheckpointTest {
    private static final Problem PROBLEM = problem(1);
    private static final Settings SETTINGS = new Settings(2, 5, 4, 0.05f, 0.9f, Optimizer.SGD, Partition.iid());

    private static Problem problem(int seed) {
        String data = "synthetic(classes=3,length=8,examples=100,seed=" + seed + ")";
        return Models.make("softmax", () -> DataSets.load(data, Path.of("none")));
    }

    private static Checkpoint sample() {
        Map<String, String> run = new LinkedHashMap<>();
        run.put("model", "softmax");
        run.put("recipe", "=".repeat(70_000)); // more than the 65535 bytes of DataOutput.writeUTF
        Evaluation row = Sample.row("label", 7, 0, 0, 1, 2, 3, Double.NaN, 0.5, 0.25, 0, Double.NaN, 0);
        return new Checkpoint(
                run,
                List.of(row, row),
                false,
                new byte[] {1, 2, 3},
                List.of(new Checkpoint.Worker(4, 5, new byte[] {6}), new Checkpoint.Worker(7, 8, new byte[0])));
    }

    private static byte[] small() {
        Checkpoint whole = sample();
        return CheckpointBytes.of(
                new Checkpoint(Map.of("a", "b"), whole.evaluations(), false, whole.model(), whole.workers()));
    }

    private static byte[] mended(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 8, bytes.length - 8);
        ByteBuffer.wrap(bytes).putInt(4, (int) crc.getValue());
        return bytes;
    }

    @Test
    void whatIsReadIsWhatWasWritten() {
        Checkpoint read = CheckpointBytes.read(CheckpointBytes.of(sample()), "label");
        assertThat(read)
                .usingRecursiveComparison()
                .withEqualsForType(Double::equals, Double.class) // NaN is NaN
                .isEqualTo(sample());
    }

    @Test
    void everyBitCounts() {
        byte[] good = small();
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> CheckpointBytes.read(bad, "label")).isInstanceOf(DamagedCheckpointException.class);
        }
        for (int length = 0; length < good.length; length++) {
            byte[] bad = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> CheckpointBytes.read(bad, "label")).isInstanceOf(DamagedCheckpointException.class);
        }
    }

    /** Damage with the right checksum: it is read or rejected, and a length that the file cannot hold is never believed. */
    @Test
    void lengthsAreBoundedByTheFile() {
        byte[] good = small();
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = Arrays.copyOf(good, good.length - Math.max(0, CounterRandom.word(1, i) % 20));
            int at = 8 + Integer.remainderUnsigned(CounterRandom.word(2, i), bad.length - 12);
            int[] ints = {CounterRandom.word(3, i), -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << i % 32, 0};
            ByteBuffer.wrap(bad).putInt(at, ints[i % ints.length]);
            try {
                assertThat(CheckpointBytes.read(mended(bad), "label")).isNotNull();
            } catch (DamagedCheckpointException expected) {
                assertThat(expected.getMessage()).isNotBlank();
            }
        }
    }

    private static final class Told implements Run.Listener {
        private final List<String> startedOver = new ArrayList<>();
        private final int killedAfter;

        Told(int killedAfter) {
            this.killedAfter = killedAfter;
        }

        @Override
        public void evaluated(int epoch, Evaluation evaluation) {
            if (epoch > killedAfter) {
                throw new IllegalStateException("killed");
            }
        }

        @Override
        public void startedOver(String why) {
            startedOver.add(why);
        }
    }

    private static Run run(Problem problem, Path file, Told told) {
        return run(problem, SETTINGS, file, told);
    }

    private static Run run(Problem problem, Settings settings, Path file, Told told) {
        Contestant contestant = Contestant.parse("topk(0.2)+ef");
        Run.Checkpointing checkpointing = new Run.Checkpointing(file, problem.contentHash(), 0);
        return new Run(problem, settings, contestant, contestant.label(), 7, Optional.of(checkpointing), told);
    }

    private static List<Double> losses(List<Evaluation> evaluations) {
        return evaluations.stream().map(each -> each.test().loss()).toList();
    }

    /** The checkpoint of a run that was killed in its third epoch. */
    private static byte[] stopped(Path file) throws IOException {
        return stopped(SETTINGS, file);
    }

    private static byte[] stopped(Settings settings, Path file) throws IOException {
        assertThatThrownBy(() -> run(PROBLEM, settings, file, new Told(2)).train())
                .hasMessageContaining("killed");
        return Files.readAllBytes(file);
    }

    @Test
    void aRunWithADamagedCheckpointStartsOver(@TempDir Path folder) throws IOException {
        List<Double> expected =
                losses(run(PROBLEM, folder.resolve("whole"), new Told(9)).train());
        Path file = folder.resolve("run");
        byte[] good = stopped(file);
        for (int i = 0; i < 20; i++) {
            byte[] bad = good.clone();
            bad[i * (good.length - 1) / 19] ^= 4;
            Files.write(file, bad);
            Told told = new Told(9);
            assertThat(losses(run(PROBLEM, file, told).train())).isEqualTo(expected);
            assertThat(told.startedOver).singleElement().asString().contains(file + " is damaged (");
        }
    }

    /** Version 3 had no virtual seconds in its evaluations. */
    @Test
    void aCheckpointOfAnotherVersionStartsOverAndSaysSo(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("run");
        byte[] old = stopped(file);
        assertThat(old).startsWith('T', 'g', 'R', '4');
        old[3] = '3';
        Files.write(file, mended(old));
        Told told = new Told(9);
        assertThat(run(PROBLEM, file, told).train()).hasSize(SETTINGS.epochs() + 1);
        assertThat(told.startedOver)
                .singleElement()
                .asString()
                .contains("it does not begin as a checkpoint of this version does");
    }

    /** With the right checksum, wherever the damage is: states, lengths, steps. The run ends, and says so if it starts over. */
    @ParameterizedTest
    @ValueSource(strings = {"bsp", "asp(times=exponential)", "fedavg(3,participation=0.5,late=0.4)"})
    void damageThatTheChecksumDoesNotSeeEndsNoRun(String synchronization, @TempDir Path folder) throws IOException {
        Settings settings = SETTINGS.withSynchronization(Synchronizations.parse(synchronization));
        List<Double> expected = losses(
                run(PROBLEM, settings, folder.resolve("whole"), new Told(9)).train());
        Path file = folder.resolve("run");
        byte[] good = stopped(settings, file);
        int startedOver = 0;
        for (int i = 0; i < 200; i++) {
            byte[] bad = good.clone();
            int at = 8 + Integer.remainderUnsigned(CounterRandom.word(4, i), bad.length - 8);
            bad[at] ^= (byte) (1 << i % 8);
            Files.write(file, mended(bad));
            Told told = new Told(9);
            try {
                List<Double> losses = losses(run(PROBLEM, settings, file, told).train());
                assertThat(losses).hasSizeBetween(2, expected.size()); // a huge parameter may diverge
                if (!told.startedOver.isEmpty()) {
                    assertThat(losses).isEqualTo(expected);
                    startedOver++;
                }
            } catch (IllegalArgumentException anotherRun) {
                assertThat(anotherRun).hasMessageContaining("is another one");
            }
        }
        assertThat(startedOver).isPositive();
    }

    @Test
    void otherDataIsNoticed(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("run");
        stopped(file);
        assertThat(problem(1).contentHash()).isEqualTo(PROBLEM.contentHash()).hasSize(64);
        Problem other = new SameName(problem(2));
        Problem same = new SameName(PROBLEM);
        assertThatThrownBy(() -> run(same, file, new Told(9)).train()).hasMessageContaining("its model was softmax on");
        Path named = folder.resolve("named");
        run(same, named, new Told(9)).train();
        assertThatThrownBy(() -> run(other, named, new Told(9)).train())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its data's SHA-256 was " + PROBLEM.contentHash() + ", this one's is ");
    }

    /** A problem that calls itself what another one does. */
    private record SameName(Problem inner) implements Problem {
        @Override
        public String name() {
            return "softmax on a text";
        }

        @Override
        public String contentHash() {
            return inner.contentHash();
        }

        @Override
        public List<org.tersegrad.convergence.model.layers.ModelTensor> tensors() {
            return inner.tensors();
        }

        @Override
        public int examples() {
            return inner.examples();
        }

        @Override
        public int classes() {
            return inner.classes();
        }

        @Override
        public int label(int example) {
            return inner.label(example);
        }

        @Override
        public void initialize(org.tersegrad.compressors.Seed seed, float[] parameters) {
            inner.initialize(seed, parameters);
        }

        @Override
        public org.tersegrad.convergence.model.Learner learner(int batch) {
            return inner.learner(batch);
        }
    }
}
