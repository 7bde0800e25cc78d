package org.tersegrad.testkit.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.ReducerSubject;

/**
 * Laws of every {@link Reducer}: the same mean on all workers, bit for bit, bits that are counted, a state that can be continued,
 * exceptions that change nothing. A custom reducer is tested by a subclass:
 *
 * <pre>
 * class MyReducerTest extends ReducerLaws {
 *     protected List&lt;Reducer&gt; reducers() {
 *         return List.of(new MyReducer());
 *     }
 * }
 * </pre>
 */
public abstract class ReducerLaws {
    /** The reducers under test. */
    protected abstract List<Reducer> reducers();

    /**
     * The promise for the mean x of the gradients x_w: the mean of |result − x|² is at most the relative error times the mean of
     * |x_w|². If not overridden: exact for the sum of floats, that of the compressor for a gather, and none for others.
     */
    protected Guarantee guarantee(Reducer reducer, Shape shape) {
        return ReducerSubject.usualGuarantee(reducer, shape);
    }

    /** Whether NaN and infinity throw wherever they are; true if not overridden. */
    protected boolean refusesNonFinite(Reducer reducer) {
        return true;
    }

    /** Runs a group of workers, of which each is a thread. */
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception {
        return LocalGroup.run(workers, worker);
    }

    private Stream<DynamicTest> each(String law) {
        return reducers().stream()
                .map(reducer -> DynamicTest.dynamicTest(
                        reducer.toString(),
                        () -> Laws.require(
                                law,
                                new ReducerSubject(
                                        reducer,
                                        shape -> guarantee(reducer, shape),
                                        refusesNonFinite(reducer),
                                        this::run))));
    }

    @TestFactory
    Stream<DynamicTest> everyWorkerEndsWithTheSameFiniteBits() {
        return each("everyWorkerEndsWithTheSameFiniteBits");
    }

    @TestFactory
    Stream<DynamicTest> everyBitThatIsSentIsCounted() {
        return each("everyBitThatIsSentIsCounted");
    }

    @TestFactory
    Stream<DynamicTest> gradientsOfAnyKindAreAveragedAsFloats() {
        return each("gradientsOfAnyKindAreAveragedAsFloats");
    }

    @TestFactory
    Stream<DynamicTest> theMeanIsWithinItsGuarantee() {
        return each("theMeanIsWithinItsGuarantee");
    }

    @TestFactory
    Stream<DynamicTest> aRestoredReductionGoesOn() {
        return each("aRestoredReductionGoesOn");
    }

    @TestFactory
    Stream<DynamicTest> aRefusedGradientChangesNothing() {
        return each("aRefusedGradientChangesNothing");
    }

    @TestFactory
    Stream<DynamicTest> hugeGradientsDoNoLastingHarm() {
        return each("hugeGradientsDoNoLastingHarm");
    }

    @TestFactory
    Stream<DynamicTest> sentPlusResidualsEqualsProduced() {
        return each("sentPlusResidualsEqualsProduced");
    }
}
