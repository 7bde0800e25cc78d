package org.tersegrad.compressors;

import java.util.List;

/** A stranger's compressor with a custom body: a step, and for each element a byte that counts steps. */
public record ByteSteps() implements Compressor {
    static final BodyFormat FORMAT = new Format();

    /** So that 127 steps are finite. */
    private static final float LARGEST = 2.67e36f;

    /**
     * The format of the body.
     *
     * <pre>
     *   | step, a float, finite, 0 or more | for each element: a signed byte; -128 is not used |
     * </pre>
     */
    private static final class Format extends BlockwiseFormat {
        private static final int STEPS_AT = Float.BYTES;

        Format() {
            super(Id.name("byte-steps", 1));
        }

        @Override
        public void validate(Body body) {
            if (body.length() != STEPS_AT + body.elements()) {
                throw body.malformed(0, body.length() + " bytes for " + body.elements() + " elements");
            }
            float step = body.f32(0);
            if (!(step >= 0 && step <= LARGEST) || Float.floatToRawIntBits(step) < 0) {
                throw body.malformed(0, "a step of " + step);
            }
            boolean any = false;
            for (int i = 0; i < body.elements(); i++) {
                byte steps = (byte) body.u8(STEPS_AT + i);
                any |= steps != 0;
                if (steps == -128 || (step == 0 && any)) {
                    throw body.malformed(STEPS_AT + i, steps + " steps of " + step);
                }
            }
        }

        @Override
        protected void decode(Body body, int from, int count, float[] block) {
            float step = body.f32(0);
            for (int i = 0; i < count; i++) {
                block[i] = step * (byte) body.u8(STEPS_AT + from + i);
            }
        }

        @Override
        public String describe(Body body) {
            return "byte-steps version 1";
        }

        @Override
        public List<Malformed> malformed() {
            return List.of(
                    Malformed.of(2, 0, "5 bytes for 2 elements", 1f, "01"),
                    Malformed.of(2, 0, "a step of NaN", Float.NaN, "01 02"),
                    Malformed.of(2, 5, "-128 steps of 1.0", 1f, "01 80"));
        }
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new BodyEncoder(this, shape, seed, FORMAT) {
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
                    out[at + Format.STEPS_AT + i] = (byte) steps;
                }
                return Format.STEPS_AT + size;
            }
        };
    }

    @Override
    public int maxBytes(Shape shape) {
        return FORMAT.payloadBytes(Format.STEPS_AT + (long) shape.size(), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        return Traits.none();
    }

    @Override
    public String toString() {
        return "bytesteps";
    }

    /** Registers the compressor in the tests. */
    public static final class Provider implements RecipeProvider {
        @Override
        public List<RecipeEntry<?>> entries() {
            return List.of(RecipeEntry.scheme("bytesteps", "bytesteps", "bytes that count steps", a -> new ByteSteps())
                    .withFormats(FORMAT));
        }
    }
}
