package org.tersegrad.compressors.internal.bodies.floats;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloat;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.BodyNumbers;

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
public final class BlockFloatsEncoder extends TensorEncoder {
    /** Elements whose random words are drawn at once; whole groups of fields. */
    private static final int RUN = 4096;

    private final BlockFormat format;
    private final SmallFloat element;
    private final boolean random;
    private final int largestScale;
    private final int[] words;
    private final int[] fields;
    private final int[] keys;
    private final float[] divisors;

    public BlockFloatsEncoder(Compressor recipe, BlockFormat format, boolean random, Shape shape, Seed seed) {
        super(recipe, shape, seed);
        this.format = format;
        this.random = random;
        element = format.element();
        largestScale = format.largestScale();
        int run = Math.min(RUN, size);
        words = new int[random ? run : 0];
        fields = new int[run];
        keys = new int[format.blocks(run)];
        divisors = new float[keys.length];
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
            writeScales(values, offset + done, count, done, tensorScale, out, scalesAt + done / format.block());
            round(values, offset + done, count, done);
            FixedWidth.pack(fields, 0, count, element.width(), out, elementsAt + done / 8 * element.width());
        }
        return (int) format.byteLength(size);
    }

    /** @param first the number of the element at {@code offset} */
    private void writeScales(float[] values, int offset, int count, int first, float tensorScale, byte[] out, int at) {
        SmallFloatKernels.LARGEST_KEYS.at(count).largestKeys(values, offset, count, format.block(), keys);
        for (int i = 0; i < format.blocks(count); i++) {
            int key = keys[i];
            if (key >= ReductionKernels.NON_FINITE) {
                throw Finite.refusal(values, offset, count, first);
            }
            int code = format.hasTensorScale() ? scaleCode(Float.intBitsToFloat(key), tensorScale) : exponentCode(key);
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
        double exact = largest / ((double) element.largest() * BlockFormat.SCALE.largest());
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
        int code = BlockFormat.SCALE.nearest((float) (largest / ((double) element.largest() * tensorScale)));
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

    @Override
    protected int scheme() {
        return BodyNumbers.BLOCK_FLOATS;
    }
}
