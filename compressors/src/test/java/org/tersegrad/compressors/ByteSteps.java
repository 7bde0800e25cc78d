package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.MalformedInputException;

/**
 * A stranger's compressor with a body of its own: a step, and for each element a byte that counts steps.
 *
 * <pre>
 *   | step, a float, finite, 0 or more | for each element: a signed byte; -128 is not used |
 * </pre>
 */
public record ByteSteps() implements Compressor {
    /** So that 127 steps are finite. */
    private static final float LARGEST = 2.67e36f;

    /** How {@link ByteSteps} are read; registered as a service of the tests. */
    public static final class Format implements BodyFormat {
        static final Format INSTANCE = new Format();

        @Override
        public String name() {
            return "byte-steps";
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
            if (!(step >= 0 && step <= LARGEST) || Float.floatToRawIntBits(step) < 0) {
                throw new MalformedInputException(0, "a step of " + step);
            }
            boolean any = false;
            for (int i = 0; i < elements; i++) {
                any |= body.get(Float.BYTES + i) != 0;
                if (body.get(Float.BYTES + i) == -128 || (step == 0 && any)) {
                    throw new MalformedInputException(Float.BYTES + i, body.get(Float.BYTES + i) + " steps of " + step);
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
        return new FormatEncoder(this, shape, seed, Format.INSTANCE) {
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
        return FormatEncoder.payloadBytes(Format.INSTANCE, Float.BYTES + (long) shape.size(), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "bytesteps";
    }
}
