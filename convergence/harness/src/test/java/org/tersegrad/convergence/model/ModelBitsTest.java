package org.tersegrad.convergence.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Seed;

/** Training ends in the same parameters everywhere, to the last bit. The numbers are from one machine and hold on all. */
class ModelBitsTest {
    private static final List<Integer> HASHES = List.of(
            -2142791868,
            909997889,
            -1062164792,
            -1790113742,
            -1607445344,
            -1670899219,
            770851463,
            -1555802461,
            -1301661390,
            747829851,
            -1003862362,
            238649488,
            -1650513417);

    @Test
    void twentyStepsEndWhereTheyAlwaysDid() {
        List<ModelLawsTest.Model> models = ModelLawsTest.models();
        assertThat(models).hasSameSizeAs(HASHES);
        for (int i = 0; i < models.size(); i++) {
            assertThat(Arrays.hashCode(train(models.get(i).problem())))
                    .as(models.get(i).toString())
                    .isEqualTo(HASHES.get(i));
        }
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
