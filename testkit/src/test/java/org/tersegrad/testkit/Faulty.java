package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.compressors.sparse.TopK;

/** A correct compressor whose encoders get a fault. */
class Faulty implements Compressor {
    private final String name;
    private Compressor inner = new Dense();
    private Guarantee guarantee = Guarantee.NONE;
    private UnaryOperator<Encoder> fault = UnaryOperator.identity();

    Faulty(String name) {
        this.name = name;
    }

    /** With wrapped encoders. */
    static Faulty encoders(String name, UnaryOperator<Encoder> fault) {
        Faulty faulty = new Faulty(name);
        faulty.fault = fault;
        return faulty;
    }

    /** A function of floats. */
    @FunctionalInterface
    interface Change {
        float of(float value);
    }

    /** With every element changed. */
    static Faulty values(String name, Change change) {
        return encoders(name, encoder -> new Changing(encoder) {
            @Override
            void change(FloatSlice gradient, float[] values) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = change.of(values[i]);
                }
            }
        });
    }

    Faulty promising(Guarantee promised) {
        guarantee = promised;
        return this;
    }

    /** So that there is a residual. */
    Faulty sendingAFewElements() {
        inner = TopK.fraction(0.1);
        return this;
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return fault.apply(inner.encoder(shape, seed));
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.of(guarantee);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Passes every call on, and is known by the inner encoder's state. */
    static class Delegating implements Encoder {
        private final Encoder inner;

        Delegating(Encoder inner) {
            this.inner = inner;
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            inner.encode(gradient, payload);
        }

        @Override
        public boolean canUndo() {
            return inner.canUndo();
        }

        @Override
        public void undo() {
            inner.undo();
        }

        @Override
        public double residualNorm() {
            return inner.residualNorm();
        }

        @Override
        public void addResidualTo(FloatSlice target, float weight) {
            inner.addResidualTo(target, weight);
        }

        @Override
        public void scaleResidual(float factor) {
            inner.scaleResidual(factor);
        }

        @Override
        public int stateBytes() {
            return inner.stateBytes();
        }

        @Override
        public void save(ByteBuffer out) {
            inner.save(out);
        }

        @Override
        public void restore(ByteBuffer in) {
            inner.restore(in);
        }
    }

    /** Changes a copy of the gradient and passes it on. */
    abstract static class Changing extends Delegating {
        private FloatSlice copy = FloatSlice.of();

        Changing(Encoder inner) {
            super(inner);
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            payload.clear();
            gradient.requireFinite();
            if (copy.length() != gradient.length()) {
                copy = FloatSlice.of(new float[gradient.length()]);
            }
            System.arraycopy(gradient.array(), gradient.offset(), copy.array(), 0, copy.length());
            change(gradient, copy.array());
            super.encode(copy, payload);
        }

        /**
         * Changes the values.
         *
         * @param gradient not modified
         * @param values a copy of them; modified
         */
        abstract void change(FloatSlice gradient, float[] values);
    }
}
