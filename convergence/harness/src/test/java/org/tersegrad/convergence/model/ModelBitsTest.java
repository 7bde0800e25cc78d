package org.tersegrad.convergence.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Seed;

/** Training ends in the same parameters everywhere, to the last bit. The numbers are from one machine and hold on all. */
class ModelBitsTest {
    @Test
    void twentyStepsEndWhereTheyAlwaysDid() {
        assertThat(ModelLawsTest.models().stream()
                        .map(model -> model + " " + Arrays.hashCode(train(model.problem())))
                        .toList())
                .containsExactly(
                        "softmax on images -849140480",
                        "softmax on images -2072603135",
                        "mlp(17) on images 203627611",
                        "mlp(11,6) on images 1420071812",
                        "cnn(3,5) on images 873796734",
                        "logistic on sparse -1670899219",
                        "logistic(0.25) on sparse 770851463",
                        "charlm(13,7) on text -1892689712",
                        "quadratic(10,6) -1301661390",
                        "linear on numbers -254192353",
                        "mlp(9) on numbers 1400651539",
                        "gpt(2,12,3,7) on text -1063365321",
                        "resnet(8,4,6,8) on colours -876571236");
    }

    private static float[] train(Problem problem) {
        float[] parameters = new float[problem.parameters()];
        float[] gradient = new float[parameters.length];
        problem.initialize(Seed.of(5), parameters);
        Learner learner = problem.learner(6);
        for (int step = 0; step < 20; step++) {
            int[] examples = {step % 6, 1, 2, 3, (step + 4) % 6};
            learner.gradient(parameters, examples, 0, 5, gradient);
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] -= 0.1f * gradient[i];
            }
        }
        return parameters;
    }
}
