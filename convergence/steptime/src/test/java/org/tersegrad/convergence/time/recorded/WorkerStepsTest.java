package org.tersegrad.convergence.time.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Optimizer;

class WorkerStepsTest {
    @ParameterizedTest
    @ValueSource(strings = {"sgd", "adam", "lion", "muon"})
    void aGradientAndAStepAreTimedByTheClock(Optimizer optimizer) {
        Problem problem = Models.make("softmax", () -> DataSets.load("digits", Path.of("none")));
        AtomicLong clock = new AtomicLong();
        WorkerSteps steps = new WorkerSteps(problem, 16, optimizer, () -> clock.getAndAdd(7));
        assertThat(steps.step()).isEqualTo(new Stopwatch.Nanos(7, 7));
        assertThat(steps.elements()).isEqualTo(problem.parameters());
    }
}
