package org.tersegrad.compressors.levels;

import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * Every element as an integer, times the step of its block, above the minimum of its block.
 *
 * <pre>
 *   | bits, 1 byte | block, 4 bytes | minimum and step of each block, 4 bytes each | integers |
 *
 *   bits      4 or 8
 *   block     elements that share a minimum and a step, 1 or more; the last block may be shorter
 *   minimum   a zero has no minus sign; minimum + (2^bits − 1) step is finite
 *   integers  fixed-width fields; an element is minimum + step * field, computed in doubles and rounded once
 * </pre>
 *
 * <p>In doubles, because the step times the largest integer overflows a float where the block spans more than the largest one.
 */
public final class AffineBody extends BlockBody {
    /** Bytes before the blocks. */
    static final int FIELDS = 5;
    /** Bytes of a block's minimum and step. */
    static final int OF_BLOCK = 8;

    /** The length of a body. */
    public static long byteLength(int bits, int block, int elements) {
        return FIELDS + (long) OF_BLOCK * LevelsBody.buckets(elements, block) + ((long) elements * bits + 7) / 8;
    }

    /** What a field stands for. */
    static float value(float minimum, float step, int field) {
        return (float) (minimum + (double) step * field);
    }

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        int bits = bits(body);
        if (bits != 4 && bits != 8) {
            throw new MalformedInputException(body.offset, "integers of " + bits + " bits, known are 4 and 8");
        }
        if (block(body) < 1) {
            throw new MalformedInputException(
                    body.offset + 1, "blocks of " + Integer.toUnsignedString(block(body)) + " elements");
        }
        Body.requireLength(body, byteLength(bits, block(body), body.elements));
        int end = body.offset + FIELDS + OF_BLOCK * LevelsBody.buckets(body.elements, block(body));
        for (int at = body.offset + FIELDS; at < end; at += OF_BLOCK) {
            validateBlock(body.bytes, at, (1 << bits) - 1);
        }
        if (body.elements > 0) { // every field is an integer; only the padding behind the last ones can be wrong
            int last = (body.elements - 1) / BLOCK * BLOCK;
            unpack(body, last, body.elements - last, workspace.ints());
        }
    }

    private static void validateBlock(byte[] bytes, int at, int largest) {
        float minimum = Finite.read(bytes, at);
        if (LittleEndian.getInt(bytes, at) == Integer.MIN_VALUE) {
            throw new MalformedInputException(at, "the minimum -0.0 has to be 0.0");
        }
        float step = Finite.readMagnitude(bytes, at + 4);
        if (Float.isInfinite(value(minimum, step, largest))) {
            throw new MalformedInputException(
                    at + 4, "a step of " + step + " overflows at " + largest + " above " + minimum);
        }
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        int[] fields = workspace.ints();
        unpack(body, from, count, fields);
        for (int done = 0; done < count; ) {
            int number = (from + done) / block(body);
            int end = (int) Math.min(count, (number + 1L) * block(body) - from);
            int at = body.offset + FIELDS + OF_BLOCK * number;
            float minimum = Finite.get(body.bytes, at);
            float step = Finite.get(body.bytes, at + 4);
            for (; done < end; done++) {
                block[done] = value(minimum, step, fields[done]);
            }
        }
    }

    private static void unpack(BodyView body, int from, int count, int[] fields) {
        int bits = bits(body);
        int at = body.offset + FIELDS + OF_BLOCK * LevelsBody.buckets(body.elements, block(body)) + from / 8 * bits;
        FixedWidth.unpack(body.bytes, at, FixedWidth.byteLength(count, bits), bits, fields, 0, count);
    }

    private static int bits(BodyView body) {
        return body.bytes[body.offset] & 0xff;
    }

    private static int block(BodyView body) {
        return LittleEndian.getInt(body.bytes, body.offset + 1);
    }

    @Override
    public int paddingBits(BodyView body) {
        return -(body.elements & 7) * bits(body) & 7;
    }

    @Override
    public String describe(BodyView body) {
        return "integers of " + bits(body) + " bits, a minimum and a step for each " + block(body);
    }
}
