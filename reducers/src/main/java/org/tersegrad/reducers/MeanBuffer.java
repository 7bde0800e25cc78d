package org.tersegrad.reducers;

import java.util.Arrays;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.internal.Finite;

/**
 * The floats in which a mean is added up. It is moved to the gradient piece by piece, and what is moved leaves zeros behind for the
 * next step: one pass over memory in the place of three.
 */
final class MeanBuffer {
    private static final int PIECE = 2048;

    private final FloatSlice floats;
    private boolean zero = true;

    MeanBuffer(int length) {
        floats = FloatSlice.of(new float[length]);
    }

    /** The floats, which the caller may change until they are moved. */
    FloatSlice floats() {
        return floats;
    }

    /** Begins with zeros. */
    void clear() {
        if (!zero) { // a step has failed
            Arrays.fill(floats.array(), 0f);
        }
        zero = false;
    }

    /** Replaces a gradient by the mean, in which only rounding has made an element more than the largest float. */
    void moveTo(Slice gradient) {
        for (int done = 0; done < floats.length(); done += PIECE) {
            int next = Math.min(PIECE, floats.length() - done);
            Finite.saturate(floats.array(), done, next);
            gradient.set(floats.array(), done, next, done);
            Arrays.fill(floats.array(), done, done + next, 0f);
        }
        zero = true;
    }
}
