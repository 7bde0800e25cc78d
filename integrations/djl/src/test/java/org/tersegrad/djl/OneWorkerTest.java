package org.tersegrad.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.metric.Metrics;
import ai.djl.ndarray.NDArray;
import ai.djl.nn.Parameter;
import ai.djl.training.EasyTrain;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.TrainingConfig;
import ai.djl.training.dataset.Batch;
import ai.djl.training.initializer.ConstantInitializer;
import ai.djl.training.listener.TrainingListenerAdapter;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.tersegrad.reducers.group.LocalGroup;

/** A group of one that compresses nothing is DJL's own trainer, bit for bit. */
@EnabledIf(Torch.IS_HERE)
class OneWorkerTest {
    /** A user's training, which knows nothing of groups. */
    private interface Loop {
        void train(Trainer trainer) throws Exception;
    }

    @Test
    void easyTrainWithMomentumIsThatOfThePlainTrainer() throws Exception {
        requireSameWeights(
                () -> Digits.config(Optimizer.sgd()
                        .setLearningRateTracker(Tracker.fixed(0.1f))
                        .optMomentum(0.9f)
                        .optWeightDecays(1e-4f)
                        .build()),
                OneWorkerTest::fit);
    }

    @Test
    void easyTrainWithAdamIsThatOfThePlainTrainer() throws Exception {
        requireSameWeights(() -> Digits.config(Optimizer.adam().build()), OneWorkerTest::fit);
    }

    @Test
    void accumulatedGradientsAreThoseOfThePlainTrainer() throws Exception {
        requireSameWeights(() -> Digits.sgd(0.05f), OneWorkerTest::accumulate);
    }

    @Test
    void initializersOfTheConfigurationAreUsed() throws Exception {
        requireSameWeights(
                () -> Digits.sgd(0.05f).optInitializer(new ConstantInitializer(0.25f), Parameter.Type.BIAS),
                OneWorkerTest::fit);
    }

    private static void requireSameWeights(Supplier<? extends TrainingConfig> config, Loop loop) throws Exception {
        List<Float> plain = train(Model::newTrainer, config.get(), loop);
        List<Float> compressed = LocalGroup.run(
                        1,
                        group -> train(
                                (model, its) -> CompressedTrainer.of(model, its, "dense", group), config.get(), loop))
                .get(0);
        assertThat(compressed).isEqualTo(plain).doesNotContain(Float.NaN);
    }

    private interface Maker {
        Trainer make(Model model, TrainingConfig config);
    }

    private static List<Float> train(Maker maker, TrainingConfig config, Loop loop) throws Exception {
        try (Model model = Digits.model(7);
                Trainer trainer = maker.make(model, config)) {
            trainer.initialize(Digits.INPUT);
            List<Float> before = Digits.weights(model);
            loop.train(trainer);
            List<Float> after = Digits.weights(model);
            assertThat(after).isNotEqualTo(before);
            return after;
        }
    }

    private static void fit(Trainer trainer) throws Exception {
        trainer.setMetrics(new Metrics());
        EasyTrain.fit(trainer, 2, Digits.share(trainer.getManager(), 0, 1), null);
        assertThat(trainer.getMetrics().getMetricNames()).contains("step");
    }

    /** Accumulates three batches for each step, in a custom loop. */
    private static void accumulate(Trainer trainer) throws Exception {
        int batches = 0;
        for (Batch batch : trainer.iterateDataset(Digits.share(trainer.getManager(), 0, 1))) {
            try (GradientCollector collector = Engine.getInstance().newGradientCollector()) {
                NDArray loss = trainer.getLoss().evaluate(batch.getLabels(), trainer.forward(batch.getData()));
                collector.backward(loss);
            }
            batches++;
            if (batches % 3 == 0) {
                trainer.step();
            }
            batch.close();
        }
    }

    @Test
    void listenersHearOfOneTraining() {
        List<String> heard = new ArrayList<>();
        LocalGroup.run(1, group -> {
            TrainingConfig config = Digits.sgd(0.1f).addTrainingListeners(new TrainingListenerAdapter() {
                @Override
                public void onTrainingBegin(Trainer trainer) {
                    heard.add("begin");
                }

                @Override
                public void onTrainingEnd(Trainer trainer) {
                    heard.add("end");
                }
            });
            try (Model model = Digits.model(7)) {
                CompressedTrainer.of(model, config, "dense", group).close();
            }
            return group.size();
        });
        assertThat(heard).containsExactly("begin", "end");
    }

    /** The mean may be 0 where no gradient is: DJL's own trainer would take that for a missing backward. */
    @Test
    void stepThatSendsNothingChangesNothing() {
        LocalGroup.run(1, group -> {
            try (Model model = Digits.model(7);
                    CompressedTrainer trainer =
                            CompressedTrainer.of(model, Digits.sgd(0.1f), "threshold(1000000)+ef", group)) {
                trainer.initialize(Digits.INPUT);
                List<Float> before = Digits.weights(model);
                accumulate(trainer);
                assertThat(Digits.weights(model)).isEqualTo(before);
                assertThat(trainer.reduction().residualNorm()).isPositive();
            }
            return group.rank();
        });
    }

    @Test
    void stepsLeaveNoArraysBehind() {
        LocalGroup.run(1, group -> {
            try (Model model = Digits.model(7);
                    Trainer trainer = CompressedTrainer.of(model, Digits.sgd(0.1f), "powersgd(1)+ef", group)) {
                trainer.initialize(Digits.INPUT);
                for (Batch batch : trainer.iterateDataset(Digits.share(trainer.getManager(), 0, 1))) {
                    EasyTrain.trainBatch(trainer, batch);
                    int arrays = managedArrays(trainer);
                    trainer.step();
                    assertThat(managedArrays(trainer)).isEqualTo(arrays).isPositive();
                    batch.close();
                }
            }
            return group.rank();
        });
    }

    private static int managedArrays(Trainer trainer) {
        return trainer.getModel().getNDManager().getManagedArrays().size(); // those of the trainer are among them
    }
}
