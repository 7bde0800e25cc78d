package org.tersegrad.compressors.floats;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.levels.LevelsBody;

/**
 * Every element as it is, with entropy-coded exponents.
 *
 * <pre>
 *   | n, 1 byte | section | section | ... |
 *
 *   n         3: floats of 32 bits;  1: the upper halves of such floats, bf16
 *   section   of 40960 elements, the last one shorter:  | L, 4 bytes | exponents | rests |
 *   exponents   L above 0: entropy-coded symbols of the alphabet 255, L bytes
 *               L = 0: a byte each, 0 to 254
 *   rests     n bytes each: the fraction's highest 8 n − 1 bits, then the sign
 * </pre>
 */
public final class LosslessBody extends BlockBody {
    /** Bytes of fraction and sign of a float. */
    public static final int FLOAT = 3;
    /** Bytes of fraction and sign of the upper half of a float. */
    public static final int UPPER_HALF = 1;

    /** Elements that share a table of frequencies. */
    public static final int SECTION = LevelsBody.SECTION;
    /** Exponents of finite floats. */
    public static final int EXPONENTS = 255;

    private static final int FRACTION_BITS = 23;
    private static final int FRACTION = (1 << FRACTION_BITS) - 1;

    /** No body is longer. */
    public static long maxBytes(int restBytes, int elements) {
        long sections = (elements + SECTION - 1L) / SECTION;
        return 1 + Integer.BYTES * sections + (1L + restBytes) * elements;
    }

    /**
     * Writes one section, with the exponents in whichever form is shorter.
     *
     * @param floats not modified: the bits of finite floats
     * @param exponents modified: at least {@code count}
     * @param coder of {@link #EXPONENTS} symbols
     * @param coded modified: room for the coder's longest message of {@code count} symbols
     * @return how many bytes that were
     */
    public static int writeSection(
            int[] floats, int count, int restBytes, int[] exponents, Rans coder, byte[] coded, byte[] out, int at) {
        for (int i = 0; i < count; i++) {
            exponents[i] = floats[i] >>> FRACTION_BITS & 0xff;
        }
        int length = coder.write(exponents, 0, count, coded, 0);
        int next = at + Integer.BYTES;
        if (length < count) {
            System.arraycopy(coded, 0, out, next, length);
            next += length;
        } else {
            length = 0;
            for (int i = 0; i < count; i++) {
                out[next++] = (byte) exponents[i];
            }
        }
        LittleEndian.putInt(out, at, length);
        int dropped = 8 * (FLOAT - restBytes);
        for (int i = 0; i < count; i++) {
            int rest = ((floats[i] & FRACTION) | floats[i] >>> 31 << FRACTION_BITS) >>> dropped;
            for (int b = 0; b < restBytes; b++) {
                out[next++] = (byte) (rest >>> (8 * b));
            }
        }
        return next - at;
    }

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, 1);
        int restBytes = restBytes(body);
        if (restBytes != FLOAT && restBytes != UPPER_HALF) {
            throw new MalformedInputException(
                    body.offset, restBytes + " bytes of fraction and sign, known are 1 and 3");
        }
        workspace.sectionAt = body.offset + 1;
        for (int from = 0; from < body.elements; from += SECTION) {
            openSection(body, Math.min(SECTION, body.elements - from), workspace);
        }
        if (workspace.sectionAt != body.end()) {
            throw new MalformedInputException(workspace.sectionAt, "bytes after the last section");
        }
    }

    /** Reads the exponents of the section at {@code workspace.sectionAt}, and moves that to the next one. */
    private static void openSection(BodyView body, int count, Workspace workspace) {
        int length = LevelsBody.sectionLength(body, workspace.sectionAt);
        int at = workspace.sectionAt + Integer.BYTES;
        long end = (long) at + (length == 0 ? count : length) + (long) restBytes(body) * count;
        if (end > body.end()) {
            throw new MalformedInputException(body.end(), "a section of " + count + " elements is cut off");
        }
        int[] exponents = workspace.section();
        if (length > 0) {
            workspace.symbols(EXPONENTS).read(body.bytes, at, length, exponents, 0, count);
        }
        for (int i = 0; length == 0 && i < count; i++) {
            exponents[i] = body.bytes[at + i] & 0xff;
            if (exponents[i] == EXPONENTS) {
                throw new MalformedInputException(at + i, "an exponent of 255, which is not finite");
            }
        }
        workspace.sectionAt = (int) end;
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        if (from == 0) {
            workspace.sectionAt = body.offset + 1;
        }
        int first = from % SECTION;
        int inSection = Math.min(SECTION, body.elements - (from - first));
        if (first == 0) {
            openSection(body, inSection, workspace);
        }
        int[] exponents = workspace.section();
        int restBytes = restBytes(body);
        int at = workspace.sectionAt - restBytes * (inSection - first);
        for (int i = 0; i < count; i++) {
            int rest = 0;
            for (int b = FLOAT - restBytes; b < FLOAT; b++) {
                rest |= (body.bytes[at++] & 0xff) << (8 * b);
            }
            block[i] = Float.intBitsToFloat(
                    rest >>> FRACTION_BITS << 31 | exponents[first + i] << FRACTION_BITS | (rest & FRACTION));
        }
    }

    private static int restBytes(BodyView body) {
        return body.bytes[body.offset];
    }

    @Override
    public int paddingBits(BodyView body) {
        return 0;
    }

    @Override
    public String describe(BodyView body) {
        return "every element as " + (restBytes(body) == FLOAT ? "a 32-bit float" : "the upper half of a float")
                + ", exponents entropy-coded";
    }
}
