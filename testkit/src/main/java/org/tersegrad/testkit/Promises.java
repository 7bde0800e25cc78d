package org.tersegrad.testkit;

import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Reducer;

/** The properties that compressors and reducers state of themselves; the laws ask for them here only. */
final class Promises {
    private Promises() {}

    static Guarantee guarantee(Compressor compressor, Shape shape) {
        return compressor.traits(shape).guarantee();
    }

    static boolean remembers(Compressor compressor) {
        return compressor.traits(Traits.ANY_SHAPE).remembers();
    }

    static boolean keepsMomentum(Compressor compressor) {
        return compressor.traits(Traits.ANY_SHAPE).keepsMomentum();
    }

    static boolean sendsIncrements(Compressor compressor, Shape shape) {
        return compressor.traits(shape).sendsIncrements();
    }

    static Guarantee guarantee(Reducer reducer, Shape shape) {
        return reducer.traits(shape).guarantee();
    }

    static boolean takesErrorFeedback(Reducer reducer) {
        Traits traits = reducer.traits(Traits.ANY_SHAPE);
        return !traits.remembers() && traits.errorFeedbackRefusal().isEmpty();
    }
}
