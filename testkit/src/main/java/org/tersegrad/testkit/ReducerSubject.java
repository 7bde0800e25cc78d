package org.tersegrad.testkit;

import java.util.function.Function;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * A reducer under test, and what it claims beyond the laws for all.
 *
 * @param reducer under test
 * @param guarantee for the mean x of the gradients x_w of a shape: the mean of |result − x|² is at most the relative error times the
 *     mean of |x_w|²
 * @param rejectsNonFinite whether NaN and infinity throw wherever they are
 * @param runner of the groups that it is tested in
 */
public record ReducerSubject(
        Reducer reducer, Function<Shape, Guarantee> guarantee, boolean rejectsNonFinite, GroupRunner runner) {
    /** A subject with the guarantee that can be derived from the reducer, in groups of threads. */
    public static ReducerSubject of(Reducer reducer) {
        return new ReducerSubject(reducer, shape -> usualGuarantee(reducer, shape), true, LocalGroup::run);
    }

    /** Exact for the sum of floats, that of the compressor for a gather without a residual, none for others. */
    public static Guarantee usualGuarantee(Reducer reducer, Shape shape) {
        return Promises.guarantee(reducer, shape);
    }

    @Override
    public String toString() {
        return reducer.toString();
    }
}
