package org.tersegrad.convergence.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.FloatSlice;

/** Two steps, computed by hand in double. */
class OptimizerTest {
    private static float[] twoSteps(Optimizer optimizer) {
        float[] x = {1, 1, 1};
        Optimizer.State state = optimizer.state(3);
        FloatSlice slice = new FloatSlice(x, 1, 1);
        state.step(slice, new float[] {9, 2, 9}, 0.1f, 0.9f, 1);
        state.step(slice, new float[] {9, -1, 9}, 0.1f, 0.9f, 2);
        assertThat(x[0] + x[2]).isEqualTo(2f); // of other tensors
        return x;
    }

    @Test
    void sgd() {
        assertThat(twoSteps(Optimizer.SGD)[1]).isCloseTo(1 - 0.1f * 2 - 0.1f * (0.9f * 2 - 1), within(1e-6f));
    }

    @Test
    void adam() {
        double first = 0.1 * 2 / (1 - 0.9) / (Math.sqrt(0.001 * 4 / (1 - 0.999)) + 1e-8);
        double m = 0.9 * 0.1 * 2 - 0.1;
        double v = 0.999 * 0.001 * 4 + 0.001;
        double second = m / (1 - 0.81) / (Math.sqrt(v / (1 - 0.999 * 0.999)) + 1e-8);
        assertThat((double) twoSteps(Optimizer.ADAM)[1]).isCloseTo(1 - 0.1 * first - 0.1 * second, within(1e-5));
    }

    @Test
    void lion() {
        // The second update is the sign of 0.9 * 0.01 * 2 - 0.1.
        assertThat(twoSteps(Optimizer.LION)[1]).isCloseTo(1 - 0.1f + 0.1f, within(1e-6f));
    }
}
