package org.tersegrad.compressors;

/**
 * Base class for encoders around another one. A subclass overrides {@link #encode(FloatSlice, Payload)} to change a gradient
 * before it calls {@code super.encode}; residual and state are those of the inner encoder, saved under the name of the wrapper.
 *
 * <p>A step with a residual is not handed on: it calls {@link #encode(FloatSlice, Payload)} of the wrapper, so that the residual
 * keeps what the wrapper did not send. For a wrapper that is a function of the gradient alone, a {@link Preparation} is shorter.
 */
public abstract class ForwardingEncoder extends SavedState implements Encoder {
    private final Encoder inner;

    /**
     * Wraps another encoder.
     *
     * @param recipe the wrapper, by which its states are known
     * @param inner for the same shape
     */
    @SuppressWarnings("this-escape") // part is final and only keeps its argument
    protected ForwardingEncoder(Compressor recipe, Shape shape, Encoder inner) {
        super(recipe, shape);
        this.inner = part(inner);
    }

    /**
     * The same encoder for a compressor that leaves tensors of this shape to another one.
     *
     * @param recipe the compressor, by which states are known
     */
    public static Encoder of(Compressor recipe, Shape shape, Encoder chosen) {
        return new Chosen(recipe, shape, chosen);
    }

    private static final class Chosen extends ForwardingEncoder {
        private final Encoder chosen;

        Chosen(Compressor recipe, Shape shape, Encoder chosen) {
            super(recipe, shape, chosen);
            this.chosen = chosen;
        }

        @Override
        public void encode(FloatSlice gradient, Residual residual, Payload payload) {
            chosen.encode(gradient, residual, payload);
        }

        @Override
        public void encode(Slice gradient, Payload payload) {
            chosen.encode(gradient, payload);
        }

        @Override
        public void encode(Slice gradient, Residual residual, Payload payload) {
            chosen.encode(gradient, residual, payload);
        }
    }

    @Override
    public void encode(FloatSlice gradient, Payload payload) {
        inner.encode(gradient, payload);
    }

    @Override
    public void skip() {
        inner.skip();
    }

    @Override
    public boolean canUndo() {
        return inner.canUndo();
    }

    @Override
    public void undo() {
        inner.undo();
    }
}
