package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.SavedState;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.sparse.TopK;

/** Error feedback around Top-k, with a fault. */
record FaultyFeedback(Fault fault) implements Compressor {
    private static final Compressor INNER = TopK.fraction(0.1);

    /** Mistakes with a residual. */
    enum Fault {
        NONE,
        LOSES,
        TELLS_LESS,
        DOES_NOT_SCALE
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new FeedbackEncoder(shape, seed);
    }

    private final class FeedbackEncoder extends SavedState implements Encoder {
        private final Encoder encoder;
        private final Residual residual;

        FeedbackEncoder(Shape shape, Seed seed) {
            super(FaultyFeedback.this, shape);
            encoder = INNER.encoder(shape, seed);
            residual = new Residual(shape.size());
        }

        @Override
        public void encode(FloatSlice gradient, Payload payload) {
            encoder.encode(gradient, residual, payload);
            if (fault == Fault.LOSES) {
                residual.scale(0.5f);
            }
        }

        @Override
        public double residualNorm() {
            return fault == Fault.TELLS_LESS ? residual.norm() / 2 : residual.norm();
        }

        @Override
        public void addResidualTo(FloatSlice target, float weight) {
            residual.addTo(target, weight);
        }

        @Override
        public void scaleResidual(float factor) {
            if (fault != Fault.DOES_NOT_SCALE) {
                residual.scale(factor);
            }
        }

        @Override
        protected long contentBytes() {
            return encoder.stateBytes() + residual.stateBytes();
        }

        @Override
        protected void saveContent(ByteBuffer out) {
            residual.save(out);
            encoder.save(out);
        }

        @Override
        protected void restoreContent(ByteBuffer in) {
            ByteBuffer before = ByteBuffer.allocate((int) residual.stateBytes());
            residual.save(before);
            residual.restore(in);
            try {
                encoder.restore(in);
            } catch (RuntimeException e) {
                residual.restore(before.flip());
                throw e;
            }
        }
    }

    @Override
    public int maxBytes(Shape shape) {
        return INNER.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none().withRemembers(true);
    }

    @Override
    public String toString() {
        return "feedback " + fault;
    }
}
