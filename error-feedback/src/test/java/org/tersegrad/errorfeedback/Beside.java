package org.tersegrad.errorfeedback;

import org.tersegrad.reducers.Reducer;

/** Error feedback beside a reducer, also where {@link ErrorFeedback#over(Reducer)} puts it into the compressor. */
public final class Beside {
    private Beside() {}

    /** A residual that the reducer does not know of. */
    public static Reducer reducer(Reducer inner) {
        return new FeedbackReducer(inner);
    }
}
