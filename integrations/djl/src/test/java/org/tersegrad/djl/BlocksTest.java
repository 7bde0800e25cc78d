package org.tersegrad.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.nn.LambdaBlock;
import ai.djl.nn.ParallelBlock;
import ai.djl.nn.Parameter;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.initializer.ConstantInitializer;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.tersegrad.reducers.group.LocalGroup;

/** Blocks whose parameters are not all matrices with a gradient of their own. */
@EnabledIf(Torch.IS_HERE)
class BlocksTest {
    private static DefaultTrainingConfig config() {
        return new DefaultTrainingConfig(Loss.l2Loss())
                .optOptimizer(Optimizer.sgd()
                        .setLearningRateTracker(Tracker.fixed(0.1f))
                        .build());
    }

    private interface Maker {
        Trainer make(Model model);
    }

    private static List<Float> train(Block block, Shape input, Maker maker) {
        Engine.getInstance().setRandomSeed(5);
        try (Model model = Model.newInstance("blocks")) {
            model.setBlock(block);
            try (Trainer trainer = maker.make(model)) {
                trainer.initialize(input);
                for (int i = 0; i < 3; i++) {
                    step(trainer, input);
                }
                return Digits.weights(model);
            }
        }
    }

    private static void step(Trainer trainer, Shape input) {
        step(trainer, trainer.getManager().ones(input));
    }

    private static void step(Trainer trainer, NDArray input) {
        synchronized (BlocksTest.class) { // PyTorch has one gradient collector for all threads
            try (GradientCollector collector = trainer.newGradientCollector()) {
                NDArray output = trainer.forward(new NDList(input)).head();
                collector.backward(trainer.getLoss().evaluate(new NDList(output.zerosLike()), new NDList(output)));
            }
        }
        trainer.step();
    }

    private static void requireSameAsPlain(Supplier<Block> block, Shape input) {
        List<Float> plain = train(block.get(), input, model -> model.newTrainer(config()));
        List<Float> ours = LocalGroup.run(
                        1,
                        group -> train(
                                block.get(), input, model -> CompressedTrainer.of(model, config(), "dense", group)))
                .get(0);
        assertThat(ours).isEqualTo(plain);
    }

    /** Tensors of four dimensions, and running means, which no gradient changes. */
    @Test
    void convolutionAndBatchNorm() {
        requireSameAsPlain(
                () -> new SequentialBlock()
                        .add(Conv2d.builder()
                                .setKernelShape(new Shape(3, 3))
                                .setFilters(4)
                                .build())
                        .add(BatchNorm.builder().build()),
                new Shape(2, 3, 6, 6));
    }

    /** One parameter under two names is averaged and updated once. */
    @Test
    void sharedBlock() {
        requireSameAsPlain(
                () -> {
                    Block shared = Linear.builder().setUnits(4).build();
                    return new SequentialBlock().add(shared).add(shared);
                },
                new Shape(2, 4));
    }

    /** A parameter that takes no part in the batch has no gradient at all. */
    @Test
    void branchThatIsNotUsed() {
        requireSameAsPlain(
                () -> new SequentialBlock()
                        .add(new ParallelBlock(
                                outputs -> outputs.get(0),
                                List.of(
                                        Linear.builder().setUnits(3).build(),
                                        Linear.builder().setUnits(3).build())))
                        .add(LambdaBlock.singleton(array -> array.mul(2))),
                new Shape(2, 4));
    }

    /** Frozen layers are the same on all workers, too, and stay as they are. */
    @Test
    void frozenLayersAreBroadcastAndLeftAlone() {
        Shape input = new Shape(1, 4);
        List<List<float[]>> weights = LocalGroup.run(2, group -> {
            Block frozen = Linear.builder().setUnits(4).build();
            frozen.setInitializer(new ConstantInitializer(1 + group.rank()), Parameter.Type.WEIGHT);
            frozen.freezeParameters(true);
            try (Model model = Model.newInstance("frozen")) {
                model.setBlock(new SequentialBlock()
                        .add(frozen)
                        .add(Linear.builder().setUnits(2).build()));
                try (Trainer trainer = CompressedTrainer.of(model, config(), "dense", group)) {
                    trainer.initialize(input);
                    NDArray first = frozen.getParameters().get("weight").getArray();
                    float[] begun = first.toFloatArray();
                    step(trainer, input);
                    return List.of(begun, first.toFloatArray());
                }
            }
        });
        assertThat(weights)
                .allSatisfy(its -> assertThat(its)
                        .allSatisfy(each -> assertThat(each).hasSize(16).containsOnly(1)));
    }

    /** The running mean and variance of each of two workers, whose inputs differ. */
    private static List<List<Float>> runningStatistics(boolean shared) {
        return LocalGroup.run(2, group -> {
            try (Model model = Model.newInstance("norm")) {
                model.setBlock(BatchNorm.builder().build());
                try (CompressedTrainer trainer =
                        CompressedTrainer.of(model, config(), "dense", group).shareBuffers(shared)) {
                    trainer.initialize(new Shape(4, 3));
                    try (NDManager scope = trainer.getManager().newSubManager()) {
                        NDArray input = scope.arange(12f).reshape(4, 3).mul(1 + group.rank());
                        step(trainer, input);
                    }
                    return Digits.weights(model);
                }
            }
        });
    }

    @Test
    void sharedBuffersAreThoseOfWorker0() {
        List<List<Float>> own = runningStatistics(false);
        List<List<Float>> shared = runningStatistics(true);
        assertThat(own.get(0)).hasSize(12).isNotEqualTo(own.get(1));
        assertThat(shared).containsOnly(own.get(0));
    }

    @Test
    void buffersAreSharedFromTheStart() {
        LocalGroup.run(1, group -> {
            try (Model model = Digits.model(3);
                    CompressedTrainer trainer = CompressedTrainer.of(model, config(), "dense", group)) {
                trainer.initialize(Digits.INPUT);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> trainer.shareBuffers(true))
                        .withMessageContaining("before initialize");
            }
            return group.rank();
        });
    }
}
