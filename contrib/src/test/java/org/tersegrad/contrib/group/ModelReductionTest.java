package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Plan;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.model.Rule;

class ModelReductionTest {
    private static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("hidden.weights", new Shape(32, 64)),
            new NamedTensor("hidden.bias", Shape.vector(32)),
            new NamedTensor("output.weights", new Shape(10, 32)));
    private static final Policy POLICY = Policy.parse("vectors: dense; size<1000: sign+ef; *: powersgd(2)+ef");

    private static float[] gradient(int tensor, int worker, int step) {
        return CounterRandom.gaussians(TENSORS.get(tensor).shape().size(), 10_000L * tensor + 100L * worker + step);
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

    /** Residuals that grow without end are announced, once, with the tensors. */
    @Test
    void thePlanWarnsOfResidualsThatGrow() {
        Policy policy = Policy.parse("vectors: dense; *: powersgd(2,residual=aggregated)+ef");
        Plan plan = LocalGroup.run(2, group -> Plan.rehearse(policy, TENSORS, group))
                .get(0);
        String warning =
                "warning: powersgd(2,residual=aggregated)+ef: aggregated residuals grow without end where workers"
                        + " differ; residual=local does not (hidden.weights, output.weights)";
        assertThat(plan.warnings()).containsExactly(warning);
        assertThat(plan.toString().lines()).hasSize(TENSORS.size() + 3).last().isEqualTo(warning);
        assertThat(LocalGroup.run(2, group -> Plan.rehearse(POLICY, TENSORS, group))
                        .get(0)
                        .warnings())
                .isEmpty();
    }

    /** A call that throws leaves the caller's gradient as it was, and the residual of the old policy intact. */
    @Test
    void aRefusedGradientIsNotChanged() {
        LocalGroup.run(2, group -> {
            ModelReduction model = new ModelReduction(Policy.parse("topk(0.01)+ef"), TENSORS, Seed.of(5), group);
            model.reduce(0, FloatSlice.of(gradient(0, group.rank(), 0)));
            model.replace(Policy.parse("powersgd(2)+ef"));
            double residual = model.residualNorm();
            for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
                float[] gradient = gradient(0, group.rank(), 1);
                gradient[7] = bad;
                float[] asked = gradient.clone();
                assertThatThrownBy(() -> model.reduce(0, FloatSlice.of(gradient)))
                        .isInstanceOf(RefusedException.class)
                        .hasMessageContaining("tensor hidden.weights: element 7 of the gradient is ");
                assertThat(gradient).isEqualTo(asked);
                assertThat(model.residualNorm()).isEqualTo(residual);
            }
            float[] huge = gradient(0, group.rank(), 1);
            huge[7] = Float.MAX_VALUE;
            model.reduce(0, FloatSlice.of(huge));
            FloatSlice.of(huge).requireFinite();
            return 0;
        });
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

    /** Everything taken plus the residual is everything produced, whatever policies were in force. */
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
            float[] residual = residual(model, size);
            model.replace(Policy.parse("dense")); // which pays all
            assertThat(residual(model, size)).isEqualTo(residual);
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

    /** The residual of the first tensor, whichever policy left it. */
    private static float[] residual(ModelReduction model, int size) {
        float[] residual = new float[size];
        model.addResidualTo(0, FloatSlice.of(residual), 1f);
        double squares = 0;
        for (float each : residual) {
            squares += (double) each * each;
        }
        assertThat(Math.sqrt(squares)).isCloseTo(model.residualNorm(), within(1e-3 * model.residualNorm()));
        return residual;
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

    /** The first tensor could be averaged so; the second could not. */
    @Test
    void aPolicyThatTheGroupCannotFollowChangesNothing() {
        LocalGroup.run(2, group -> {
            ModelReduction model = new ModelReduction(POLICY, TENSORS, Seed.of(5), group);
            model.reduce(0, FloatSlice.of(gradient(0, group.rank(), 0)));
            ByteBuffer before = ByteBuffer.allocate(model.stateBytes());
            model.save(before);
            Policy impossible = Policy.of(Rule.forVectors(forBadGroups()), Rule.forAll(new AllReduce()));
            assertThatThrownBy(() -> model.replace(impossible)).hasMessageContaining("not with this group");
            ByteBuffer after = ByteBuffer.allocate(model.stateBytes());
            model.save(after);
            assertThat(after.array()).isEqualTo(before.array());
            assertThat(model.reducer(0)).hasToString("powersgd(2)+ef");
            return 0;
        });
    }

    /** A restored model has forgotten its own residuals, and its next policies have the randomness of the saved one's. */
    @Test
    void aRestoredModelIsReplacedLikeTheSavedOne() {
        LocalGroup.run(2, group -> {
            ModelReduction model = new ModelReduction(Policy.parse("sign+ef"), TENSORS, Seed.of(5), group);
            model.reduce(0, FloatSlice.of(gradient(0, group.rank(), 0)));
            model.replace(POLICY);
            for (int tensor = 0; tensor < TENSORS.size(); tensor++) {
                model.reduce(tensor, FloatSlice.of(gradient(tensor, group.rank(), 0)));
            }
            ByteBuffer state = ByteBuffer.allocate(model.stateBytes());
            model.save(state);
            ModelReduction restored = new ModelReduction(Policy.parse("topk(0.1)+ef"), TENSORS, Seed.of(5), group);
            restored.reduce(0, FloatSlice.of(gradient(0, group.rank(), 5)));
            restored.replace(POLICY); // with a residual that is still to go out
            double residual = restored.residualNorm();
            byte[] damaged = state.array().clone();
            damaged[damaged.length - 1] ^= 1; // of a tensor's state; the checksum of the whole is mended
            mendChecksum(damaged);
            assertThatThrownBy(() -> restored.restore(ByteBuffer.wrap(damaged)))
                    .isInstanceOf(MalformedInputException.class);
            assertThat(restored.residualNorm()).isEqualTo(residual);
            restored.restore(state.flip());
            assertThat(restored.residualNorm()).isEqualTo(model.residualNorm());
            for (Policy policy : List.of(POLICY, Policy.parse("sharedrandomk(0.1)"))) {
                model.replace(policy);
                restored.replace(policy);
                float[] a = gradient(0, group.rank(), 1);
                float[] b = a.clone();
                model.reduce(0, FloatSlice.of(a));
                restored.reduce(0, FloatSlice.of(b));
                assertThat(b).isEqualTo(a);
            }
            return 0;
        });
    }

    private static void mendChecksum(byte[] state) {
        CRC32C checksum = new CRC32C();
        checksum.update(state, 0, 16);
        checksum.update(state, 20, state.length - 20);
        ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN).putInt(16, (int) checksum.getValue());
    }

    private static Reducer forBadGroups() {
        return new Reducer() {
            @Override
            public Reduction reduction(Shape shape, Seed seed, Collective group) {
                throw new IllegalArgumentException("not with this group");
            }

            @Override
            public Traits traits(Shape shape) {
                return Traits.none();
            }
        };
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
                    Policy.parse(POLICY.toString().replace("sign", "int4")), TENSORS, Seed.of(6), group);
            assertThatThrownBy(() -> other.restore(state.rewind()))
                    .hasMessageContaining("a state under another policy");
            other.replace(POLICY);
            assertThatThrownBy(() -> other.save(ByteBuffer.allocate(other.stateBytes())))
                    .hasMessageContaining("save after that");
            return 0;
        });
    }

    /** As many tensors, another size: where no tensor has a state of its own, only the number of elements tells the two apart. */
    @Test
    void theStateOfAModelOfAnotherSizeIsRefused() {
        Policy dense = Policy.parse("dense");
        LocalGroup.run(1, group -> {
            ModelReduction model = new ModelReduction(dense, TENSORS, Seed.of(5), group);
            ByteBuffer state = ByteBuffer.allocate(model.stateBytes());
            model.save(state);
            List<NamedTensor> larger =
                    List.of(TENSORS.get(0), new NamedTensor("hidden.bias", Shape.vector(33)), TENSORS.get(2));
            ModelReduction other = new ModelReduction(dense, larger, Seed.of(5), group);
            assertThatThrownBy(() -> other.restore(state.flip()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1 x 2400")
                    .hasMessageContaining("1 x 2401");
            return 0;
        });
    }
}
