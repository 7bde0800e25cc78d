package org.tersegrad.convergence.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.compressors.FloatSlice;

/** A few steps, computed by hand or by a loop in double. */
class OptimizerTest {
    private static final double[] GRADIENTS = {2, -1, 0.5, 0.25, -3};

    private static float[] twoSteps(Optimizer optimizer) {
        float[] x = {1, 1, 1};
        Optimizer.State state = optimizer.state(3, 0, false);
        FloatSlice slice = new FloatSlice(x, 1, 1);
        state.step(slice, new float[] {9, 2, 9}, 0.1f, 0.9f, 1);
        state.step(slice, new float[] {9, -1, 9}, 0.1f, 0.9f, 2);
        assertThat(x[0] + x[2]).isEqualTo(2f); // of other tensors
        return x;
    }

    /** One parameter that starts at 1, after a step at rate 0.1 for each gradient. */
    private static double after(Optimizer optimizer, float momentum, float weightDecay, boolean nesterov) {
        float[] x = {1};
        Optimizer.State state = optimizer.state(1, weightDecay, nesterov);
        for (int step = 1; step <= GRADIENTS.length; step++) {
            float[] gradient = {(float) GRADIENTS[step - 1]};
            state.step(FloatSlice.of(x), gradient, 0.1f, momentum, step);
            assertThat(gradient).containsExactly((float) GRADIENTS[step - 1]);
        }
        return x[0];
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

    /**
     * By hand, with decay 0.5: g = 2 + 0.5 * 1 = 2.5, m = 2.5, x = 1 - 0.25 = 0.75; then g = -1 + 0.375 = -0.625, m = 2.25 -
     * 0.625 = 1.625, x = 0.75 - 0.1625.
     */
    @Test
    void decayOfSgdIsPartOfTheGradientAndHasMomentum() {
        float[] x = {1};
        Optimizer.State state = Optimizer.SGD.state(1, 0.5f, false);
        state.step(FloatSlice.of(x), new float[] {2}, 0.1f, 0.9f, 1);
        assertThat(x[0]).isCloseTo(0.75f, within(1e-6f));
        state.step(FloatSlice.of(x), new float[] {-1}, 0.1f, 0.9f, 2);
        assertThat(x[0]).isCloseTo(0.5875f, within(1e-6f));
    }

    /** The loop that PyTorch documents for torch.optim.SGD, without dampening. */
    @Test
    void nesterovWithDecayIsThatOfPyTorch() {
        double x = 1;
        double b = 0;
        for (int t = 1; t <= GRADIENTS.length; t++) {
            double g = GRADIENTS[t - 1] + 0.01 * x;
            b = t > 1 ? 0.9 * b + g : g;
            g = g + 0.9 * b;
            x = x - 0.1 * g;
        }
        assertThat(after(Optimizer.SGD, 0.9f, 0.01f, true)).isCloseTo(x, within(1e-6));
        assertThat(after(Optimizer.SGD, 0.9f, 0.01f, false)).isNotCloseTo(x, within(1e-2));
    }

    /** By hand: m = 2, x = 1 - 0.1 (2 + 0.9 * 2) = 0.62. */
    @Test
    void theFirstStepOfNesterov() {
        float[] x = {1};
        Optimizer.SGD.state(1, 0, true).step(FloatSlice.of(x), new float[] {2}, 0.1f, 0.9f, 1);
        assertThat(x[0]).isCloseTo(0.62f, within(1e-6f));
    }

    @Test
    void withoutMomentumNesterovChangesNothing() {
        assertThat(after(Optimizer.SGD, 0, 0.01f, true)).isEqualTo(after(Optimizer.SGD, 0, 0.01f, false));
    }

    /** The loop that PyTorch documents for torch.optim.AdamW. */
    @Test
    void decayOfAdamIsThatOfAdamW() {
        double x = 1;
        double m = 0;
        double v = 0;
        for (int t = 1; t <= GRADIENTS.length; t++) {
            double g = GRADIENTS[t - 1];
            x = x - 0.1 * 0.2 * x;
            m = 0.9 * m + 0.1 * g;
            v = 0.999 * v + 0.001 * g * g;
            x = x - 0.1 * (m / (1 - Math.pow(0.9, t))) / (Math.sqrt(v / (1 - Math.pow(0.999, t))) + 1e-8);
        }
        assertThat(after(Optimizer.ADAM, 0.9f, 0.2f, false)).isCloseTo(x, within(1e-5));
    }

    /** Chen et al., "Symbolic Discovery of Optimization Algorithms", 2023: x = x - rate (u + lambda x). */
    @Test
    void decayOfLionIsApartFromTheSign() {
        double x = 1;
        double m = 0;
        for (double g : GRADIENTS) {
            x = x - 0.1 * (Math.signum(0.9 * m + 0.1 * g) + 0.2 * x);
            m = 0.99 * m + 0.01 * g;
        }
        assertThat(after(Optimizer.LION, 0.9f, 0.2f, false)).isCloseTo(x, within(1e-6));
    }

    /** A gradient of zero shows what decay does alone. */
    @ParameterizedTest
    @EnumSource
    void decayAloneShrinks(Optimizer optimizer) {
        float[] x = {4, -4};
        optimizer.state(2, 0.5f, false).step(FloatSlice.of(x), new float[2], 0.1f, 0.9f, 1);
        assertThat(x).usingComparatorWithPrecision(1e-6f).containsExactly(3.8f, -3.8f);
    }

    @Test
    void settingsRefuseWhatAnOptimizerDoesNotHave() {
        assertThatThrownBy(() -> Settings.usual().withWeightDecay(-1))
                .hasMessage("weight decay is 0 or more, this is -1.0");
        assertThatThrownBy(() -> Settings.usual().withWeightDecay(Float.NaN)).hasMessageContaining("this is NaN");
        assertThatThrownBy(() -> new Settings(2, 2, 2, 0.1f, 0, Optimizer.SGD, Partition.iid()).withNesterov(true))
                .hasMessage("Nesterov's momentum is for sgd with a momentum above 0, this is sgd with momentum 0.0");
        assertThatThrownBy(() -> new Settings(2, 2, 2, 0.1f, 0.9f, Optimizer.ADAM, Partition.iid()).withNesterov(true))
                .hasMessageEndingWith("this is adam with momentum 0.9");
    }
}
