package org.tersegrad.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;

/** Models of the harness on Spark, with the harness's data and with data of an RDD. */
class HarnessModelTest {
    private static final Path NO_CACHE = Path.of("no-cache");

    private static JavaSparkContext spark;

    @BeforeAll
    static void startSpark() {
        spark = Sparks.local();
    }

    @AfterAll
    static void stopSpark() {
        spark.close();
    }

    private static Problem digits(String model) {
        return Models.make(model, () -> DataSets.load("digits", NO_CACHE));
    }

    private static JavaRDD<LabelledVector> rows(HarnessModel model) {
        LabelledVectors digits = (LabelledVectors) DataSets.load("digits", NO_CACHE);
        int length = digits.length();
        List<LabelledVector> vectors = model.examples().stream()
                .map(i -> new LabelledVector(
                        Arrays.copyOfRange(digits.training().values(), i * length, (i + 1) * length),
                        digits.training().labels()[i]))
                .toList();
        return spark.parallelize(vectors, 2);
    }

    @Test
    void dataOfTheHarnessAndDataOfAnRddTrainTheSameModel() {
        HarnessModel byNumber = new HarnessModel(() -> digits("mlp(16)"));
        TrainedModel numbers = SparkTraining.of(spark.parallelize(byNumber.examples(), 2), byNumber)
                .with("vectors: dense; *: topk(0.2)+ef")
                .steps(50)
                .run();
        TrainedModel vectors = SparkTraining.of(rows(byNumber), new VectorModel("mlp(16)", 8, 8, 10))
                .with("vectors: dense; *: topk(0.2)+ef")
                .steps(50)
                .run();
        assertThat(vectors.parameters()).isEqualTo(numbers.parameters());
        assertThat(vectors.tensors()).isEqualTo(digits("mlp(16)").namedTensors());
        double accuracy =
                digits("mlp(16)").learner(100).test(numbers.parameters()).accuracy();
        assertThat(accuracy).isGreaterThan(0.5);
    }

    @Test
    void aModelWithoutDataTrains() {
        HarnessModel quadratic = new HarnessModel(() -> Models.make("quadratic(20,8)", () -> {
            throw new AssertionError("it learns from no data");
        }));
        TrainedModel trained = SparkTraining.of(spark.parallelize(quadratic.examples(), 2), quadratic)
                .with("topk(0.2)+ef")
                .batch(4)
                .steps(30)
                .rate(0.02f)
                .run();
        float[] start = new float[20];
        quadratic.initialize(new Settings("dense", 1, 1, 1, 0, 1, 1).startSeed(), start);
        Problem problem = quadratic.problem();
        assertThat(problem.learner(8).test(trained.parameters()).loss())
                .isLessThan(problem.learner(8).test(start).loss());
    }

    @Test
    void rowsThatDoNotFitAreNamed() {
        JavaRDD<LabelledVector> rows = spark.parallelize(List.of(new LabelledVector(new float[64], 10)), 1);
        assertThatThrownBy(() -> SparkTraining.of(rows, new VectorModel("softmax", 8, 8, 10))
                        .run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition 0")
                .hasMessageContaining("class 10 for a model of 64 values and classes 0 to 9");
        assertThatThrownBy(() -> SparkTraining.of(rows, new VectorModel("charlm", 8, 8, 10))
                        .run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("charlm");
    }
}
