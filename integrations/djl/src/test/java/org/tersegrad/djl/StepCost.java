package org.tersegrad.djl;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.TrainingConfig;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * Prints what a step of the trainer costs beside one of DJL's own, in a group of one: all but the network. Times are
 * those that the processor spent in the fastest of many steps, since others may use the machine, too.
 */
final class StepCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 150;
    private static final int MEASURED = 50;
    private static final Shape INPUT = new Shape(32, 784);

    private interface Maker {
        Trainer make(Model model, TrainingConfig config);
    }

    /** The fewest nanoseconds. */
    private record Times(long backward, long step) {
        Times or(long otherBackward, long otherStep) {
            return new Times(Math.min(backward, otherBackward), Math.min(step, otherStep));
        }
    }

    private StepCost() {}

    private static Block mlp() {
        return new SequentialBlock()
                .add(Linear.builder().setUnits(512).build())
                .add(Activation.reluBlock())
                .add(Linear.builder().setUnits(512).build())
                .add(Activation.reluBlock())
                .add(Linear.builder().setUnits(10).build());
    }

    private static Times measure(Maker maker) {
        Engine.getInstance().setRandomSeed(1);
        try (Model model = Model.newInstance("mlp")) {
            model.setBlock(mlp());
            try (Trainer trainer = maker.make(model, Digits.sgd(0.01f))) {
                trainer.initialize(INPUT);
                NDArray images = trainer.getManager().randomUniform(0, 1, INPUT);
                NDArray labels = trainer.getManager().arange(32f).mod(10);
                Times fastest = new Times(Long.MAX_VALUE, Long.MAX_VALUE);
                for (int i = -WARM_UP; i < MEASURED; i++) {
                    long begin = THREADS.getCurrentThreadCpuTime();
                    try (GradientCollector collector = trainer.newGradientCollector()) {
                        NDList output = trainer.forward(new NDList(images));
                        collector.backward(trainer.getLoss().evaluate(new NDList(labels), output));
                    }
                    long middle = THREADS.getCurrentThreadCpuTime();
                    trainer.step();
                    if (i >= 0) {
                        fastest = fastest.or(middle - begin, THREADS.getCurrentThreadCpuTime() - middle);
                    }
                }
                return fastest;
            }
        }
    }

    private static void print(String name, Times times, long elements, long plain) {
        System.out.printf(
                Locale.ROOT,
                "%-16s forward and backward %6.2f ms, step %6.2f ms, %5.2f ns an element more than plain%n",
                name,
                times.backward() / 1e6,
                times.step() / 1e6,
                (double) (times.step() - plain) / elements);
    }

    private static int run(Collective group) {
        long elements = 784 * 512 + 512 + 512 * 512 + 512 + 512 * 10 + 10;
        Times plain = measure(Model::newTrainer);
        print("plain", plain, elements, plain.step());
        for (String policy : List.of("dense", "topk(0.01)+ef", "powersgd(2)+ef")) {
            Times times = measure((model, config) -> CompressedTrainer.of(model, config, policy, group));
            print(policy, times, elements, plain.step());
        }
        return group.size();
    }

    public static void main(String[] args) {
        LocalGroup.run(1, StepCost::run);
    }
}
