package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.internal.LittleEndian;

/** Sections of entropy-coded symbols, the last one shorter, each behind its length: the working memory of their readers. */
public final class EntropySections {
    /** Elements that share a table of frequencies. */
    public static final int SECTION = 8 * 5120;

    private final Rans[] coders = new Rans[257];

    /** The symbols of the section read last. */
    public final int[] symbols = new int[SECTION];

    /** Index of the next section in the bytes of the message. */
    public int next;

    /** An entropy coder for this many symbols, at most 256. */
    public Rans coder(int alphabet) {
        Rans coder = coders[alphabet];
        if (coder == null) {
            coder = new Rans(alphabet);
            coders[alphabet] = coder;
        }
        return coder;
    }

    /** The length before a section at {@link #next}, if that many bytes are there. */
    public int length(byte[] bytes, int end) {
        if (end - next < Integer.BYTES) {
            throw new MalformedInputException(end, "the length of a section is cut off");
        }
        int length = LittleEndian.getInt(bytes, next);
        if (length < 0 || length > end - next - Integer.BYTES) {
            throw new MalformedInputException(
                    next, "a section of " + Integer.toUnsignedString(length) + " bytes is longer than the body");
        }
        return length;
    }
}
