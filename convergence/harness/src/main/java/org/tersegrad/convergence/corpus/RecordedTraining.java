package org.tersegrad.convergence.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.sync.Synchronizations;

/**
 * A training whose gradients are in the corpus: four workers, uncompressed, with the optimizer and the schedule that are usual for the
 * model.
 *
 * @param name of its folder
 * @param model by name
 * @param data set by name
 * @param partition of the examples among the workers
 * @param rate of learning
 * @param epochSteps after which examples get another order
 * @param epochs how many
 * @param local whether it is trained a second time, with {@link #LOCAL_STEPS} between exchanges
 */
public record RecordedTraining(
        String name,
        String model,
        String data,
        Partition partition,
        float rate,
        int epochSteps,
        int epochs,
        boolean local) {
    /** Changes whenever the same seed gives other files. */
    private static final String VERSION = "1";

    static final int WORKERS = 4;
    static final int LOCAL_STEPS = 30;
    private static final List<Integer> STEPS = List.of(0, 100, 1000);
    private static final int SMALL_STEP = 100;

    /** The first images only: reading and testing on all of them takes longer than training. */
    private static final String CIFAR = "cifar10(training=10000,test=500)";

    static final String GRADIENT = "gradient";
    static final String MOMENTUM = "momentum";
    static final String DIFFERENCE = "difference";

    /** The trainings of the corpus: examples split evenly, and by class as unevenly as usual. */
    public static List<RecordedTraining> all() {
        Partition even = Partition.iid();
        Partition skewed = Partition.dirichlet(0.1);
        return List.of(
                new RecordedTraining("mlp-digits-iid", "mlp(64)", "digits", even, 0.03f, 30, 50, true),
                new RecordedTraining("mlp-digits-dirichlet", "mlp(64)", "digits", skewed, 0.03f, 30, 50, true),
                new RecordedTraining("cnn-mnist-iid", "cnn", "mnist", even, 0.03f, 100, 5, true),
                new RecordedTraining("cnn-mnist-dirichlet", "cnn", "mnist", skewed, 0.03f, 100, 5, true),
                new RecordedTraining("resnet8-cifar10-iid", "resnet(8)", CIFAR, even, 0.1f, 39, 3, false),
                new RecordedTraining("resnet8-cifar10-dirichlet", "resnet(8)", CIFAR, skewed, 0.1f, 39, 3, false),
                new RecordedTraining("gpt-sotu-iid", "gpt(2,64)", "sotu", even, 0.003f, 25, 12, true));
    }

    /** One that exists. */
    public static RecordedTraining named(String name) {
        return all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no training " + name + " (there are "
                        + String.join(
                                ", ", all().stream().map(RecordedTraining::name).toList()) + ")"));
    }

    /**
     * The recordings to be made of it.
     *
     * @param small whether only those that are part of the repository: one step of all workers, other steps and kinds of worker 0
     */
    List<Origin> plan(long seed, boolean small) {
        List<Origin> plan = new ArrayList<>();
        for (String kind : local ? List.of(GRADIENT, MOMENTUM, DIFFERENCE) : List.of(GRADIENT, MOMENTUM)) {
            for (int step : steps(kind)) {
                boolean central = step == moment(kind, SMALL_STEP);
                for (int worker = 0; worker < WORKERS; worker++) {
                    boolean common = kind.equals(GRADIENT) ? central || worker == 0 : central && worker == 0;
                    if (common || !small) {
                        plan.add(origin(kind, step, worker, seed));
                    }
                }
            }
        }
        return plan;
    }

    private Origin origin(String kind, int step, int worker, long seed) {
        return new Origin(
                name,
                kind,
                step,
                worker,
                Map.of(
                        "model", model,
                        "data", data,
                        "partition", partition.toString(),
                        "workers", Integer.toString(WORKERS),
                        "synchronization", synchronization(kind),
                        "seed", Long.toString(seed),
                        "version", VERSION));
    }

    static String synchronization(String kind) {
        return kind.equals(DIFFERENCE) ? "diloco(" + LOCAL_STEPS + ")" : "bsp";
    }

    private int[] steps(String kind) {
        return IntStream.concat(STEPS.stream().mapToInt(step -> step), IntStream.of(total() - 1))
                .map(step -> moment(kind, step))
                .distinct()
                .toArray();
    }

    private int total() {
        return epochs * epochSteps;
    }

    /** Steps taken before something of a kind is sent, for the first time after a step or for the last. */
    private int moment(String kind, int step) {
        return kind.equals(DIFFERENCE)
                ? Math.min(step / LOCAL_STEPS + 1, total() / LOCAL_STEPS) * LOCAL_STEPS
                : Math.min(step, total() - 1);
    }

    Problem problem(Path cache) {
        return Models.make(model, () -> DataSets.load(data, cache));
    }

    Settings settings(Problem problem, String kind) {
        return Settings.usualFor(problem)
                .withWorkers(WORKERS)
                .withPartition(partition)
                .withEpochSteps(epochSteps)
                .withEpochs(epochs)
                .withSynchronization(Synchronizations.parse(synchronization(kind)));
    }
}
