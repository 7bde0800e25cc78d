package org.tersegrad.reducers;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Shape;

/**
 * Base class for reductions around another one. A subclass overrides {@link #begin(FloatSlice)}; residual and state are those of
 * the inner reduction, saved under the name of the wrapper. For a wrapper that is a function of the gradient alone, a
 * {@link org.tersegrad.compressors.Preparation} is shorter.
 */
public abstract class ForwardingReduction extends SavedState implements Reduction {
    private final Reduction inner;

    /**
     * Wraps another reduction.
     *
     * @param recipe the wrapper, by which its states are known
     * @param inner for the same shape and group
     */
    @SuppressWarnings("this-escape") // part is final and only keeps its argument
    protected ForwardingReduction(Reducer recipe, Shape shape, Reduction inner) {
        super(recipe, shape);
        this.inner = part(inner);
    }

    @Override
    public Exchange begin(FloatSlice gradient) {
        return inner.begin(gradient);
    }

    @Override
    public Exchange begin(FloatSlice gradient, Residual residual) {
        return inner.begin(gradient, residual);
    }

    @Override
    public void cancel() {
        inner.cancel();
    }
}
