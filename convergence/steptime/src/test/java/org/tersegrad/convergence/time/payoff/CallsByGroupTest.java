package org.tersegrad.convergence.time.payoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;

/** Calls in a large group, predicted from small ones. */
class CallsByGroupTest {
    private static final Shape SHAPE = new Shape(200, 100);

    /** A reducer that knows the largest group that it was run in. */
    private record Watched(Reducer reducer, AtomicInteger largest) implements Reducer {
        @Override
        public Reduction reduction(Shape shape, Seed seed, Collective group) {
            largest.accumulateAndGet(group.size(), Math::max);
            return reducer.reduction(shape, seed, group);
        }

        @Override
        public Traits traits(Shape shape) {
            return reducer.traits(shape);
        }
    }

    @ParameterizedTest
    @CsvSource({"gtopk(0.01), 18, 18", "terngrad+sharedscale, 3, 1", "int8, 1, 512"})
    void aGroupOf512IsNotRun(String recipe, int count, double messages) {
        Watched watched = new Watched(ReducerRecipe.parse(recipe), new AtomicInteger());
        CallsByGroup calls = new CallsByGroup(new RecordedCalls(watched, false));
        assertThat(calls.of(SHAPE, 512)).hasSize(count);
        assertThat(calls.messages(512)).isEqualTo(messages);
        assertThat(watched.largest.get()).isLessThanOrEqualTo(CallsByGroup.MOST_RUN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gtopk(0.01)", "int8"})
    void beyondTheLargestRunCallsAreThoseOfARun(String recipe) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        CallsByGroup calls = new CallsByGroup(new RecordedCalls(reducer, false));
        int workers = 2 * CallsByGroup.MOST_RUN;
        List<Call> predicted = calls.of(SHAPE, workers);
        List<Call> real = CallsByShape.run(reducer, SHAPE, workers);
        assertThat(CallsByShape.areAlike(predicted, real))
                .as("%s and %s", predicted, real)
                .isTrue();
        assertThat(predicted.stream().mapToDouble(Call::bytes).sum())
                .isCloseTo(real.stream().mapToDouble(Call::bytes).sum(), withinPercentage(10));
    }
}
