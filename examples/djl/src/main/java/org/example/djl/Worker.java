package org.example.djl;

import ai.djl.Model;
import ai.djl.ndarray.NDList;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import java.util.Locale;
import org.tersegrad.djl.CompressedTrainer;
import org.tersegrad.reducers.group.TcpGroup;

/** One worker, a process: {@code java Worker POLICY}, with its rank and the address of worker 0 in the environment. */
public final class Worker {
    private static final int EPOCHS = 15;

    private Worker() {}

    public static void main(String[] args) throws Exception {
        String policy = args[0];
        DefaultTrainingConfig config = new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
                .optOptimizer(Optimizer.sgd()
                        .setLearningRateTracker(Tracker.fixed(0.2f))
                        .build());
        try (Model model = Model.newInstance("digits")) {
            model.setBlock(network());
            // Without Tersegrad: Trainer trainer = model.newTrainer(config)
            try (TcpGroup group = TcpGroup.join();
                    CompressedTrainer trainer = CompressedTrainer.of(model, config, policy, group)) {
                trainer.initialize(Digits.input()); // all workers get the weights of worker 0
                long before = group.bitsSent();
                ArrayDataset share = Digits.share(trainer.getManager(), group.rank(), group.size());
                EasyTrain.fit(trainer, EPOCHS, share, null);
                long steps = EPOCHS * (share.size() / Digits.BATCH);
                NDList scores = trainer.evaluate(new NDList(Digits.testImages(trainer.getManager())));
                System.out.println(String.format(
                        Locale.ROOT,
                        "worker %d: %.1f %% right, %d bytes a step",
                        group.rank(),
                        Digits.right(scores.head().argMax(1).toLongArray()),
                        (group.bitsSent() - before) / Byte.SIZE / steps));
            }
        }
    }

    private static Block network() {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(128).build())
                .add(Activation.reluBlock())
                .add(Linear.builder().setUnits(Digits.classes()).build());
    }
}
