package org.tersegrad.reducers.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/** Workers that would not average the same thing in the same way hear of it before the first step, all of them. */
class GroupDigestTest {
    private static final List<NamedTensor> TENSORS =
            List.of(new NamedTensor("weights", new Shape(6, 4)), new NamedTensor("bias", Shape.vector(6)));
    private static final Policy POLICY = Policy.parse("sharedrandomk(0.5)");

    /** The messages of three workers, of which the last is made by {@code other}. */
    private static List<String> messages(BiFunction<Collective, ModelReduction, ModelReduction> other) {
        return LocalGroup.run(3, group -> {
            ModelReduction usual = new ModelReduction(POLICY, TENSORS, Seed.of(42), group);
            ModelReduction model = group.rank() == 2 ? other.apply(group, usual) : usual;
            String message = "";
            try {
                step(model);
            } catch (IllegalArgumentException e) {
                message = String.valueOf(e.getMessage());
            }
            group.barrier(); // the group goes on
            return message;
        });
    }

    private static long step(ModelReduction model) {
        for (int i = model.tensors().size() - 1; i >= 0; i--) {
            model.begin(
                    i, FloatSlice.of(new float[model.tensors().get(i).shape().size()]));
        }
        return model.finish();
    }

    private static void assertAllSay(String difference, List<String> messages) {
        assertThat(messages).hasSize(3).allSatisfy(each -> assertThat(each).startsWith(difference + "; all workers"));
    }

    @Test
    void workersThatAgreeStep() {
        assertThat(messages((group, usual) -> new ModelReduction(POLICY, TENSORS, Seed.of(42), group)))
                .containsOnly("");
    }

    @Test
    void aSeedForkedByWorkerIsNamed() {
        long forked = Seed.of(42).fork(2).value();
        assertAllSay(
                "worker 2 has seed " + forked + " where worker 0 has seed 42",
                messages((group, usual) ->
                        new ModelReduction(POLICY, TENSORS, Seed.of(42).fork(group.rank()), group)));
    }

    @Test
    void anotherPolicyIsNamed() {
        assertAllSay(
                "worker 2 has tensor bias, 1 x 6, with dense where worker 0 has tensor bias, 1 x 6, with sharedrandomk(0.5)",
                messages((group, usual) -> new ModelReduction(
                        Policy.parse("vectors: dense; *: sharedrandomk(0.5)"), TENSORS, Seed.of(42), group)));
    }

    @Test
    void otherBucketsAreNamed() {
        assertAllSay(
                "worker 2 has fuse(1048576) where worker 0 has fuse(0)",
                messages((group, usual) -> new ModelReduction(
                        Policy.parse("fuse(1MB); *: sharedrandomk(0.5)"), TENSORS, Seed.of(42), group)));
    }

    @Test
    void aTensorMoreIsNamed() {
        List<NamedTensor> more = List.of(TENSORS.get(0), TENSORS.get(1), new NamedTensor("scale", Shape.vector(1)));
        assertAllSay(
                "worker 2 has tensor scale, 1 x 1, with sharedrandomk(0.5) where worker 0 has no more parameters",
                messages((group, usual) -> new ModelReduction(POLICY, more, Seed.of(42), group)));
    }

    @Test
    void aPolicyReplacedByOneWorkerIsNamed() {
        List<String> messages = LocalGroup.run(2, group -> {
            ModelReduction model = new ModelReduction(POLICY, TENSORS, Seed.of(42), group);
            step(model);
            model.replace(group.rank() == 0 ? POLICY : Policy.parse("dense"));
            try {
                step(model);
                return "";
            } catch (IllegalArgumentException e) {
                return String.valueOf(e.getMessage());
            }
        });
        assertThat(messages)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).contains("with dense where worker 0 has tensor weights"));
    }

    @Test
    void newcomersAndSurvivorsOfARegroupedModelAgree() {
        List<Long> bits = LocalGroup.run(3, group -> {
            Collective two = group.split(group.rank() == 2 ? 1 : 0);
            ModelReduction model = new ModelReduction(POLICY, TENSORS, Seed.of(1), two);
            step(model);
            if (group.rank() == 2) {
                model = new ModelReduction(POLICY, TENSORS, Seed.of(2), group);
            } else {
                model.regroup(group, Seed.of(2));
            }
            return step(model);
        });
        assertThat(bits).doesNotContain(0L);
    }

    @Test
    void agreeingIsNotPartOfWhatAStepSends() {
        assertThat(LocalGroup.run(2, group -> {
                    ModelReduction model = new ModelReduction(POLICY, TENSORS, Seed.of(42), group);
                    long first = step(model);
                    return first == step(model);
                }))
                .containsOnly(true);
    }

    @Test
    void aReducerWithoutATextIsComparedByItsClass() {
        assertThat(LocalGroup.run(2, group -> {
                    Policy policy = Policy.of(new Anonymous());
                    return step(new ModelReduction(policy, TENSORS, Seed.of(42), group));
                }))
                .hasSize(2);
    }

    private static final class Anonymous implements Reducer {
        @Override
        public Reduction reduction(Shape shape, Seed seed, Collective group) {
            return POLICY.reducer(TENSORS.get(0)).reduction(shape, seed, group);
        }

        @Override
        public Traits traits(Shape shape) {
            return POLICY.reducer(TENSORS.get(0)).traits(shape);
        }
    }

    @Test
    void twoTensorsOfOneNameAreRejected() {
        List<NamedTensor> twice = List.of(TENSORS.get(1), TENSORS.get(1));
        assertThatThrownBy(() -> LocalGroup.run(1, group -> new ModelReduction(POLICY, twice, Seed.of(42), group)))
                .rootCause()
                .hasMessage("two tensors have the name bias");
    }
}
