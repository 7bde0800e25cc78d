package org.tersegrad.contrib.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.signs.ScaledSign;
import org.tersegrad.compressors.sparse.RandomK;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.errorfeedback.EfBv;
import org.tersegrad.errorfeedback.Steps;
import org.tersegrad.testkit.Tensor;

class EControlTest {
    @Property(tries = 100)
    void stepsTakenPlusResidualEqualsProduced(
            @ForAll @IntRange(min = 1, max = 300) int size, @ForAll @IntRange(max = 1000) int seed) {
        // With weights 0 and 1 all stays whole numbers, and exact up to 2^24: in 40 steps a residual can grow beyond
        // that.
        for (float eta : new float[] {0f, 1f}) {
            Steps steps =
                    new Steps(EControl.over(RandomK.fraction(0.3).unscaled()).withEta(eta), Shape.vector(size));
            double[] open = new double[size];
            for (int step = 0; step < 20; step++) {
                float[] gradient = Steps.wholeNumbers(size, seed + step);
                float[] taken = steps.step(gradient);
                for (int i = 0; i < size; i++) {
                    open[i] += (double) gradient[i] - taken[i];
                }
            }
            float[] residual = steps.residual();
            for (int i = 0; i < size; i++) {
                assertThat((double) residual[i]).isEqualTo(open[i]);
            }
        }
    }

    @Test
    void withoutWeightItIsEf21() {
        Steps control = new Steps(EControl.over(new ScaledSign()).withEta(0f), Shape.vector(900));
        Steps ef21 = new Steps(EfBv.ef21(new ScaledSign()), Shape.vector(900));
        for (int step = 0; step < 20; step++) {
            float[] gradient = new Tensor(Tensor.Kind.GAUSSIAN, 1, 900, step).values();
            assertThat(control.step(gradient)).isEqualTo(ef21.step(gradient));
            assertThat(control.bytes()).isEqualTo(ef21.bytes());
        }
    }

    @Test
    void aDebtIsScaledWhenTheRateChanges() {
        Steps steps = new Steps(EControl.over(TopK.count(1)), Shape.vector(2));
        steps.step(new float[] {3, 2});
        assertThat(steps.residual()).containsExactly(0, 2);
        steps.encoder.scaleResidual(0.5f);
        assertThat(steps.residual()).containsExactly(0, 1);
        assertThat(steps.encoder.residualNorm()).isEqualTo(1);
    }

    @Test
    void aResidualThatIsScaledBeyondTheLargestFloatStaysThere() {
        Steps steps = new Steps(EControl.over(TopK.count(1)), Shape.vector(3));
        steps.step(new float[] {3, 2, -1});
        steps.encoder.scaleResidual(3e38f);
        assertThat(steps.residual()).containsExactly(0, Float.MAX_VALUE, -3e38f);
        steps.encoder.scaleResidual(-2f);
        assertThat(steps.residual()).containsExactly(0, -Float.MAX_VALUE, Float.MAX_VALUE);
        steps.step(new float[] {1, 1, 1});
    }

    @Test
    void aSecondMemoryIsRejected() {
        for (String remembering : List.of("topk(0.1)+ef", "topk(0.1)+ef+nonfinite(skip)", "topk(0.1)+ef21")) {
            Compressor inner = Recipe.parse(remembering);
            assertThatThrownBy(() -> EControl.over(inner))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("already remembers");
            assertThatThrownBy(() -> TwoSided.over(inner))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("already remembers");
        }
    }

    @Test
    void isARecipe() {
        assertThat(Recipe.parse("sign+econtrol")).isEqualTo(EControl.over(new ScaledSign()));
        assertThat(Recipe.parse("sign+econtrol(0.1)")).hasToString("sign+econtrol");
        assertThat(Recipe.parse("sign+econtrol(0.25)")).hasToString("sign+econtrol(0.25)");
        for (float eta : new float[] {-1f, 1.5f, Float.NaN}) {
            assertThatThrownBy(() -> EControl.over(new ScaledSign()).withEta(eta))
                    .hasMessageContaining("eta is from 0 to 1, this is " + eta);
        }
    }
}
