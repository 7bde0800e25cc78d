package org.tersegrad.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.tersegrad.reducers.model.NamedTensor;

/** A training whose Spark context is stopped by someone else. */
class StoppedContextTest {
    /** Stops the context when it is asked for its tensors after the workers are cached: before the first job. */
    private static final class Stopping extends SoftmaxRows {
        private static final long serialVersionUID = 1L;

        private final transient JavaSparkContext spark;

        Stopping(JavaSparkContext spark) {
            this.spark = spark;
        }

        @Override
        public List<NamedTensor> tensors() {
            if (!spark.getPersistentRDDs().isEmpty()) {
                spark.stop();
            }
            return super.tensors();
        }
    }

    @Test
    void theCallerSeesWhyTrainingEnded() {
        try (JavaSparkContext spark = Sparks.local()) {
            SparkTraining<LabelledRow> training = SparkTraining.of(
                            spark.parallelize(LabelledRow.some(20), 2), new Stopping(spark))
                    .with("dense")
                    .steps(20)
                    .batch(4);

            assertThatThrownBy(training::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("SparkContext has been shutdown");
        }
    }
}
