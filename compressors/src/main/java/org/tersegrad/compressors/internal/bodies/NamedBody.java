package org.tersegrad.compressors.internal.bodies;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.compressors.internal.Workspace;

/**
 * A body that a {@link BodyFormat} reads.
 *
 * <pre>
 *   | length n of the name, 1 to 64, 1 byte | name, n bytes of a-z 0-9 . - | version, 1 byte | body |
 * </pre>
 */
public final class NamedBody extends BlockBody {
    /** Bytes before the body beside the name. */
    private static final int FIELDS = 2;

    /** Refuses a format whose name or version cannot stand on the wire. */
    public static void requireName(BodyFormat format) {
        String name = format.name();
        boolean good = !name.isEmpty()
                && name.length() <= BodyFormat.MAX_NAME
                && name.chars().allMatch(NamedBody::isLetter);
        if (!good) {
            throw new IllegalArgumentException("the name of a body format has 1 to " + BodyFormat.MAX_NAME
                    + " lower-case letters, digits, dots and hyphens, this is \"" + Excerpt.of(name) + "\"");
        }
        if (format.version() < 0 || format.version() > 0xff) {
            throw new IllegalArgumentException(
                    "the version of a body format is 0 to 255, that of " + name + " is " + format.version());
        }
    }

    private static boolean isLetter(int sign) {
        return (sign >= 'a' && sign <= 'z') || (sign >= '0' && sign <= '9') || sign == '.' || sign == '-';
    }

    /** Bytes before the body of a format. */
    public static int headerBytes(BodyFormat format) {
        return FIELDS + format.name().length();
    }

    /**
     * Writes name and version.
     *
     * @param out modified
     * @return where the body begins
     */
    public static int writeHeader(BodyFormat format, byte[] out, int at) {
        String name = format.name();
        out[at] = (byte) name.length();
        for (int i = 0; i < name.length(); i++) {
            out[at + 1 + i] = (byte) name.charAt(i);
        }
        out[at + 1 + name.length()] = (byte) format.version();
        return at + headerBytes(format);
    }

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, 1);
        int length = body.bytes[body.offset] & 0xff;
        if (length < 1 || length > BodyFormat.MAX_NAME) {
            throw new MalformedInputException(
                    body.offset, "a name of " + length + " characters, a body format has 1 to " + BodyFormat.MAX_NAME);
        }
        Body.requireAtLeast(body, FIELDS + length);
        for (int i = 1; i <= length; i++) {
            if (!isLetter(body.bytes[body.offset + i])) {
                throw new MalformedInputException(
                        body.offset + i,
                        "the name of a body format has letters, digits, dots and hyphens, not the byte "
                                + body.bytes[body.offset + i]);
            }
        }
        BodyFormat format = body.formats
                .find(body)
                .orElseThrow(() -> new MalformedInputException(
                        body.offset + 1,
                        "the body format " + name(body) + ", version " + version(body) + ", is not known here; "
                                + body.formats.known()));
        int start = body.offset + headerBytes(format);
        int bad;
        try {
            format.validate(content(body, format), body.elements);
            bad = firstNotFinite(body, workspace);
        } catch (MalformedInputException e) {
            throw new MalformedInputException(start + e.offset(), format.name() + ": " + e.reason());
        } catch (RuntimeException e) {
            // Whatever a reader of other people's bytes stumbles over, it is the bytes that are refused.
            throw new MalformedInputException(start, format.name() + ": " + e);
        }
        if (bad < body.elements) {
            throw new MalformedInputException(
                    start,
                    format.name() + ": element " + bad + " decodes to "
                            + workspace.floats()[bad % BLOCK]);
        }
    }

    /** A message that decodes to NaN or infinity must not reach anybody's gradient. */
    private int firstNotFinite(BodyView body, Workspace workspace) {
        float[] block = workspace.floats();
        for (int from = 0; from < body.elements; from += BLOCK) {
            int count = Math.min(BLOCK, body.elements - from);
            decode(body, from, count, block, workspace);
            for (int i = 0; i < count; i++) {
                if (!Float.isFinite(block[i])) {
                    return from + i;
                }
            }
        }
        return body.elements;
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        BodyFormat format = format(body);
        format.decode(content(body, format), body.elements, from, count, block);
    }

    @Override
    public int paddingBits(BodyView body) {
        BodyFormat format = format(body);
        return format.paddingBits(content(body, format), body.elements);
    }

    @Override
    public String describe(BodyView body) {
        BodyFormat format = format(body);
        return format.describe(content(body, format), body.elements);
    }

    private static BodyFormat format(BodyView body) {
        return body.formats.find(body).orElseThrow(); // it was known when the body was checked
    }

    private static ByteBuffer content(BodyView body, BodyFormat format) {
        int start = body.offset + headerBytes(format);
        return ByteBuffer.wrap(body.bytes, start, body.end() - start)
                .slice()
                .asReadOnlyBuffer()
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    static String name(BodyView body) {
        StringBuilder name = new StringBuilder();
        for (int i = 1; i <= body.bytes[body.offset]; i++) {
            name.append((char) body.bytes[body.offset + i]);
        }
        return name.toString();
    }

    static int version(BodyView body) {
        return body.bytes[body.offset + 1 + body.bytes[body.offset]] & 0xff;
    }
}
