package org.tersegrad.compressors;

import java.util.Arrays;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.internal.Excerpt;

/**
 * The envelope of a custom format.
 *
 * <pre>
 *   | length n of the name, 1 to 64, 1 byte | name, n bytes of a-z 0-9 . - | version, 1 byte | body |
 * </pre>
 */
final class NamedFormat implements BodyFormat {
    /** The number of all custom formats. */
    static final int NUMBER = 13;

    static final NamedFormat INSTANCE = new NamedFormat();

    /** Bytes before the body beside the name. */
    private static final int FIELDS = 2;

    private static final Id ID = Id.name("named", 0);

    private NamedFormat() {}

    @Override
    public Id id() {
        return ID;
    }

    /** Rejects a name or a version that cannot be written. */
    static void requireName(String name, int version) {
        boolean good =
                !name.isEmpty() && name.length() <= MAX_NAME && name.chars().allMatch(NamedFormat::isLetter);
        if (!good) {
            throw new IllegalArgumentException("the name of a body format has 1 to " + MAX_NAME
                    + " lower-case letters, digits, dots and hyphens, this is \"" + Excerpt.of(name) + "\"");
        }
        if (version < 0 || version > 0xff) {
            throw new IllegalArgumentException(
                    "the version of a body format is 0 to 255, that of " + name + " is " + version);
        }
    }

    private static boolean isLetter(int sign) {
        return (sign >= 'a' && sign <= 'z') || (sign >= '0' && sign <= '9') || sign == '.' || sign == '-';
    }

    /** Bytes before the body of a format: none before that of a built-in one. */
    static int headerBytes(Id id) {
        return id.isCustom() ? FIELDS + id.name().length() : 0;
    }

    /**
     * Writes name and version of a custom format.
     *
     * @param out modified
     */
    static void writeHeader(Id id, byte[] out, int at) {
        if (id.isCustom()) {
            String name = id.name();
            out[at] = (byte) name.length();
            for (int i = 0; i < name.length(); i++) {
                out[at + 1 + i] = (byte) name.charAt(i);
            }
            out[at + 1 + name.length()] = (byte) id.version();
        }
    }

    static boolean isOf(Id id, Body body) {
        String name = id.name();
        if (body.u8(0) != name.length() || version(body) != id.version()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (body.u8(1 + i) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void validate(Body body) {
        body.requireAtLeast(1);
        int length = body.u8(0);
        if (length < 1 || length > MAX_NAME) {
            throw body.malformed(0, "a name of " + length + " characters, a body format has 1 to " + MAX_NAME);
        }
        body.requireAtLeast(FIELDS + (long) length);
        for (int i = 1; i <= length; i++) {
            if (!isLetter(body.u8(i))) {
                throw body.malformed(
                        i,
                        "the name of a body format has letters, digits, dots and hyphens, not the byte "
                                + (byte) body.u8(i));
            }
        }
        BodyFormat format = format(body);
        if (format == INSTANCE) {
            throw body.malformed(
                    1,
                    "the body format " + name(body) + ", version " + version(body) + ", is not known here; "
                            + body.formats().known());
        }
        validate(format, body, content(body));
    }

    private static void validate(BodyFormat format, Body body, Body content) {
        int bad;
        try {
            format.validate(content);
            bad = firstNotFinite(format, content);
        } catch (MalformedInputException e) {
            throw new MalformedInputException(e.offset(), name(body) + ": " + e.reason());
        } catch (RuntimeException e) {
            // Whatever a reader of foreign bytes stumbles over, it is the bytes that are rejected.
            throw content.malformed(0, name(body) + ": " + e);
        }
        if (bad < content.elements()) {
            float value = format instanceof BlockwiseFormat blockwise
                    ? content.floats()[bad % blockwise.run()]
                    : content.sums(content.elements())[bad];
            throw content.malformed(0, name(body) + ": element " + bad + " decodes to " + value);
        }
    }

    /** Finds an element that is NaN or infinite: a message with one must not reach any gradient. */
    private static int firstNotFinite(BodyFormat format, Body content) {
        if (format instanceof BlockwiseFormat blockwise) {
            return blockwise.firstNotFinite(content);
        }
        float[] sums = content.sums(content.elements());
        Arrays.fill(sums, 0, content.elements(), 0f);
        format.addTo(content, sums, 0, 1f);
        int i = 0;
        while (i < content.elements() && Float.isFinite(sums[i])) {
            i++;
        }
        return i;
    }

    @Override
    public void addTo(Body body, float[] target, int offset, float weight) {
        format(body).addTo(content(body), target, offset, weight);
    }

    @Override
    public void addTo(Body body, Slice target, float weight) {
        format(body).addTo(content(body), target, weight);
    }

    @Override
    public int paddingBits(Body body) {
        return format(body).paddingBits(content(body));
    }

    @Override
    public String describe(Body body) {
        return format(body).describe(content(body));
    }

    private static BodyFormat format(Body body) {
        return body.formats().find(body);
    }

    private static Body content(Body body) {
        int start = FIELDS + body.u8(0);
        return body.nested(start, body.length() - start, body.elements());
    }

    private static String name(Body body) {
        StringBuilder name = new StringBuilder();
        for (int i = 1; i <= body.u8(0); i++) {
            name.append((char) body.u8(i));
        }
        return name.toString();
    }

    private static int version(Body body) {
        return body.u8(1 + body.u8(0));
    }
}
