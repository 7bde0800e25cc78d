package org.tersegrad.testkit;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;

/** The properties that compressors and reducers state of themselves; the laws ask for them here only. */
final class Promises {
    private Promises() {}

    static Guarantee guarantee(Compressor compressor, Shape shape) {
        return compressor.guarantee(shape);
    }

    static boolean remembers(Compressor compressor) {
        return compressor.remembers();
    }

    static boolean keepsMomentum(Compressor compressor) {
        return compressor.keepsMomentum();
    }

    static boolean sendsIncrements(Compressor compressor, Shape shape) {
        return compressor.sendsIncrements(shape);
    }

    /** Exact for the sum of floats, that of the compressor for a {@link Gather}, none for others. */
    static Guarantee guarantee(Reducer reducer, Shape shape) {
        if (reducer instanceof AllReduce) {
            return Guarantee.EXACT;
        }
        return reducer instanceof Gather gather && !reducer.remembers()
                ? guarantee(gather.compressor(), shape)
                : Guarantee.NONE;
    }

    static boolean takesErrorFeedback(Reducer reducer) {
        return !reducer.remembers() && reducer.errorFeedbackRefusal().isEmpty();
    }
}
