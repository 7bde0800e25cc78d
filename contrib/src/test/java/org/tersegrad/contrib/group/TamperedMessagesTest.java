package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.errorfeedback.Beside;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Hierarchical;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;

/** Beside honest workers one whose messages are changed, in every round of every reducer. */
@Tag("any-jdk")
class TamperedMessagesTest {
    /** Two groups of 512 elements, of which the second is not full, for three workers: one has no part of its own. */
    private static final Shape SHAPE = new Shape(11, 57);

    private static final int WORKERS = 3;
    private static final int HONEST_STEPS = 3;

    static List<Reducer> reducers() {
        List<Reducer> all = new ArrayList<>(AllReducers.withAndWithoutErrorFeedback());
        all.add(Beside.reducer(ReducerRecipe.parse("topk(0.1)"))); // a memory beside the encoder, not in it
        all.add(Beside.reducer(ReducerRecipe.parse("sign")));
        return all;
    }

    /** The state of a worker after a step with a changed message. */
    @SuppressWarnings("ArrayRecordComponent") // results to look at, compared one by one
    private record Outcome(
            Optional<RuntimeException> failure, float[] gradient, byte[] stateBefore, byte[] stateAfter, float[] mean) {
        boolean isUnchanged() {
            return Arrays.equals(stateBefore, stateAfter) && Arrays.equals(gradient, mean);
        }
    }

    /** One case of the table: which worker, which call of the step, what change. */
    private record Case(int villain, int call, Tampering.Kind kind) {}

    private static float[] gradient(int worker, int step) {
        return Gaussians.of(SHAPE.size(), 50L * worker + step);
    }

    private static byte[] state(Reduction reduction) {
        ByteBuffer state = ByteBuffer.allocate(reduction.stateBytes());
        reduction.save(state);
        return state.array();
    }

    @ParameterizedTest
    @MethodSource("reducers")
    void changedMessagesAreRefusedByRankAndLeaveNoTrace(Reducer reducer) throws InterruptedException {
        List<Boolean> calls = callsOfAStep(reducer);
        assertThat(calls).isNotEmpty();
        for (int villain = 0; villain < WORKERS; villain++) {
            for (int call = 0; call < calls.size(); call++) {
                for (Tampering.Kind kind : Tampering.Kind.values()) {
                    if (kind.appliesTo(calls.get(call))) {
                        check(reducer, new Case(villain, call, kind));
                    }
                }
            }
        }
    }

    /** The last part has 115 elements, so that 5 bits of its last byte are none of them. */
    @Test
    void bitsAfterTheLastElementAreRefused() throws InterruptedException {
        for (String recipe : List.of("vote", "int4+sharedscale", "terngrad+sharedscale")) {
            boolean vote = recipe.equals("vote");
            for (Case each : List.of(
                    new Case(0, vote ? 0 : 1, Tampering.Kind.LAST_BIT_FLIPPED),
                    new Case(2, vote ? 1 : 2, Tampering.Kind.LAST_BIT_FLIPPED))) {
                assertThat(run(ReducerRecipe.parse(recipe), each, new boolean[1]))
                        .as("%s, %s", recipe, each)
                        .allMatch(outcome -> outcome.failure().isPresent());
            }
        }
    }

    private static List<Boolean> callsOfAStep(Reducer reducer) {
        return LocalGroup.run(WORKERS, group -> {
                    Tampering counting = new Tampering(group);
                    Reduction reduction = reducer.reduction(SHAPE, Seed.of(4), counting);
                    List<Boolean> before = List.of();
                    for (int step = 0; step <= HONEST_STEPS; step++) {
                        before = counting.calls();
                        reduction.reduce(FloatSlice.of(gradient(group.rank(), step)));
                    }
                    return counting.calls()
                            .subList(before.size(), counting.calls().size());
                })
                .get(0);
    }

    private static void check(Reducer reducer, Case tampering) throws InterruptedException {
        boolean[] tampered = {false};
        List<Outcome> outcomes = run(reducer, tampering, tampered);
        String name = reducer + ", " + tampering;
        boolean refused = outcomes.stream().anyMatch(each -> each.failure().isPresent());
        if (tampered[0] && tampering.kind().isRefused()) {
            assertThat(refused).as(name).isTrue();
        }
        for (Outcome each : outcomes) {
            if (refused) {
                assertThat(each.failure()).as(name).isPresent();
                assertThat(cause(each.failure().get()))
                        .as(name)
                        .isInstanceOf(MalformedInputException.class)
                        .hasMessageMatching(
                                reducer instanceof Hierarchical
                                        ? "(?s).*message of worker \\d:.*" // ranks of a node, or of first workers
                                        : "(?s).*message of worker " + tampering.villain() + ":.*");
                assertThat(each.isUnchanged()).as(name).isTrue();
            } else {
                FloatSlice.of(each.mean()).requireFinite();
                if (!tampered[0]) {
                    assertThat(each.mean()).as(name).isEqualTo(outcomes.get(0).mean());
                }
            }
        }
    }

    private static Throwable cause(RuntimeException failure) {
        return failure instanceof GroupFailedException ? Objects.requireNonNull(failure.getCause()) : failure;
    }

    private static List<Outcome> run(Reducer reducer, Case tampering, boolean[] tampered) throws InterruptedException {
        Map<Integer, Outcome> outcomes = new ConcurrentSkipListMap<>();
        CountDownLatch ended = new CountDownLatch(WORKERS);
        try {
            LocalGroup.run(WORKERS, group -> {
                try {
                    return step(reducer, group, tampering, tampered, outcomes);
                } finally {
                    ended.countDown();
                }
            });
        } catch (GroupFailedException e) {
            ended.await(); // the outcomes tell more
        }
        assertThat(outcomes).hasSize(WORKERS);
        return List.copyOf(outcomes.values());
    }

    private static int step(
            Reducer reducer, Collective group, Case tampering, boolean[] tampered, Map<Integer, Outcome> outcomes) {
        Tampering view = new Tampering(group);
        Reduction reduction = reducer.reduction(SHAPE, Seed.of(4), view);
        for (int step = 0; step < HONEST_STEPS; step++) {
            reduction.reduce(FloatSlice.of(gradient(group.rank(), step)));
        }
        float[] gradient = gradient(group.rank(), HONEST_STEPS);
        float[] mean = gradient.clone();
        byte[] before = state(reduction);
        Optional<RuntimeException> failure = Optional.empty();
        if (group.rank() == tampering.villain()) {
            view.tamper(tampering.kind(), tampering.call());
        }
        try {
            reduction.reduce(FloatSlice.of(mean));
        } catch (RuntimeException e) {
            failure = Optional.of(e);
        }
        synchronized (outcomes) {
            tampered[0] |= view.tampered();
            outcomes.put(group.rank(), new Outcome(failure, gradient, before, state(reduction), mean));
        }
        return 0;
    }
}
