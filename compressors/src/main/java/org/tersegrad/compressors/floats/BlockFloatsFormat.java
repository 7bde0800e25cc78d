package org.tersegrad.compressors.floats;

import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloat;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;

/**
 * Floats of 4 to 8 bits, times the scale of their block.
 *
 * <pre>
 *   | format, 1 byte | scale of the tensor, 4 bytes, for NVFP4 only | scale of each block, 1 byte | elements |
 *
 *   format     0 to 6: MXFP8 with E4M3, E5M2, MXFP6 with E2M3, E3M2, MXFP4 with E2M1, E3M0; NVFP4
 *   block      32 elements, for NVFP4 16; the last block may be shorter
 *   scale      2^(byte − 127); for NVFP4 E4M3, times the scale of the tensor
 *   elements   fixed-width fields of 8, 6 or 4 bits: sign, exponent, fraction
 * </pre>
 */
final class BlockFloatsFormat extends BlockwiseFormat {
    static final BlockFloatsFormat INSTANCE = new BlockFloatsFormat();

    private BlockFloatsFormat() {
        super(Id.number(15, "block floats"));
    }

    @Override
    public void validate(Body body) {
        body.requireAtLeast(1);
        BlockLayout format = format(body);
        body.requireLength(format.byteLength(body.elements()));
        if (format.hasTensorScale()) {
            float scale = Finite.readMagnitude(body.bytes(), body.offset() + 1);
            if (format.overflows(scale)) {
                throw new MalformedInputException(body.offset() + 1, "the largest element overflows, times " + scale);
            }
        }
        int scales = body.offset() + format.fields();
        for (int i = scales; i < scales + format.blocks(body.elements()); i++) {
            int scale = body.bytes()[i] & 0xff;
            if (scale > format.largestScale()) {
                throw new MalformedInputException(
                        i, "a scale of " + scale + ", the largest is " + format.largestScale());
            }
        }
        validateElements(body, format, body.ints());
    }

    private static void validateElements(Body body, BlockLayout format, int[] fields) {
        boolean allFinite = format.element().isFinite((1 << format.element().width()) - 1);
        int rest = body.elements() % Kernels.GROUP; // only behind these is padding
        for (int from = allFinite ? body.elements() - rest : 0; from < body.elements(); from += BLOCK) {
            int count = Math.min(BLOCK, body.elements() - from);
            unpack(body, format, from, count, fields);
            for (int i = 0; i < count; i++) {
                if (!format.element().isFinite(fields[i])) {
                    throw new MalformedInputException(body.offset(), "element " + (from + i) + " is not finite");
                }
            }
        }
    }

    /** The scales of one block of elements. */
    private static final class Scales {
        final float[] values = new float[BLOCK / BlockLayout.SHORTEST];
    }

    @Override
    protected void decode(Body body, int from, int count, float[] block) {
        BlockLayout format = format(body);
        int[] fields = body.ints();
        unpack(body, format, from, count, fields);
        float tensorScale = format.hasTensorScale() ? Finite.get(body.bytes(), body.offset() + 1) : 1f;
        int scaleAt = body.offset() + format.fields() + from / format.block();
        float[] scales = body.scratch(Scales.class, Scales::new).values;
        for (int i = 0; i < format.blocks(count); i++) {
            scales[i] = format.scale(body.bytes()[scaleAt + i] & 0xff, tensorScale);
        }
        SmallFloatKernels.TO_FLOATS.at(count).toFloats(fields, count, scales, format.block(), format.element(), block);
    }

    private static void unpack(Body body, BlockLayout format, int from, int count, int[] fields) {
        int width = format.element().width();
        int at = body.offset() + format.fields() + format.blocks(body.elements()) + from / 8 * width;
        FixedWidth.unpack(body.bytes(), at, FixedWidth.byteLength(count, width), width, fields, 0, count);
    }

    private static BlockLayout format(Body body) {
        return BlockLayout.of(body.bytes()[body.offset()], body.offset());
    }

    @Override
    public int paddingBits(Body body) {
        return -(body.elements() & 7) * format(body).element().width() & 7;
    }

    @Override
    public List<Malformed> malformed() {
        return List.of(
                Malformed.of(3, 0, "a body of 0 bytes; the fields before its data take 1", ""),
                Malformed.of(3, 0, "block format 7, known are 0 to 6", "07 000000"),
                Malformed.of(3, 1, "a scale of 247, the largest is 246", "00 f7 000000"),
                Malformed.of(3, 0, "element 0 is not finite", "00 00 7f0000"),
                Malformed.of(
                        3,
                        1,
                        "the largest element overflows, times " + Float.MAX_VALUE,
                        "06",
                        Float.MAX_VALUE,
                        "00 0000"));
    }

    @Override
    public String describe(Body body) {
        BlockLayout format = format(body);
        return "floats of " + format.element().width() + " bits, " + format.element() + ", a scale for each "
                + format.block() + (format.hasTensorScale() ? " and one for all" : "");
    }

