package org.tersegrad.djl;

import ai.djl.Model;
import ai.djl.nn.Block;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.Dataset;
import java.nio.file.Path;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.testkit.Loopback;

/** The setting of the README's statements: a worker in the middle of its training. */
public abstract class ReadmeSetting {
    protected final TcpGroup group;
    protected final Model model = Digits.model(3);
    protected final Block sameBlock = Digits.block(48);
    protected final DefaultTrainingConfig config = Digits.sgd(0.1f);
    protected final CompressedTrainer trainer;
    protected final Dataset dataset;
    protected final Path folder;

    /** Makes a first step. */
    protected ReadmeSetting(Path folder) throws Exception {
        this.folder = folder;
        group = TcpGroup.join(0, Loopback.addresses(1));
        trainer = CompressedTrainer.of(model, config, "topk(0.01)+ef", group);
        dataset = Digits.share(model.getNDManager(), 0, 1);
        trainer.initialize(Digits.INPUT);
        Batch batch = trainer.iterateDataset(dataset).iterator().next();
        EasyTrain.trainBatch(trainer, batch);
        trainer.step();
        batch.close();
    }

    /** The statements. */
    public abstract void run() throws Exception;
}
