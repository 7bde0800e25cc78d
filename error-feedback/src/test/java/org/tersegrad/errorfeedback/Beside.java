package org.tersegrad.errorfeedback;

import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;

/** Error feedback beside a reducer, also where {@link ErrorFeedback#over(Reducer)} puts it into the compressor. */
public final class Beside {
    private Beside() {}

    /** Hides of which compressors a reducer is made. */
    private record Opaque(Reducer inner) implements Reducer {
        @Override
        public Reduction reduction(Shape shape, Seed seed, Collective group) {
            return inner.reduction(shape, seed, group);
        }

        @Override
        public Traits traits(Shape shape) {
            return inner.traits(shape);
        }

        @Override
        public String toString() {
            return inner.toString();
        }
    }

    /** A residual that the reducer does not know of. */
    public static Reducer reducer(Reducer inner) {
        return ErrorFeedback.over(new Opaque(inner));
    }
}
