package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/** Workers join and leave, and what was produced is what was taken, plus what is still to come. */
class RegroupTest {
    private static final Shape SHAPE = new Shape(16, 32);
    private static final List<NamedTensor> TENSORS = List.of(new NamedTensor("weights", SHAPE));
    private static final int STEPS = 5;

    /** The mean of all gradients of a group, minus the means that its reducers gave, added up over all steps. */
    private static final class Account {
        private final double[] open = new double[SHAPE.size()];

        /** One step, of which each worker books its own share of what was produced and taken. */
        void step(ModelReduction model, Collective group, int step, boolean zero) {
            float[] gradient = zero ? new float[SHAPE.size()] : CounterRandom.gaussians(SHAPE.size(), 100L * step + 7);
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] *= group.rank() + 1;
                open[i] += gradient[i] / group.size();
            }
            model.reduce(0, FloatSlice.of(gradient));
            for (int i = 0; i < gradient.length; i++) {
                open[i] -= gradient[i] / group.size();
            }
        }
    }

    private static void requireNothingOpen(List<Account> accounts) {
        for (int i = 0; i < SHAPE.size(); i++) {
            double sum = 0;
            for (Account account : accounts) {
                sum += account.open[i];
            }
            assertThat(sum).isCloseTo(0, within(1e-3));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"topk(0.05)+ef", "sign+ef", "powersgd(1)+ef", "sign+ef+twoshot", "int4+ef+gather"})
    void residualsAreCarriedIntoALargerGroup(String recipe) {
        Policy policy = Policy.parse(recipe);
        requireNothingOpen(LocalGroup.run(5, all -> {
            boolean veteran = all.rank() < 3;
            Collective before = all.split(veteran ? 0 : 1);
            Account account = new Account();
            ModelReduction model;
            if (veteran) {
                model = new ModelReduction(policy, TENSORS, Seed.of(1), before);
                for (int step = 0; step < STEPS; step++) {
                    account.step(model, before, step, false);
                }
                model.regroup(all, Seed.of(2));
                assertThat(model.residualNorm()).isPositive();
            } else {
                model = new ModelReduction(policy, TENSORS, Seed.of(2), all);
            }
            for (int step = 0; step < STEPS; step++) {
                account.step(model, all, step, false);
            }
            model.replace(Policy.parse("dense"));
            account.step(model, all, 0, true);
            assertThat(model.residualNorm()).isZero();
            return account;
        }));
    }

    /** A worker that goes pays first, in one dense step of all. */
    @ParameterizedTest
    @ValueSource(strings = {"topk(0.05)+ef", "powersgd(1)+ef", "sign+ef+twoshot"})
    void residualsArePaidBeforeAWorkerGoes(String recipe) {
        Policy policy = Policy.parse(recipe);
        requireNothingOpen(LocalGroup.run(3, all -> {
            Account account = new Account();
            ModelReduction model = new ModelReduction(policy, TENSORS, Seed.of(1), all);
            for (int step = 0; step < STEPS; step++) {
                account.step(model, all, step, false);
            }
            model.replace(Policy.parse("dense"));
            account.step(model, all, 0, true);
            model.replace(policy);
            Collective after = all.split(all.rank() < 2 ? 0 : 1);
            if (all.rank() < 2) {
                model.regroup(after, Seed.of(2));
                for (int step = 0; step < STEPS; step++) {
                    account.step(model, after, step, false);
                }
                model.replace(Policy.parse("dense"));
                account.step(model, after, 0, true);
            }
            return account;
        }));
    }

    /** Three workers stop; two go on, one of which takes two states. */
    @ParameterizedTest
    @ValueSource(strings = {"topk(0.05)+ef", "powersgd(1)+ef", "sign+ef+twoshot"})
    void statesAreRestoredIntoAnotherGroup(String recipe) {
        Policy policy = Policy.parse(recipe);
        Account[] accounts = {new Account(), new Account(), new Account()};
        List<byte[]> states = LocalGroup.run(3, group -> {
            ModelReduction model = new ModelReduction(policy, TENSORS, Seed.of(1), group);
            for (int step = 0; step < STEPS; step++) {
                accounts[group.rank()].step(model, group, step, false);
            }
            ByteBuffer state = ByteBuffer.allocate(model.stateBytes());
            model.save(state);
            return state.array();
        });
        LocalGroup.run(2, group -> {
            ModelReduction model = new ModelReduction(policy, TENSORS, Seed.of(2), group);
            for (int rank = group.rank(); rank < 3; rank += 2) {
                model.addResiduals(ByteBuffer.wrap(states.get(rank)), rank, 3);
            }
            for (int step = 0; step < STEPS; step++) {
                accounts[group.rank()].step(model, group, step, false);
            }
            model.replace(Policy.parse("dense"));
            accounts[group.rank()].step(model, group, 0, true);
            return 0;
        });
        requireNothingOpen(List.of(accounts));
    }

    @Test
    void mistakesAreRefusedAndChangeNothing() {
        LocalGroup.run(2, group -> {
            ModelReduction model = new ModelReduction(Policy.parse("topk(0.05)+ef"), TENSORS, Seed.of(1), group);
            float[] gradient = CounterRandom.gaussians(SHAPE.size(), 3);
            model.reduce(0, FloatSlice.of(gradient.clone()));
            ByteBuffer state = ByteBuffer.allocate(model.stateBytes());
            model.save(state);
            double before = model.residualNorm();
            assertThatThrownBy(() -> model.addResiduals(ByteBuffer.allocate(10), 0, 3))
                    .isInstanceOf(MalformedInputException.class);
            assertThatThrownBy(() -> model.addResiduals(state.duplicate().flip(), 3, 3))
                    .hasMessageContaining("a rank is from 0 to 2, this is 3");
            ModelReduction other = new ModelReduction(Policy.parse("sign+ef"), TENSORS, Seed.of(1), group);
            assertThatThrownBy(() -> other.addResiduals(state.duplicate().flip(), 0, 2))
                    .hasMessageContaining("a model of 1 tensors");
            assertThat(model.residualNorm()).isEqualTo(before);
            model.addResiduals(state.flip(), group.rank(), 2);
            assertThat(model.residualNorm()).isGreaterThan(before);
            return 0;
        });
        ModelReduction alone = LocalGroup.run(
                        1, group -> new ModelReduction(Policy.parse("fuse(1MB); dense"), TWO, Seed.of(1), group))
                .get(0);
        alone.begin(0, FloatSlice.of(1f));
        assertThatThrownBy(() -> LocalGroup.run(1, group -> {
                    alone.regroup(group, Seed.of(2));
                    return 0;
                }))
                .hasStackTraceContaining("a step has begun: finish it");
    }

    private static final List<NamedTensor> TWO =
            List.of(new NamedTensor("a", Shape.vector(1)), new NamedTensor("b", Shape.vector(1)));
}
