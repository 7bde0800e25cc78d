package org.tersegrad.djl;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.data.LabelledVectors;

/** Handwritten digits, and a small network to learn them with. */
final class Digits {
    static final Shape INPUT = new Shape(1, 64);
    /** Of all workers together. */
    static final int BATCH = 64;

    private static final LabelledVectors DATA = (LabelledVectors) DataSets.load("digits", DataSets.defaultCache());

    private Digits() {}

    /** With weights that depend on the seed. */
    static Model model(int seed) {
        return model(seed, 48);
    }

    static Model model(int seed, int hidden) {
        Engine.getInstance().setRandomSeed(seed);
        Model model = Model.newInstance("digits");
        model.setBlock(block(hidden));
        return model;
    }

    static Block block(int hidden) {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(hidden).build())
                .add(Activation.reluBlock())
                .add(Linear.builder().setUnits(DATA.classes()).build());
    }

    static DefaultTrainingConfig sgd(float rate) {
        return config(
                Optimizer.sgd().setLearningRateTracker(Tracker.fixed(rate)).build());
    }

    static DefaultTrainingConfig config(Optimizer optimizer) {
        return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss()).optOptimizer(optimizer);
    }

    /** The examples of a worker: every batch is shared out example by example, so together they see whole batches. */
    static ArrayDataset share(NDManager manager, int rank, int workers) {
        int length = DATA.length();
        int count = (DATA.training().size() - rank + workers - 1) / workers;
        float[] values = new float[count * length];
        float[] labels = new float[count];
        for (int i = 0; i < count; i++) {
            int example = i * workers + rank;
            System.arraycopy(DATA.training().values(), example * length, values, i * length, length);
            labels[i] = DATA.training().labels()[example];
        }
        return new ArrayDataset.Builder()
                .setData(manager.create(values, new Shape(count, length)))
                .optLabels(manager.create(labels))
                .setSampling(BATCH / workers, false, true)
                .build();
    }

    /** The share of the test examples that are classified right. */
    static double accuracy(Trainer trainer) {
        int count = DATA.test().size();
        try (NDManager scope = trainer.getManager().newSubManager()) {
            NDArray images = scope.create(DATA.test().values(), new Shape(count, DATA.length()));
            NDList scores = trainer.evaluate(new NDList(images));
            scores.attach(scope);
            long[] classes = scores.singletonOrThrow().argMax(1).toLongArray();
            int right = 0;
            for (int i = 0; i < count; i++) {
                right += classes[i] == DATA.test().labels()[i] ? 1 : 0;
            }
            return (double) right / count;
        }
    }

    /** All weights, in the order of the block's list. */
    static List<Float> weights(Model model) {
        List<Float> weights = new ArrayList<>();
        model.getBlock().getParameters().forEach(pair -> {
            for (float each : pair.getValue().getArray().toFloatArray()) {
                weights.add(each);
            }
        });
        return weights;
    }
}
