package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.FormatEncoder;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

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
    static class Format implements BodyFormat {
        @Override
        public String name() {
            return "org.example.unregistered";
        }

        @Override
        public int version() {
            return 1;
        }

        @Override
        public void validate(ByteBuffer body, int elements) {
            if (body.remaining() != Float.BYTES + elements) {
                throw new MalformedInputException(0, body.remaining() + " bytes for " + elements + " elements");
            }
            float step = body.getFloat(0);
            if (!(step >= 0 && step <= LARGEST)) {
                throw new MalformedInputException(0, "a step of " + step);
            }
            for (int i = 0; i < elements; i++) {
                if (body.get(Float.BYTES + i) == -128) {
                    throw new MalformedInputException(Float.BYTES + i, "128 steps");
                }
            }
        }

        @Override
        public void decode(ByteBuffer body, int elements, int from, int count, float[] out) {
            float step = body.getFloat(0);
            for (int i = 0; i < count; i++) {
                out[i] = step * body.get(Float.BYTES + from + i);
            }
        }
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new FormatEncoder(this, shape, seed, format) {
            @Override
            protected void encodeBody(FloatSlice gradient, ByteBuffer out) {
                float step = Math.min(gradient.largestMagnitude() / 127, LARGEST);
                out.putFloat(step);
                for (int i = 0; i < gradient.length(); i++) {
                    float value = gradient.array()[gradient.offset() + i];
                    out.put((byte) (step == 0 ? 0 : Math.max(-127, Math.min(127, Math.round(value / step)))));
                }
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return FormatEncoder.payloadBytes(format, Float.BYTES + (long) shape.size(), shape);
    }

    @Override
    public Guarantee guarantee(Shape shape) {
        return Guarantee.NONE;
    }

    @Override
    public String toString() {
        return "unregistered";
    }
}
