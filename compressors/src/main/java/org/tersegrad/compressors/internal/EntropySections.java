package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Body;

/**
 * Sections of entropy-coded symbols, the last one shorter, each behind its length: the working memory of their readers. Symbols are
 * read a block at a time, so that a block is in the cache when it is used.
 */
public final class EntropySections {
    /** Elements that share a table of frequencies. */
    public static final int SECTION = 8 * 5120;

    private final Rans[] coders = new Rans[257];
    private Rans coder = new Rans(1);

    /** Whether the symbols of the open section are entropy-coded; else they are bytes, from {@link #plainAt} on. */
    private boolean coded;

    private byte[] plain = LittleEndian.NO_BYTES;
    private int plainAt;

    private final int[] symbols = new int[Body.BLOCK];

    /** Index of the next section in the bytes of the message. */
    public int next;

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

    /**
     * Opens a section of entropy-coded symbols.
     *
     * @param alphabet symbols that there are, at most 256
     */
    public void open(byte[] bytes, int at, int length, int alphabet) {
        if (coders[alphabet] == null) {
            coders[alphabet] = new Rans(alphabet);
        }
        coder = coders[alphabet];
        coder.open(bytes, at, length);
        coded = true;
    }

    /** Opens a section of symbols that are bytes. */
    public void openBytes(byte[] bytes, int at) {
        plain = bytes;
        plainAt = at;
        coded = false;
    }

    /**
     * Reads the next symbols of the section.
     *
     * @param count at most {@link Body#BLOCK}
     * @param last whether the section ends with them
     * @return the array that has them; the next call writes it again
     */
    public int[] read(int count, boolean last) {
        if (coded) {
            coder.next(symbols, 0, count);
            if (last) {
                coder.close();
            }
            return symbols;
        }
        for (int i = 0; i < count; i++) {
            symbols[i] = plain[plainAt + i] & 0xff;
        }
        plainAt += count;
        return symbols;
    }
}
