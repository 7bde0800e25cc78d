package org.tersegrad.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Model;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;

/** A training that stops and goes on is one that never stopped. */
@EnabledIf(Torch.IS_HERE)
class StateTest {
    private static final List<String> POLICIES = List.of("topk(0.02)+ef", "powersgd(1)+ef", "qsgd(4bit)");

    /** Steps with batches from the given one on. */
    private static void steps(Trainer trainer, Collective group, int from, int to) throws Exception {
        int step = 0;
        for (Batch batch : trainer.iterateDataset(Digits.share(trainer.getManager(), group.rank(), group.size()))) {
            if (step >= from && step < to) {
                EasyTrain.trainBatch(trainer, batch);
                trainer.step();
            }
            step++;
            batch.close();
        }
    }

    private static List<Float> uninterrupted(String policy, Collective group) throws Exception {
        try (Model model = Digits.model(3);
                Trainer trainer = CompressedTrainer.of(model, Digits.sgd(0.1f), policy, group)) {
            trainer.initialize(Digits.INPUT);
            steps(trainer, group, 0, 12);
            return Digits.weights(model);
        }
    }

    private static List<Float> interrupted(String policy, Collective group, Path folder, boolean restore)
            throws Exception {
        Path its = folder.resolve("worker-" + group.rank()); // a model has one name, and every worker saves one here
        try (Model model = Digits.model(3);
                CompressedTrainer trainer = CompressedTrainer.of(model, Digits.sgd(0.1f), policy, group)) {
            trainer.initialize(Digits.INPUT);
            steps(trainer, group, 0, 5);
            model.save(Files.createDirectories(its), "digits");
            assertThat(trainer.saveState(its))
                    .isEqualTo(its.resolve("digits-worker-" + group.rank() + "-of-" + group.size() + ".state"));
        }
        try (Model model = Digits.model(99)) {
            model.load(its, "digits");
            try (CompressedTrainer trainer = CompressedTrainer.of(model, Digits.sgd(0.1f), policy, group)) {
                trainer.initialize(Digits.INPUT);
                if (restore) {
                    trainer.restoreState(its);
                }
                steps(trainer, group, 5, 12);
                return Digits.weights(model);
            }
        }
    }

    /** Prints for each policy whether the weights are the same with the state, and without it. */
    static final class Resume implements Job {
        @Override
        public void run(Collective group, Path folder) throws Exception {
            for (String policy : POLICIES) {
                List<Float> expected = uninterrupted(policy, group);
                System.out.println(policy + " "
                        + interrupted(policy, group, folder, true).equals(expected) + " "
                        + interrupted(policy, group, folder, false).equals(expected));
            }
        }
    }

    @Test
    void twoWorkersGoOnAsIfTheyHadNotStopped(@TempDir Path folder) throws Exception {
        List<WorkerProcess> workers = WorkerProcess.run(2, Resume.class, folder);
        assertThat(workers).allSatisfy(worker -> {
            assertThat(worker.exit()).as(worker.errors()).isZero();
            assertThat(worker.lines())
                    .containsExactlyElementsOf(POLICIES.stream()
                            .map(policy -> policy + " true false")
                            .toList());
        });
    }

    @Test
    void otherStatesAreRefused(@TempDir Path folder) {
        LocalGroup.run(1, group -> {
            try (Model model = Digits.model(3);
                    CompressedTrainer topk = CompressedTrainer.of(model, Digits.sgd(0.1f), "topk(0.02)+ef", group);
                    CompressedTrainer sign = CompressedTrainer.of(model, Digits.sgd(0.1f), "sign+ef", group)) {
                topk.initialize(Digits.INPUT);
                sign.initialize(Digits.INPUT);
                assertThatThrownBy(() -> topk.restoreState(folder))
                        .isInstanceOf(NoSuchFileException.class)
                        .hasMessageContaining("digits-worker-0-of-1.state: this worker's state is not there");
                Path file = topk.saveState(folder);
                assertThatThrownBy(() -> sign.restoreState(folder))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageEndingWith("digits-worker-0-of-1.state: the state has parameter 01Linear_weight"
                                + " (48, 64) under topk(0.02)+ef where the trainer has parameter 01Linear_weight"
                                + " (48, 64) under sign+ef");
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(bytes, 3));
                assertThatThrownBy(() -> topk.restoreState(folder))
                        .isInstanceOf(MalformedInputException.class)
                        .hasMessageContaining("is not a state of a worker, or its end is missing");
                bytes[bytes.length / 2] ^= 1;
                Files.write(file, bytes);
                assertThatThrownBy(() -> topk.restoreState(folder))
                        .isInstanceOf(MalformedInputException.class)
                        .hasMessageContaining("checksum");
                assertThat(folder).isDirectoryNotContaining("glob:**.unfinished");
            }
            return group.rank();
        });
    }
}