    /**
     * Rounds elements to small floats, times the scale of their block:
     *
     * <pre>
     *   for each block, m being its largest magnitude
     *       MX, to nearest    scale = 2^(floor(log2 m) − largest exponent); m may become the largest float, which is less
     *       MX, at random     the same, or twice that if m would be too large
     *       NVFP4             m / 6 / scale of the tensor in E4M3, to nearest, or at random up
     *       round |element| / scale
     * </pre>
     */
    static final class Writer extends BodyEncoder {
        /** Elements whose random words are drawn at once; whole groups of fields. */
        private static final int RUN = 4096;

        private final BlockLayout format;
        private final SmallFloat element;
        private final boolean random;
        private final int largestScale;
        private final int[] words;
        private final int[] fields;
        private final int[] keys;
        private final float[] divisors;

        Writer(Compressor recipe, BlockLayout layout, boolean random, Shape shape, Seed seed) {
            super(recipe, shape, seed, INSTANCE);
            format = layout;
            this.random = random;
            element = layout.element();
            largestScale = layout.largestScale();
            int run = Math.min(RUN, size);
            words = new int[random ? run : 0];
            fields = new int[run];
            keys = new int[format.blocks(run)];
            divisors = new float[keys.length];
        }

        @Override
        protected int run() {
            return format.hasTensorScale() ? 0 : RUN;
        }

        @Override
        protected int encodeBody(float[] values, int offset, byte[] out, int at) {
            out[at] = (byte) format.id();
            float tensorScale = 1f;
            if (format.hasTensorScale()) {
                tensorScale = tensorScale(Float.intBitsToFloat(Finite.largestKey(values, offset, size)));
                LittleEndian.putInt(out, at + 1, Float.floatToRawIntBits(tensorScale));
            }
            int scalesAt = at + format.fields();
            int elementsAt = scalesAt + format.blocks(size);
            for (int done = 0; done < size; done += RUN) {
                int count = Math.min(RUN, size - done);
                int from = load(offset, done, count) + done;
                writeScales(values, from, count, done, tensorScale, out, scalesAt + done / format.block());
                round(values, from, count, done);
                FixedWidth.pack(fields, 0, count, element.width(), out, elementsAt + done / 8 * element.width());
            }
            return (int) format.byteLength(size);
        }

        /** @param first the number of the element at {@code offset} */
        private void writeScales(
                float[] values, int offset, int count, int first, float tensorScale, byte[] out, int at) {
            SmallFloatKernels.LARGEST_KEYS.at(count).largestKeys(values, offset, count, format.block(), keys);
            for (int i = 0; i < format.blocks(count); i++) {
                int key = keys[i];
                if (key >= ReductionKernels.NON_FINITE) {
                    throw Finite.refusal(values, offset, count, first);
                }
                int code =
                        format.hasTensorScale() ? scaleCode(Float.intBitsToFloat(key), tensorScale) : exponentCode(key);
                out[at + i] = (byte) code;
                float scale = format.scale(code, tensorScale);
                divisors[i] = key == 0 || scale == 0 ? Float.POSITIVE_INFINITY : scale;
            }
        }

        private void round(float[] values, int offset, int count, int first) {
            if (random) {
                CounterRandom.fill(stepSeed(), first, words, 0, count);
                SmallFloatKernels.AT_RANDOM
                        .at(count)
                        .atRandom(values, offset, count, divisors, format.block(), element, words, fields);
            } else {
                SmallFloatKernels.TO_NEAREST
                        .at(count)
                        .toNearest(values, offset, count, divisors, format.block(), element, fields);
            }
        }

        /** The byte of a power of two. */
        private int exponentCode(int key) {
            int code = Math.max(0, (key >>> 23) - element.largestExponent());
            boolean tooLarge = Float.intBitsToFloat(key) / format.scale(code, 1f) > element.largest();
            return random && tooLarge ? Math.min(code + 1, largestScale) : code;
        }

        /** The scale with which the largest magnitude of the tensor becomes the largest element, times the largest scale. */
        private float tensorScale(float largest) {
            double exact = largest / ((double) element.largest() * BlockLayout.SCALE.largest());
            float scale = (float) exact;
            if (random && scale < exact) {
                scale = Math.nextUp(scale);
            }
            while (format.overflows(scale)) {
                scale = Math.nextDown(scale);
            }
            return scale;
        }

        /** The byte of a scale with which a magnitude becomes the largest element: nearest, or none below it if random. */
        private int scaleCode(float largest, float tensorScale) {
            if (tensorScale == 0) {
                return 0;
            }
            int code = BlockLayout.SCALE.nearest((float) (largest / ((double) element.largest() * tensorScale)));
            if (random) {
                // Half of all scales are rounded up once, which cannot be predicted: no branch. More happens to tiny
                // tensors.
                code += isBelow(code, largest, tensorScale) ? 1 : 0;
                while (isBelow(code, largest, tensorScale)) {
                    code++;
                }
            }
            return code;
        }

        /** Whether a magnitude is too large for a scale and there is a larger one. */
        private boolean isBelow(int code, float largest, float tensorScale) {
            return code < largestScale && format.scale(code, tensorScale) * (double) element.largest() < largest;
        }
    }
}
