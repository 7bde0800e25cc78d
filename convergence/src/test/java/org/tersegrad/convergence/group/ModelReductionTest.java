package org.tersegrad.convergence.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.ModelReduction;
import org.tersegrad.compressors.NamedTensor;
import org.tersegrad.compressors.Plan;
import org.tersegrad.compressors.Policy;
import org.tersegrad.compressors.Reduction;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.Gaussian;

@Timeout(60)
class ModelReductionTest {
    private static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("hidden.weights", new Shape(32, 64)),
            new NamedTensor("hidden.bias", Shape.vector(32)),
            new NamedTensor("output.weights", new Shape(10, 32)));
    private static final Policy POLICY = Policy.parse("vectors: dense; size<1000: sign+ef; *: powersgd(2)+ef");

    private static float[] gradient(int tensor, int worker, int step) {
        return Gaussian.tensor(TENSORS.get(tensor).shape().size(), 10_000L * tensor + 100L * worker + step);
    }

    @Test
    void thePlanTellsWhatHappens() {
        List<Plan> plans = LocalGroup.run(2, group -> Plan.rehearse(POLICY, TENSORS, group));
        Plan plan = plans.get(0);
        assertThat(plan.lines())
                .extracting(line -> line.reducer().toString())
                .containsExactly("powersgd(2)+ef", "dense", "sign+ef");
        // Half of two factors to the other worker and half of the sums back; half of the vector likewise; a payload.
        assertThat(plan.lines())
                .extracting(Plan.Line::bits)
                .containsExactly(2 * (32 + 64) * 32L, 32 * 32L, 8L * (16 + 4 + 320 / 8));
        assertThat(plan.bits()).isEqualTo(6144 + 1024 + 480);
        assertThat(plan.toString().lines())
                .containsExactly(
                        "tensor                    shape  reducer                  bits  bits/element",
                        "hidden.weights          32 x 64  powersgd(2)+ef           6144         3.000",
                        "hidden.bias              1 x 32  dense                    1024        32.000",
                        "output.weights          10 x 32  sign+ef                   480         1.500",
                        "all                        2400                           7648         3.187");
    }

    /** Every tensor as if its reducer were alone. */
    @Test
    void tensorsAreAveragedByTheirReducers() {
        LocalGroup.run(3, group -> {
            ModelReduction model = new ModelReduction(POLICY, TENSORS, Seed.of(5), group);
            for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                Reduction alone = POLICY.reducer(TENSORS.get(tensor))
                        .reduction(
                                TENSORS.get(tensor).shape(),
                                Seed.of(5).fork(tensor).fork(0),
                                group);
                for (int step = 0; step < 3; step++) {
                    float[] expected = gradient(tensor, group.rank(), step);
                    float[] mean = expected.clone();
                    long bits = alone.reduce(FloatSlice.of(expected));
                    assertThat(model.reduce(tensor, FloatSlice.of(mean))).isEqualTo(bits);
                    assertThat(mean).isEqualTo(expected);
                }
            }
            return 0;
        });
    }

    /** Everything taken and owed is everything produced, whatever policies were in force. */
    @Test
    void nothingIsLostWhenThePolicyIsReplaced() {
        int workers = 2;
        int size = TENSORS.get(0).shape().size();
        Policy[] policies = {
            POLICY, Policy.parse("topk(0.1)+ef"), Policy.parse("int8"), POLICY, Policy.parse("powersgd(2)+ef")
        };
        List<double[]> open = LocalGroup.run(workers, group -> {
            ModelReduction model = new ModelReduction(policies[0], TENSORS, Seed.of(5), group);
            double[] mine = new double[size];
            for (int step = 0; step < 25; step++) {
                if (step % 5 == 0) {
                    model.replace(policies[step / 5]);
                }
                float[] gradient = gradient(0, group.rank(), step);
                add(mine, gradient, 1.0);
                model.reduce(0, FloatSlice.of(gradient));
                add(mine, gradient, -1.0);
            }
            assertThat(model.residualNorm()).isPositive();
            model.replace(Policy.parse("dense")); // which pays all
            float[] last = new float[size];
            model.reduce(0, FloatSlice.of(last));
            add(mine, last, -1.0);
            assertThat(model.residualNorm()).isZero();
            return mine;
        });
        for (int i = 0; i < size; i++) {
            // int8 without a memory forgets what it rounds
            assertThat(open.get(0)[i] + open.get(1)[i]).isCloseTo(0, within(1.0));
        }
    }

    private static void add(double[] sum, float[] values, double weight) {
        for (int i = 0; i < values.length; i++) {
            sum[i] += weight * values[i];
        }
    }

    @Test
    void whatStaysTheSameGoesOn() {
        LocalGroup.run(2, group -> {
            ModelReduction model = new ModelReduction(POLICY, TENSORS, Seed.of(5), group);
            ModelReduction undisturbed = new ModelReduction(POLICY, TENSORS, Seed.of(5), group);
            for (int step = 0; step < 6; step++) {
                if (step == 3) {
                    model.replace(Policy.parse("*.bias: vote; hidden.*: powersgd(2)+ef; *: dense"));
                    assertThat(model.reducer(1)).hasToString("vote");
                }
                float[] a = gradient(0, group.rank(), step);
                float[] b = a.clone();
                model.reduce(0, FloatSlice.of(a));
                undisturbed.reduce(0, FloatSlice.of(b));
                assertThat(a).isEqualTo(b);
            }
            assertThatThrownBy(() -> model.replace(Policy.parse("vectors: dense")))
                    .hasMessageContaining("is for hidden.weights");
            return 0;
        });
    }

    @Test
    void aSavedModelGoesOn() {
        LocalGroup.run(2, group -> {
            ModelReduction model = new ModelReduction(POLICY, TENSORS, Seed.of(5), group);
            for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                model.reduce(tensor, FloatSlice.of(gradient(tensor, group.rank(), 0)));
            }
            ByteBuffer state = ByteBuffer.allocate(model.stateBytes());
            model.save(state);
            ModelReduction restored = new ModelReduction(POLICY, TENSORS, Seed.of(6), group);
            restored.restore(state.flip());
            for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                float[] a = gradient(tensor, group.rank(), 1);
                float[] b = a.clone();
                model.reduce(tensor, FloatSlice.of(a));
                restored.reduce(tensor, FloatSlice.of(b));
                assertThat(b).isEqualTo(a);
            }
            ModelReduction other = new ModelReduction(
                    Policy.parse(POLICY.toString().replace("sign", "half")), TENSORS, Seed.of(6), group);
            assertThatThrownBy(() -> other.restore(state.rewind()))
                    .hasMessageContaining("a state under another policy");
            other.replace(POLICY);
            assertThatThrownBy(() -> other.save(ByteBuffer.allocate(other.stateBytes())))
                    .hasMessageContaining("save after that");
            return 0;
        });
    }
}
