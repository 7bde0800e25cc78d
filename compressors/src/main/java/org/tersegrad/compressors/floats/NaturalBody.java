package org.tersegrad.compressors.floats;

import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;

/**
 * Sign and exponent of every element.
 *
 * <pre>
 *   | fixed-width fields of 9 bits: those of a float without its fraction; exponent 255 does not occur |
 * </pre>
 */
public final class NaturalBody extends BlockBody {
    /** Bits of a field. */
    public static final int WIDTH = 9;
    /** The largest exponent, of 2^127. */
    private static final int LARGEST = RoundingKernels.LARGEST_EXPONENT;

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireLength(body, ((long) body.elements * WIDTH + 7) / 8);
        int[] fields = workspace.ints();
        for (int from = 0; from < body.elements; from += BLOCK) {
            int count = Math.min(BLOCK, body.elements - from);
            unpack(body, from, count, fields);
            int carries = 0;
            for (int i = 0; i < count; i++) {
                carries |= (fields[i] & 0xff) + 255 - LARGEST; // C2 of JDK 17 makes vectors of it, not of a maximum
            }
            if ((carries & 0x100) != 0) {
                throw refusal(body, from, fields);
            }
        }
    }

    /** Names the first element of a block that is not finite. */
    private static MalformedInputException refusal(BodyView body, int from, int[] fields) {
        int i = 0;
        while ((fields[i] & 0xff) <= LARGEST) {
            i++;
        }
        return new MalformedInputException(body.offset, "element " + (from + i) + " is not finite");
    }

    private static void unpack(BodyView body, int from, int count, int[] fields) {
        int at = body.offset + from / 8 * WIDTH;
        FixedWidth.unpack(body.bytes, at, FixedWidth.byteLength(count, WIDTH), WIDTH, fields, 0, count);
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        int[] fields = workspace.ints();
        unpack(body, from, count, fields);
        for (int i = 0; i < count; i++) {
            block[i] = Float.intBitsToFloat(fields[i] << 23);
        }
    }

    @Override
    public int paddingBits(BodyView body) {
        return -(body.elements & 7) * WIDTH & 7;
    }

    @Override
    public String describe(BodyView body) {
        return "the sign of every element and a power of two";
    }
}
