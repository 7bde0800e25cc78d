package org.tersegrad.reducers;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Shape;

/** A reduction for which every step is the first. */
abstract class StatelessReduction extends SavedState implements Reduction {
    StatelessReduction(Reducer recipe, Shape shape) {
        super(recipe, shape);
    }

    @Override
    protected final long contentBytes() {
        return 0;
    }

    @Override
    protected final void saveContent(ByteBuffer out) {}

    @Override
    protected final void restoreContent(ByteBuffer in) {}
}
