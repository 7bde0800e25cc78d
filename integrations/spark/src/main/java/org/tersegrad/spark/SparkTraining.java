package org.tersegrad.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tersegrad.reducers.model.ModelRounds;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * Trains a model by stochastic gradient descent on the rows of an RDD, with compressed gradients: every partition is a worker.
 *
 * <pre>{@code
 * TrainedModel trained = SparkTraining.of(rows, model).with("topk(0.01)+ef").steps(500).run();
 * }</pre>
 *
 * <p>In every step, each partition makes a gradient of a batch of its rows, and all gradients are averaged as the recipe says. A
 * round of messages is one Spark job: most recipes take one job a step, PowerSGD two, shared scales three. The driver forwards
 * compressed messages and never sends the mean itself, so all workers compute it, with the bits of a {@link
 * org.tersegrad.reducers.group.LocalGroup}.
 *
 * <p>Rows, replica and residuals of a partition stay in the memory of its executor. A task that runs again changes nothing. When an
 * executor is lost, its partitions take the model over from another partition, or, if all are lost, from the driver's last
 * snapshot; they begin with zero residuals, and the log says so. Immutable: every setting makes another object.
 *
 * @param <R> a row
 */
public final class SparkTraining<R> {
    private static final Logger LOG = LoggerFactory.getLogger(SparkTraining.class);
    private static final long GOOD_LOCALITY_WAIT = 5000;

    private final JavaRDD<R> rows;
    private final RowModel<R> model;
    private final Settings settings;
    private final Optional<Path> folder;

    private SparkTraining(JavaRDD<R> rows, RowModel<R> model, Settings settings, Optional<Path> folder) {
        this.rows = rows;
        this.model = model;
        this.settings = settings;
        this.folder = folder;
    }

    /**
     * Training with dense gradients, 100 steps of batches of 16 rows a partition, learning rate 0.1, momentum 0.9, seed 1.
     *
     * @param rows every partition has at least one, and the same ones in the same order whenever Spark computes it again
     */
    public static <R> SparkTraining<R> of(JavaRDD<R> rows, RowModel<R> model) {
        return new SparkTraining<>(rows, model, Settings.USUAL, Optional.empty());
    }

    /** The same for an RDD of Scala's. */
    public static <R> SparkTraining<R> of(RDD<R> rows, RowModel<R> model) {
        return of(rows.toJavaRDD(), model);
    }

    private SparkTraining<R> change(UnaryOperator<Settings> change) {
        return new SparkTraining<>(rows, model, change.apply(settings), folder);
    }

    /**
     * Sets the rule of averaging: a recipe, {@code topk(0.01)+ef}, or the rules of a {@link Policy}, {@code vectors:
     * dense; *: powersgd(2)+ef}.
     *
     * @throws IllegalArgumentException if there is no such recipe; says what is wrong
     */
    public SparkTraining<R> with(String recipe) {
        return change(
                s -> new Settings(recipe, s.steps(), s.batch(), s.rate(), s.momentum(), s.seed(), s.snapshotEvery()));
    }

    /** Sets the number of steps, 1 or more. */
    public SparkTraining<R> steps(int steps) {
        return change(
                s -> new Settings(s.policy(), steps, s.batch(), s.rate(), s.momentum(), s.seed(), s.snapshotEvery()));
    }

    /** Sets the number of rows for a partition's gradient, 1 or more. */
    public SparkTraining<R> batch(int batch) {
        return change(
                s -> new Settings(s.policy(), s.steps(), batch, s.rate(), s.momentum(), s.seed(), s.snapshotEvery()));
    }

    /** The learning rate, above 0. */
    public SparkTraining<R> rate(float rate) {
        return change(
                s -> new Settings(s.policy(), s.steps(), s.batch(), rate, s.momentum(), s.seed(), s.snapshotEvery()));
    }

    /** The momentum of stochastic gradient descent, at least 0 and below 1. */
    public SparkTraining<R> momentum(float momentum) {
        return change(
                s -> new Settings(s.policy(), s.steps(), s.batch(), s.rate(), momentum, s.seed(), s.snapshotEvery()));
    }

    /** The seed of everything that is random. The same one gives the same model, bit for bit, unless an executor is lost. */
    public SparkTraining<R> seed(long seed) {
        return change(
                s -> new Settings(s.policy(), s.steps(), s.batch(), s.rate(), s.momentum(), seed, s.snapshotEvery()));
    }

