package org.tersegrad.convergence.time.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Call.Kind;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.Policy;

class RecipeCostsTest {
    private static final int WORKERS = 4;

    private static ProfileTensor tensor(Shape shape) {
        return new ProfileTensor("w", shape, 0);
    }

    private static Cost cost(String recipe, Shape shape, int workers) {
        return RecipeCosts.bytesOnly(Policy.parse(recipe), workers).of(tensor(shape));
    }

    /** The collectives that a recipe calls, in their order. */
    @Test
    void callsAreThoseOfTheReducer() {
        Shape shape = new Shape(64, 256);
        double elements = shape.size();
        assertThat(cost("dense", shape, WORKERS).calls()).containsExactly(new Call(Kind.ALL_REDUCE, 4 * elements));
        assertThat(cost("dense", shape, WORKERS).calls())
                .isEqualTo(new Dense(Float.BYTES).of(tensor(shape)).calls());
        assertThat(cost("topk(0.01)+ef", shape, WORKERS).calls())
                .extracting(Call::kind)
                .containsExactly(Kind.ALL_GATHER);
        assertThat(cost("vote", shape, WORKERS).calls())
                .extracting(Call::kind)
                .containsExactly(Kind.ALL_TO_ALL, Kind.ALL_GATHER);
        assertThat(cost("powersgd(2)", shape, WORKERS).calls())
                .containsExactly(new Call(Kind.ALL_REDUCE, 4.0 * 2 * 64), new Call(Kind.ALL_REDUCE, 4.0 * 2 * 256));
        assertThat(cost("sharedrandomk(0.25)", shape, WORKERS).calls())
                .containsExactly(new Call(Kind.ALL_REDUCE, elements));
        assertThat(cost("vote", shape, WORKERS).bytes(Kind.ALL_TO_ALL)).isCloseTo(elements / 8, within(64.0));
    }

    /** A tree up and down: in each of 2 log2 P rounds a worker has one partner. */
    @Test
    void globalTopKIsATreeOfPairs() {
        assertThat(cost("gtopk(0.01)", new Shape(64, 256), 8).calls())
                .hasSize(6)
                .allSatisfy(call -> {
                    assertThat(call.kind()).isEqualTo(Kind.DIRECT);
                    assertThat(call.workers()).isEqualTo(2);
                    assertThat(call.bytes()).isPositive();
                });
    }

    /** The bits that a group counts are those of the calls that were recorded. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dense",
                "topk(0.01)+ef",
                "qsgd(4bit)",
                "vote",
                "powersgd(2)+ef",
                "sharedrandomk(0.125)",
                "gtopk(0.01)",
                "int8+twoshot"
            })
    void whatIsRecordedIsWhatIsSent(String recipe) {
        Shape shape = new Shape(32, 128);
        LocalGroup.run(WORKERS, group -> {
            RecordingCollective recording = new RecordingCollective(group, System::nanoTime);
            Reduction reduction = ReducerRecipe.parse(recipe).reduction(shape, Seed.of(1), recording);
            float[] gradient = CounterRandom.gaussians(
                    shape.size(), Seed.of(2).fork(group.rank()).value());
            long bits = reduction.reduce(FloatSlice.of(gradient));
            double recorded = 0;
            for (RecordedCall call : recording.calls()) {
                recorded += switch (call.kind()) {
                    case ALL_REDUCE -> 2.0 * (WORKERS - 1) / WORKERS * call.bytes();
                    case ALL_GATHER -> (WORKERS - 1) * call.bytes();
                    default -> call.sent().stream().mapToInt(bytes -> bytes).sum();
                };
            }
            assertThat(8 * recorded).isEqualTo((double) bits);
            assertThat(recording.bitsSent()).isEqualTo(bits);
            recording.clear();
            assertThat(recording.calls()).isEmpty();
            return bits;
        });
    }

    /** Factors of matrices are as long as rows and columns, whatever is between them. */
    @Test
    void aLargeMatrixIsExtendedAlongItsRows() {
        Shape large = new Shape(60_000, 512);
        assertThat(cost("powersgd(2)", large, WORKERS).calls())
                .containsExactly(new Call(Kind.ALL_REDUCE, 4.0 * 2 * 60_000), new Call(Kind.ALL_REDUCE, 4.0 * 2 * 512));
        assertThat(cost("dense", large, WORKERS).calls())
                .containsExactly(new Call(Kind.ALL_REDUCE, 4.0 * large.size()));
    }

    @Test
    void aLongVectorIsExtendedAlongALine() {
        Cost extended = cost("topk(0.01)", Shape.vector(4_000_000), WORKERS);
        Cost whole = new Rehearsal(ReducerRecipe.parse("topk(0.01)"), Shape.vector(4_000_000), WORKERS).untimed();
        double bytes = whole.bytes(Kind.ALL_GATHER);
        assertThat(extended.bytes(Kind.ALL_GATHER)).isCloseTo(bytes, within(0.01 * bytes));
        assertThat(extended.elements()).isEqualTo(4_000_000);
    }

    @Test
    void aPolicyChoosesByTensor() {
        RecipeCosts costs = RecipeCosts.bytesOnly(Policy.parse("vectors: dense; *: topk(0.01)"), 2);
        assertThat(costs.of(tensor(Shape.vector(100))).calls())
                .extracting(Call::kind)
                .containsExactly(Kind.ALL_REDUCE);
        assertThat(costs.of(tensor(new Shape(10, 10))).calls())
                .extracting(Call::kind)
                .containsExactly(Kind.ALL_GATHER);
        assertThat(costs).hasToString("vectors: dense; *: topk(0.01)");
    }

    /** Times are those of a machine; that there are some, and that a larger tensor takes more of them, holds on all. */
    @Test
    void timesAreMeasured() {
        RecipeCosts costs = RecipeCosts.measured(Policy.parse("topk(0.01)+ef"), 2);
        Cost small = costs.of(tensor(Shape.vector(1000)));
        Cost large = costs.of(tensor(Shape.vector(1_000_000)));
        assertThat(small.encodeSeconds()).isPositive();
        assertThat(small.addSeconds()).isPositive();
        assertThat(large.encodeSeconds()).isGreaterThan(small.encodeSeconds());
        assertThat(large.addSeconds()).isGreaterThan(small.addSeconds());
        assertThat(costs.of(tensor(Shape.vector(1000)))).isSameAs(small);
    }

    @Test
    void aGroupOfNobodyIsRefused() {
        assertThatThrownBy(() -> RecipeCosts.bytesOnly(Policy.parse("dense"), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("workers: at least 1, not 0");
    }

    @Test
    void aHierarchyCallsItsPartsOfTheGroup() {
        assertThat(cost("dense+hierarchical(2)", new Shape(64, 64), 8).calls())
                .containsExactly(
                        new Call(Kind.ALL_REDUCE, 16384, 2), // inside a node
                        new Call(Kind.ALL_REDUCE, 16384, 4), // between nodes
                        new Call(Kind.ALL_GATHER, 16384, 2),
                        new Call(Kind.ALL_GATHER, 0)); // a barrier of all
    }
}
