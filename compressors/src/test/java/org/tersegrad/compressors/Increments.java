package org.tersegrad.compressors;

import java.nio.ByteBuffer;

/** Sends gradients and says that they are increments. */
record Increments(Compressor inner) implements Compressor {
    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        Encoder encoder = inner.encoder(shape, seed);
        return new Encoder() {
            @Override
            public void encode(FloatSlice gradient, Payload payload) {
                encoder.encode(gradient, payload);
                payload.markIncrement();
            }

            @Override
            public int stateBytes() {
                return encoder.stateBytes();
            }

            @Override
            public void save(ByteBuffer out) {
                encoder.save(out);
            }

            @Override
            public void restore(ByteBuffer in) {
                encoder.restore(in);
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return inner.maxBytes(shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return inner.traits(shape).withSendsIncrements(true);
    }

    @Override
    public String toString() {
        return inner + " as increments";
    }
}
