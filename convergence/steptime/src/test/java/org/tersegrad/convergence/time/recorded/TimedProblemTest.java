package org.tersegrad.convergence.time.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;

class TimedProblemTest {
    private static Problem problem() {
        return Models.make("softmax", () -> DataSets.open("digits", Path.of("none")));
    }

    @Test
    void trainsAsTheProblemItWrapsAndKnowsHowLongAGradientTook() {
        TimedProblem timed = new TimedProblem(problem());
        assertThat(losses(timed)).isEqualTo(losses(problem()));
        assertThat(timed.secondsPerGradient(16)).isPositive().isLessThan(60);
    }

    private static double losses(Problem problem) {
        Settings settings = Settings.usual().withBatch(16);
        return Comparison.of(problem)
                .settings(settings)
                .workers(2)
                .seeds(1)
                .epochs(1)
                .with("dense")
                .run(Progress.SILENT)
                .evaluations()
                .stream()
                .mapToDouble(each -> each.test().loss())
                .sum();
    }

    @Test
    void withoutTrainingItComputesSomeGradients() {
        assertThat(new TimedProblem(problem()).secondsPerGradient(4)).isPositive();
    }
}
