package org.tersegrad.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Model;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.reducers.Collective;

/** Two workers in two processes, each with half of every batch, learn digits. */
@EnabledIf(Torch.IS_HERE)
class TwoWorkersTest {
    private static final int EPOCHS = 30;
    private static final float RATE = 0.2f;
    private static final String RULES = "fuse(1MB); *bias: dense; 01Linear*: powersgd(1)+ef; *: topk(0.05)+ef";
    private static final List<String> POLICIES = List.of("dense", "topk(0.01)+ef", "powersgd(2)+ef", RULES);

    /** Trains under one policy after the other; prints accuracy and bytes sent, and leaves the weights in files. */
    static final class Train implements Job {
        @Override
        public void run(Collective group, Path folder) throws Exception {
            for (int i = 0; i < POLICIES.size(); i++) {
                long before = group.bitsSent();
                try (Model model = Digits.model(group.rank()); // each with a seed of its own
                        Trainer trainer = CompressedTrainer.of(model, Digits.sgd(RATE), POLICIES.get(i), group)) {
                    trainer.initialize(Digits.INPUT);
                    long broadcast = group.bitsSent() - before;
                    EasyTrain.fit(
                            trainer, EPOCHS, Digits.share(trainer.getManager(), group.rank(), group.size()), null);
                    write(Digits.weights(model), weights(folder, i, group.rank()));
                    System.out.printf(
                            Locale.ROOT,
                            "%.3f %d%n",
                            Digits.accuracy(trainer),
                            (group.bitsSent() - before - broadcast) / 8);
                }
            }
        }
    }

    private static Path folder = Path.of("");
    private static List<WorkerProcess> workers = List.of();

    @BeforeAll
    static void train(@TempDir Path shared) throws Exception {
        folder = shared;
        workers = WorkerProcess.run(2, Train.class, folder);
        assertThat(workers)
                .allSatisfy(each -> assertThat(each.exit()).as(each.errors()).isZero());
    }

    private static Path weights(Path folder, int policy, int rank) {
        return folder.resolve("weights-" + policy + "-" + rank);
    }

    private static void write(List<Float> weights, Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * weights.size());
        weights.forEach(bytes::putFloat);
        Files.write(file, bytes.array());
    }

    private static List<Float> read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        List<Float> weights = new ArrayList<>();
        while (bytes.hasRemaining()) {
            weights.add(bytes.getFloat());
        }
        return weights;
    }

    @Test
    void allEndWithTheSameWeights() throws Exception {
        for (int i = 0; i < POLICIES.size(); i++) {
            assertThat(weights(folder, i, 0)).as(POLICIES.get(i)).hasSameBinaryContentAs(weights(folder, i, 1));
        }
        assertThat(read(weights(folder, 0, 0))).hasSize(64 * 48 + 48 + 48 * 10 + 10);
    }

    /** PyTorch adds in another order on another CPU, which moves an accuracy of 0.95 to 0.96 by a point. */
    @Test
    void allPoliciesLearnTheDigits() {
        assertThat(workers.get(0).lines())
                .hasSameSizeAs(POLICIES)
                .allSatisfy(line -> assertThat(accuracy(line)).isGreaterThan(0.93));
    }

    private static double accuracy(String line) {
        return Double.parseDouble(line.substring(0, line.indexOf(' ')));
    }

    private static long bytes(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }

    @Test
    void compressedPoliciesSendFewerBytes() {
        List<Long> bytes =
                workers.get(0).lines().stream().map(TwoWorkersTest::bytes).toList();
        assertThat(bytes.subList(1, bytes.size()))
                .allSatisfy(each -> assertThat(each).isPositive().isLessThan(bytes.get(0) / 4));
    }

    /** Means of halves are means of the whole, but for the order in which floats are added. */
    @Test
    void denseHalvesOfBatchesAreWholeBatchesOfOneWorker() throws Exception {
        try (Model model = Digits.model(0);
                Trainer trainer = model.newTrainer(Digits.sgd(RATE))) {
            trainer.initialize(Digits.INPUT);
            List<Float> first = Digits.weights(model);
            EasyTrain.fit(trainer, EPOCHS, Digits.share(trainer.getManager(), 0, 1), null);
            List<Float> one = Digits.weights(model);
            assertThat(distance(read(weights(folder, 0, 0)), one)).isLessThan(1e-3 * distance(first, one));
        }
    }

    private static double distance(List<Float> some, List<Float> others) {
        double squares = 0;
        for (int i = 0; i < some.size(); i++) {
            squares += Math.pow(some.get(i) - others.get(i), 2);
        }
        return Math.sqrt(squares);
    }
}
