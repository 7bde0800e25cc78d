package org.tersegrad.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.Policy;

/** Training on Spark is training on threads, bit for bit; and mistakes are reported in one clear sentence. */
class SparkTrainingTest {
    private static final int PARTITIONS = 3;
    private static final int STEPS = 12;
    private static final List<LabelledRow> ROWS = LabelledRow.some(100);

    private static JavaSparkContext spark;

    @BeforeAll
    static void startSpark() {
        spark = Sparks.local();
    }

    @AfterAll
    static void stopSpark() {
        spark.close();
    }

    private static JavaRDD<LabelledRow> rdd() {
        return spark.parallelize(ROWS, PARTITIONS);
    }

    private static SparkTraining<LabelledRow> training(String recipe) {
        return SparkTraining.of(rdd(), new SoftmaxRows())
                .with(recipe)
                .steps(STEPS)
                .batch(8)
                .rate(0.2f)
                .seed(7)
                .snapshotEvery(5);
    }

    /** The same training with threads that call a group: other messages, another transport, the same bits. */
    private static float[] withThreads(String recipe) {
        SoftmaxRows model = new SoftmaxRows();
        Settings settings = new Settings(recipe, STEPS, 8, 0.2f, 0.9f, 7, 5);
        List<List<LabelledRow>> shards = rdd().glom().collect();
        List<float[]> models = LocalGroup.run(PARTITIONS, group -> {
            int rank = group.rank();
            float[] parameters = new float[Tensors.elements(model.tensors())];
            model.initialize(settings.startSeed(), parameters);
            Replica replica = new Replica(parameters);
            RowOrder<LabelledRow> order = new RowOrder<>(shards.get(rank), 8, settings.orderSeed(rank));
            ModelReduction reduction =
                    new ModelReduction(Policy.parse(recipe), model.tensors(), settings.reductionSeed(0), group);
            for (int step = 0; step < STEPS; step++) {
                float[] gradient = new float[parameters.length];
                model.gradient(parameters, order.of(step), gradient);
                List<FloatSlice> slices = Tensors.slices(model.tensors(), gradient);
                for (int i = 0; i < slices.size(); i++) {
                    reduction.reduce(i, slices.get(i));
                    replica.step(
                            slices.get(i),
                            0.2f,
                            reduction.reducer(i).traits(Traits.ANY_SHAPE).keepsMomentum() ? 0 : 0.9f);
                }
            }
            return parameters;
        });
        return models.get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dense",
                "topk(0.01)+ef",
                "powersgd(2)+ef",
                "int8+sharedscale",
                "vote",
                "terngrad",
                "topk(0.1)+ef21",
                "sharedrandomk(0.2,scaled=false)+ef",
                "dlion(average)",
                "vectors: dense; *: powersgd(2)+ef; fuse(1MB)"
            })
    void sameBitsAsThreads(String recipe) {
        TrainedModel trained = training(recipe).run();
        assertThat(trained.parameters()).isEqualTo(withThreads(recipe));
        assertThat(trained.steps()).isEqualTo(STEPS);
        assertThat(trained.replacements()).isZero();
        assertThat(trained.bitsUp()).isPositive();
    }

    /** One job to begin, one a round, and one for each of the three snapshots. */
    @Test
    void aStepThatGathersIsOneJob() {
        assertThat(training("topk(0.01)+ef").run().jobs()).isEqualTo(1 + STEPS + 3);
        assertThat(training("powersgd(2)+ef").run().jobs()).isEqualTo(1 + 2 * STEPS + 3);
    }

    @Test
    void bothDirectionsAreCompressed() {
        TrainedModel dense = training("dense").run();
        TrainedModel sparse = training("topk(0.01)+ef").run();
        assertThat(sparse.bitsUp()).isLessThan(dense.bitsUp() / 3);
        assertThat(sparse.bitsDown()).isLessThan(dense.bitsDown() / 2);
    }

    @Test
    void trainingLearns() {
        TrainedModel trained = training("topk(0.1)+ef").steps(80).run();
        float[] start = new float[trained.parameters().length];
        new SoftmaxRows().initialize(new Settings("dense", 1, 1, 1, 0, 7, 1).startSeed(), start);
        assertThat(SoftmaxRows.loss(start, ROWS)).isGreaterThan(1.5);
        assertThat(SoftmaxRows.loss(trained.parameters(), ROWS)).isLessThan(0.3);
        assertThat(trained.values("bias")).hasSize(LabelledRow.CLASSES);
        assertThatThrownBy(() -> trained.values("hidden")).hasMessageContaining("weights, bias");
    }

    @ParameterizedTest
    @ValueSource(strings = {"topk(0.01)+ef", "powersgd(2)+ef", "vote"})
    void aResumedTrainingHasTheBitsOfOneThatWasNeverStopped(String recipe, @TempDir Path folder) {
        TrainedModel stopped = training(recipe).steps(7).checkpoints(folder).run();
        TrainedModel resumed = training(recipe).checkpoints(folder).resume();
        TrainedModel whole = training(recipe).run();
        assertThat(stopped.steps()).isEqualTo(7);
        assertThat(resumed.parameters()).isEqualTo(whole.parameters());
        assertThat(resumed.bitsUp()).isEqualTo(whole.bitsUp());
        assertThat(resumed.bitsDown()).isEqualTo(whole.bitsDown());
        assertThat(resumed.loss()).isEqualTo(whole.loss());
        TrainedModel again = training(recipe).checkpoints(folder).resume();
        assertThat(again.parameters()).as("nothing is left to do").isEqualTo(whole.parameters());
        assertThat(again.loss()).isEqualTo(whole.loss());
    }

    @Test
    void checkpointsOfOtherTrainingsAreRefused(@TempDir Path folder) throws Exception {
        SparkTraining<LabelledRow> training = training("dense").checkpoints(folder);
        assertThatThrownBy(training::resume).hasMessageContaining("there is no checkpoint");
        training.steps(2).run();
        assertThatThrownBy(training::run).hasMessageContaining("there is a checkpoint already");
        assertThatThrownBy(() -> training.with("vote").resume())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its policy was dense, this one's is vote");
        assertThatThrownBy(() -> training.steps(1).resume()).hasMessageContaining("step 2, and 1 are asked for");
        Path file = folder.resolve(Checkpoint.FILE);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(training::resume)
                .isInstanceOf(MalformedInputException.class)
                .hasMessageContaining("damaged");
        assertThatThrownBy(training("dense")::resume).hasMessageContaining("needs a folder");
    }

    @Test
    void recipesThatCannotBeAreRefusedBeforeAnyJob() {
        assertThatThrownBy(() -> training("topk(2)"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2");
        assertThatThrownBy(() -> training("int8+hierarchical(2)").run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hierarchical(2)");
        assertThatThrownBy(() -> training("weights: dense").run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bias");
    }

    @Test
    void settingsThatCannotBeNameTheValue() {
        SparkTraining<LabelledRow> training = training("dense");
        assertThatThrownBy(() -> training.steps(0)).hasMessage("steps: at least 1, not 0");
        assertThatThrownBy(() -> training.batch(-1)).hasMessageContaining("not -1");
        assertThatThrownBy(() -> training.rate(Float.NaN)).hasMessageContaining("this is NaN");
        assertThatThrownBy(() -> training.momentum(1)).hasMessageContaining("this is 1.0");
        assertThatThrownBy(() -> training.snapshotEvery(0)).hasMessageContaining("not 0");
    }

    @Test
    void aGradientThatIsNotFiniteNamesPartitionTensorAndElement() {
        List<Integer> labels = List.of(1, 1, -1, 1);
        JavaRDD<LabelledRow> rows =
                spark.parallelize(labels, 4).map(label -> new LabelledRow(new float[LabelledRow.FEATURES], label));
        SparkTraining<LabelledRow> training =
                SparkTraining.of(rows, new Labels()).with("topk(0.1)+ef").steps(3);
        assertThatThrownBy(training::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition 2, step 0: tensor bias")
                .hasMessageContaining("element 5")
                .hasMessageContaining("NaN");
    }

    /** A gradient of labels alone, which is not finite where a label is negative. */
    static final class Labels extends SoftmaxRows {
        private static final long serialVersionUID = 1L;

        @Override
        public double gradient(float[] parameters, List<LabelledRow> rows, float[] gradient) {
            for (LabelledRow row : rows) {
                gradient[WEIGHTS + 5] += row.label() < 0 ? Float.NaN : row.label();
            }
            return 0;
        }
    }

    @Test
    void aModelThatThrowsIsNamedWithItsPartition() {
        SparkTraining<LabelledRow> training = SparkTraining.of(rdd(), new Throwing());
        assertThatThrownBy(training::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("partition 0, step 0: no such table");
    }

    static final class Throwing extends SoftmaxRows {
        private static final long serialVersionUID = 1L;

        @Override
        public double gradient(float[] parameters, List<LabelledRow> rows, float[] gradient) {
            throw new IllegalStateException("no such table");
        }
    }

    @Test
    void anEmptyPartitionIsNamed() {
        List<LabelledRow> two = new ArrayList<>(ROWS.subList(0, 2));
        SparkTraining<LabelledRow> training = SparkTraining.of(spark.parallelize(two, 4), new SoftmaxRows());
        assertThatThrownBy(training::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition 0")
                .hasMessageContaining("no rows")
                .hasMessageContaining("from 4 to fewer partitions");
    }

    @Test
    void nothingStaysInTheMemoryOfExecutors() {
        training("dense").run();
        assertThat(spark.getPersistentRDDs()).isEmpty();
    }
}
