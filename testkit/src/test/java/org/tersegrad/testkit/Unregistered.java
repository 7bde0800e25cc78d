package org.tersegrad.testkit;

import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * A compressor of another author, whose format is no service: a step, and for each element a byte that counts steps.
 *
 * @param format of its bodies; no receiver knows it
 */
record Unregistered(BodyFormat format) implements Compressor {
    /** So that 127 steps are finite. */
    private static final float LARGEST = 2.67e36f;

    static Unregistered correct() {
        return new Unregistered(new Format());
    }

    /** Bodies of one float, the step, and a signed byte for each element; -128 is not used. */
    static class Format extends BlockwiseFormat {
        Format() {
            super(Id.name("org.example.unregistered", 1));
        }

        @Override
        public void validate(Body body) {
            if (body.length() != Float.BYTES + body.elements()) {
                throw body.malformed(0, body.length() + " bytes for " + body.elements() + " elements");
            }
            float step = body.f32(0);
            if (!(step >= 0 && step <= LARGEST)) {
                throw body.malformed(0, "a step of " + step);
            }
            for (int i = 0; i < body.elements(); i++) {
                if (body.u8(Float.BYTES + i) == 128) {
                    throw body.malformed(Float.BYTES + i, "128 steps");
                }
            }
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            float step = body.f32(0);
            for (int i = 0; i < count; i++) {
                block[i] = step * (byte) body.u8(Float.BYTES + from + i);
            }
        }

        @Override
        public String describe(Body body) {
            return "bytes that count steps";
        }
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new BodyEncoder(this, shape, seed, format) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                float largest = 0;
                for (int i = 0; i < size; i++) {
                    largest = Math.max(largest, Math.abs(values[offset + i]));
                }
                float step = Math.min(largest / 127, LARGEST);
                Body.putF32(out, at, step);
                for (int i = 0; i < size; i++) {
                    int steps = step == 0 ? 0 : Math.max(-127, Math.min(127, Math.round(values[offset + i] / step)));
                    out[at + Float.BYTES + i] = (byte) steps;
                }
                return Float.BYTES + size;
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return format.payloadBytes(Float.BYTES + (long) shape.size(), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "unregistered";
    }
}