    /** Sets the number of steps after which the driver gets the model, in case all executors are lost; 50 by default. */
    public SparkTraining<R> snapshotEvery(int steps) {
        return change(s -> new Settings(s.policy(), s.steps(), s.batch(), s.rate(), s.momentum(), s.seed(), steps));
    }

    /** Writes every snapshot, with all residuals, to a folder of the driver's machine, from which {@link #resume} goes on. */
    public SparkTraining<R> checkpoints(Path folder) {
        return new SparkTraining<>(rows, model, settings, Optional.of(folder));
    }

    /**
     * Trains.
     *
     * @throws IllegalArgumentException if a partition has no rows, a gradient is not finite, or the folder for checkpoints has
     *     one already; the message names the value
     */
    public TrainedModel run() {
        checkpoint().ifPresent(Checkpoint::requireNone);
        List<NamedTensor> tensors = model.tensors();
        float[] parameters = new float[Tensors.elements(tensors)];
        model.initialize(settings.startSeed(), parameters);
        return train(new Snapshot(0, new Replica(parameters).toBytes(), List.of(), 0, Traffic.NONE));
    }

    /**
     * Continues from the last checkpoint, with the bits of a training that was never stopped.
     *
     * @throws IllegalArgumentException if there is none, or it is that of another training; the message says what differs
     */
    public TrainedModel resume() {
        Snapshot snapshot = checkpoint()
                .orElseThrow(() -> new IllegalArgumentException("resume() needs a folder, given with checkpoints(...)"))
                .read();
        if (snapshot.step() > settings.steps()) {
            throw new IllegalArgumentException(
                    "the checkpoint is of step " + snapshot.step() + ", and " + settings.steps() + " are asked for");
        }
        return train(snapshot);
    }

    private Optional<Checkpoint> checkpoint() {
        return folder.map(path -> {
            Map<String, String> fingerprint = settings.fingerprint();
            fingerprint.put("partitions", Integer.toString(rows.getNumPartitions()));
            fingerprint.put("tensors", model.tensors().toString());
            return new Checkpoint(path, fingerprint);
        });
    }

    private TrainedModel train(Snapshot first) {
        int partitions = rows.getNumPartitions();
        if (partitions == 0) {
            throw new IllegalArgumentException("the RDD has no partitions; every partition is a worker");
        }
        // Throws here what an executor would throw.
        new ModelRounds(Policy.parse(settings.policy()), model.tensors(), settings.reductionSeed(0), 0, partitions);
        adviseOnLocality();
        JavaRDD<PartitionSlot> slots = slots(rows, model, settings).persist(StorageLevel.MEMORY_ONLY());
        LOG.info("{} partitions, {} steps with {}", partitions, settings.steps(), settings.policy());
        try {
            return driver(first, new SparkJobs(slots.rdd())).train();
        } finally {
            release(slots);
        }
    }

    /** Gives back the memory of workers. What goes wrong here must not hide why training ended, as when the context was stopped. */
    private static void release(JavaRDD<PartitionSlot> slots) {
        try {
            slots.unpersist(false);
        } catch (RuntimeException e) {
            LOG.warn("the cached state of workers was not released: {}", e.toString());
        }
    }

    /** The driver's side, with a given runner of jobs. */
    TrainingDriver driver(Snapshot first, Jobs jobs) {
        Optional<Checkpoint> checkpoint = checkpoint();
        return new TrainingDriver(
                settings,
                model.tensors(),
                rows.getNumPartitions(),
                jobs,
                first,
                checkpoint.isPresent(),
                snapshot -> checkpoint.ifPresent(each -> each.write(snapshot)));
    }

    /** A worker for each partition, made when its executor is first asked for it. */
    private static <R> JavaRDD<PartitionSlot> slots(JavaRDD<R> rows, RowModel<R> model, Settings settings) {
        int partitions = rows.getNumPartitions();
        return rows.mapPartitionsWithIndex(
                (partition, iterator) -> {
                    List<R> its = new ArrayList<>();
                    iterator.forEachRemaining(its::add);
                    return List.of(new PartitionSlot(
                                    new PartitionWorker<>(partition, partitions, settings, model, its)))
                            .iterator();
                },
                true);
    }

    /** Spark moves a task to another executor after this time, and the state of its partition is lost. */
    private void adviseOnLocality() {
        long wait = rows.context().getConf().getTimeAsMs("spark.locality.wait", "3s");
        if (wait < GOOD_LOCALITY_WAIT && !rows.context().isLocal()) {
            LOG.warn("spark.locality.wait is {} ms; 5s keeps partitions where their state is", wait);
        }
    }
}
