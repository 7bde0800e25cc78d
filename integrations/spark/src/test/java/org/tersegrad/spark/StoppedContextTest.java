package org.tersegrad.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** A training whose Spark context is stopped by someone else. */
class StoppedContextTest {
    /** Stops the context in its fourth gradient. */
    private static final class Stopping extends SoftmaxRows {
        private static final long serialVersionUID = 1L;
        private static final AtomicInteger GRADIENTS = new AtomicInteger();

        @Override
        public double gradient(float[] parameters, List<LabelledRow> rows, float[] gradient) {
            if (GRADIENTS.incrementAndGet() == 4) {
                SparkContext.getOrCreate().stop();
            }
            return super.gradient(parameters, rows, gradient);
        }
    }

    @Test
    void theCallerSeesWhyTrainingEnded() {
        try (JavaSparkContext spark = Sparks.local()) {
            SparkTraining<LabelledRow> training = SparkTraining.of(
                            spark.parallelize(LabelledRow.some(20), 2), new Stopping())
                    .with("dense")
                    .steps(20)
                    .batch(4);

            assertThatThrownBy(training::run)
                    .isNotInstanceOf(NullPointerException.class)
                    .hasStackTraceContaining("SparkContext");
        }
    }
}
