package org.tersegrad.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two executors in processes of their own, of which one is killed in the middle of training. */
class LostExecutorTest {
    private static final List<LabelledRow> ROWS = LabelledRow.some(120);

    /** Spark looks for its jars here; all of them are on the class path anyway. The build sets where that is. */
    @BeforeAll
    static void makeSparkHome() throws IOException {
        assertThat(System.getenv()).containsKeys("SPARK_HOME", "SPARK_SCALA_VERSION");
        Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    }

    private static SparkConf conf() {
        return Sparks.conf("local-cluster[2,1,1024]")
                .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .set("spark.locality.wait", "5s")
                .setExecutorEnv("JAVA_HOME", System.getProperty("java.home"));
    }

    /** Ends its process, as kill -9 from outside would, in the tenth gradient of whichever partition comes first; once. */
    static final class Killer extends SoftmaxRows {
        private static final long serialVersionUID = 1L;

        private final String done;
        private transient int calls;

        Killer(Path done) {
            this.done = done.toString();
        }

        @Override
        public double gradient(float[] parameters, List<LabelledRow> rows, float[] gradient) {
            calls++;
            if (calls == 10 && isFirst()) {
                try {
                    new ProcessBuilder(
                                    "kill",
                                    "-9",
                                    Long.toString(ProcessHandle.current().pid()))
                            .start()
                            .waitFor();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return super.gradient(parameters, rows, gradient);
        }

        private boolean isFirst() {
            try {
                Files.createFile(Path.of(done));
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"topk(0.1)+ef", "powersgd(2)+ef"})
    void trainingSurvivesAKilledExecutor(String recipe, @TempDir Path folder) {
        Path done = folder.resolve("killed");
        try (JavaSparkContext spark = new JavaSparkContext(conf())) {
            TrainedModel trained = SparkTraining.of(spark.parallelize(ROWS, 4), new Killer(done))
                    .with(recipe)
                    .steps(40)
                    .batch(8)
                    .rate(0.2f)
                    .run();
            assertThat(done).exists();
            assertThat(trained.steps()).isEqualTo(40);
            assertThat(trained.replacements()).isPositive();
            assertThat(SoftmaxRows.loss(trained.parameters(), ROWS)).isLessThan(0.5);
        }
    }
}
