package org.tersegrad.convergence.time.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.TimedLearner;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;

class MeasuredProfileTest {
    private static Problem problem(String model) {
        return Models.make(model, () -> DataSets.load("digits", Path.of("no-cache")));
    }

    /** A clock that is a microsecond later at each look: what is counted is how often it is looked at. */
    @Test
    void everyLayerIsTimedFromTheGradientBeforeIt() {
        AtomicLong clock = new AtomicLong();
        Profile profile = MeasuredProfile.of(problem("mlp(32,16)"), 8, () -> clock.addAndGet(1000));
        assertThat(profile.tensors())
                .extracting(ProfileTensor::name)
                .isEqualTo(problem("mlp(32,16)").tensors().stream()
                        .map(ModelTensor::name)
                        .toList());
        assertThat(profile.forwardSeconds()).isCloseTo(1e-6, within(1e-15));
        // Three layers from all to all and two rectifiers, which count for the gradients that come after them.
        assertThat(profile.tensors().stream()
                        .map(ProfileTensor::backwardSeconds)
                        .map(s -> Math.round(s * 1e6)))
                .containsExactly(0L, 2L, 0L, 2L, 0L, 1L);
    }

    @Test
    void whereLayersAreUnknownAllGradientsComeAtTheEnd() {
        AtomicLong clock = new AtomicLong();
        Profile profile = MeasuredProfile.of(problem("quadratic(100,16)"), 4, () -> clock.addAndGet(3000));
        assertThat(profile.forwardSeconds()).isCloseTo(1e-6, within(1e-15));
        assertThat(profile.backwardSeconds()).isCloseTo(2e-6, within(1e-15));
        assertThat(profile.backwardOrder().get(0).backwardSeconds()).isCloseTo(2e-6, within(1e-15));
    }

    @Test
    void aGradientWithALookAtTheClockHasTheSameBits() {
        Problem problem = problem("cnn");
        float[] parameters = new float[problem.parameters()];
        problem.initialize(Seed.of(3), parameters);
        float[] plain = new float[parameters.length];
        float[] timed = new float[parameters.length];
        int[] examples = {5, 1, 7};
        Learner learner = problem.learner(3);
        learner.gradient(parameters, examples, 0, 3, plain);
        TimedLearner.Times times = ((TimedLearner) learner).times(parameters, examples, 0, 3, timed, System::nanoTime);
        assertThat(timed).containsExactly(plain);
        assertThat(times.backward()).hasSameSizeAs(problem.tensors());
        assertThat(List.copyOf(times.backward()))
                .allSatisfy(each -> assertThat(each).isNotNegative());
    }

    @Test
    void realTimesAreThere() {
        Profile profile = MeasuredProfile.of(problem("cnn"), 16);
        assertThat(profile.forwardSeconds()).isPositive();
        assertThat(profile.backwardSeconds()).isPositive();
    }
}
