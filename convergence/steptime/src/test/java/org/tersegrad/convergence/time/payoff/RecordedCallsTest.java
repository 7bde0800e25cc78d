package org.tersegrad.convergence.time.payoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;

/** Calls recorded at other sizes and in other groups predict those of a run of that size in that group. */
@Tag("slow")
class RecordedCallsTest {
    private static final List<Shape> SHAPES = List.of(new Shape(300, 100), new Shape(64, 200), Shape.vector(50_000));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int8",
                "int8+twoshot",
                "qsgd(4bit)+twoshot",
                "sign+ef+twoshot",
                "topk(0.01)+ef",
                "powersgd(4)+ef",
                "vote",
                "sharedrandomk(0.01)",
                "terngrad+sharedscale",
                "gtopk(0.01)"
            })
    void callsAreThoseOfARunOfThatSize(String recipe) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        for (Shape shape : SHAPES) {
            RecordedCalls recorded = new RecordedCalls(reducer, shape.rows() == 1);
            for (int workers : new int[] {2, 13}) {
                List<Call> real = CallsByShape.run(reducer, shape, workers);
                List<Call> calls = recorded.of(shape, workers);
                assertThat(CallsByShape.areAlike(calls, real))
                        .as("%s, %s: %s and %s", shape, workers, calls, real)
                        .isTrue();
                double bytes = calls.stream().mapToDouble(Call::bytes).sum();
                double really = real.stream().mapToDouble(Call::bytes).sum();
                assertThat(bytes).as("%s with %s workers", shape, workers).isCloseTo(really, withinPercentage(6));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"int8+twoshot, true", "topk(0.01)+ef, true", "vote, true", "powersgd(4)+ef, false"})
    void vectorsThatAreSentAsMatricesAreNotTimedAgain(String recipe, boolean alike) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        RecordedCalls matrices = new RecordedCalls(reducer, false);
        RecordedCalls vectors = new RecordedCalls(reducer, true);
        assertThat(vectors.isLike(matrices)).isEqualTo(alike);
    }
}
