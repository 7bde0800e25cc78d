package org.tersegrad.compressors.internal.bodies.transformed;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * Levels of the coordinates of each block in a random basis.
 *
 * <pre>
 *   | bits, 1 byte | seed, 8 bytes | factor of each block, 4 bytes | fixed-width fields of 1 to 4 bits |
 *
 *   blocks   4096 elements each; what is left over in blocks of powers of two, the largest first
 *   decoded  factor * signs * Hadamard transform of the levels
 * </pre>
 */
public final class RotatedBody extends BlockBody {
    /** Bytes before the factors. */
    public static final int FIELDS = 9;

    /** Elements in a block, and those whose signs are drawn at once. */
    static final int RUN = RotationKernels.BLOCK;

    private static final float[][] LEVELS = new float[GaussianLevels.MOST_BITS + 1][];

    static {
        for (int bits = 1; bits <= GaussianLevels.MOST_BITS; bits++) {
            LEVELS[bits] = GaussianLevels.values(bits);
        }
    }

    /** How many blocks there are. */
    static int blocks(int elements) {
        return elements / RUN + Integer.bitCount(elements % RUN);
    }

    /** The length of a body. */
    public static long byteLength(int elements, int bits) {
        return FIELDS + 4L * blocks(elements) + ((long) elements * bits + 7) / 8;
    }

    /** No body for so many elements or fewer is longer. Those for fewer may have more blocks: 4095 elements have 12. */
    public static long maxByteLength(int elements, int bits) {
        int whole = elements / RUN;
        int rest = 31 - Integer.numberOfLeadingZeros(elements % RUN + 1); // most ones of a number up to the rest
        int blocks = whole == 0 ? rest : Math.max(whole - 1 + Integer.bitCount(RUN - 1), whole + rest);
        return byteLength(elements, bits) + 4L * (blocks - blocks(elements));
    }

    /** The elements of the next block, if there are so many left. */
    static int nextBlock(int left) {
        return Math.min(RUN, Integer.highestOneBit(left));
    }

    /** The largest factor of a block: a coordinate of levels is below {@code GaussianLevels.BOUND} times its elements. */
    static float largestFactor(int block) {
        return Float.MAX_VALUE / (GaussianLevels.BOUND * block);
    }

    /**
     * The random signs of a run of elements, as {@link RotationKernels#flipSigns} takes them.
     *
     * @param from a multiple of {@link #RUN}
     * @param words modified
     */
    static void drawSigns(long seed, int from, int count, int[] words) {
        int groups = (count + Kernels.GROUP - 1) / Kernels.GROUP;
        CounterRandom.fill(seed, from / Integer.SIZE, words, 0, groups * Kernels.LANES);
    }

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        int bits = bits(body);
        if (bits < 1 || bits > GaussianLevels.MOST_BITS) {
            throw new MalformedInputException(
                    body.offset, "levels of " + bits + " bits, known are 1 to " + GaussianLevels.MOST_BITS);
        }
        Body.requireLength(body, byteLength(body.elements, bits));
        int at = body.offset + FIELDS;
        for (int left = body.elements; left > 0; left -= nextBlock(left)) {
            float factor = Finite.readMagnitude(body.bytes, at);
            if (factor > largestFactor(nextBlock(left))) {
                throw new MalformedInputException(
                        at, "a factor of " + factor + " overflows in a block of " + nextBlock(left));
            }
            at += 4;
        }
        int rest = body.elements % Kernels.GROUP; // only behind these is padding
        unpack(body, body.elements - rest, rest, workspace.ints());
    }

    @Override
    protected int run() {
        return RUN;
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        int[] fields = workspace.ints();
        unpack(body, from, count, fields);
        float[] levels = LEVELS[bits(body)];
        for (int i = 0; i < count; i++) {
            block[i] = levels[fields[i]];
        }
        int[] words = workspace.signs();
        drawSigns(LittleEndian.getLong(body.bytes, body.offset + 1), from, count, words);
        int factorAt = body.offset + FIELDS + from / RUN * 4;
        if (count == RUN) {
            RotationKernels.HADAMARD.at(RUN).hadamard(block, 0, RUN);
            float factor = Finite.get(body.bytes, factorAt);
            RotationKernels.FLIP_SIGNS.at(RUN).flipSigns(block, 0, RUN, factor, words, block, 0);
            return;
        }
        for (int at = 0; at < count; ) {
            int end = at + nextBlock(count - at);
            RotationKernels.HADAMARD.at(end - at).hadamard(block, at, end - at);
            for (float factor = Finite.get(body.bytes, factorAt); at < end; at++) {
                block[at] *= factor;
            }
            factorAt += 4;
        }
        RotationKernels.FLIP_SIGNS.at(count).flipSigns(block, 0, count, 1f, words, block, 0);
    }

    private static void unpack(BodyView body, int from, int count, int[] fields) {
        int bits = bits(body);
        int at = body.offset + FIELDS + 4 * blocks(body.elements) + from / 8 * bits;
        FixedWidth.unpack(body.bytes, at, FixedWidth.byteLength(count, bits), bits, fields, 0, count);
    }

    private static int bits(BodyView body) {
        return body.bytes[body.offset];
    }

    @Override
    public int paddingBits(BodyView body) {
        return -(body.elements & 7) * bits(body) & 7;
    }

    @Override
    public String describe(BodyView body) {
        return "levels of " + bits(body) + (bits(body) == 1 ? " bit" : " bits") + " in a random basis, "
                + blocks(body.elements) + " blocks";
    }
}
