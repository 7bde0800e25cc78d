package org.tersegrad.codecs;

import java.util.Objects;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;

/**
 * Fields of one width, 1 to 32 bits, packed in bulk: {@code ceil(count * width / 8)} bytes, none wasted.
 *
 * <pre>
 *   | group 0 | group 1 | ... | rest |
 *   group   512 fields in sixteen lanes; lane j is a bit string of 32 fields, elements j, 16 + j, 32 + j, ...,
 *           cut into width little-endian words; word w of lane j is at byte 64 w + 4 j of the group
 *   rest    the last count % 512 fields one after the other, LSB first, the last byte filled with zero bits
 * </pre>
 *
 * <p>Sixteen lanes let any SIMD width from 128 to 512 bits work on whole vectors and give the same bytes. The rest is
 * plain, so that a short tensor takes no more bytes than it has bits.
 */
public final class FixedWidth {
    private FixedWidth() {}

    /** The bytes that {@code count} fields take. */
    public static int byteLength(int count, int width) {
        requireWidth(width);
        if (count < 0) {
            throw new IllegalArgumentException("a count is not negative, this is " + count);
        }
        long bytes = ((long) count * width + 7) >>> 3;
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(count + " fields of " + width + " bits take " + bytes
                    + " bytes, the limit is " + Integer.MAX_VALUE);
        }
        return (int) bytes;
    }

    /**
     * Packs {@code values[offset .. offset + count)}.
     *
     * @param values not modified; read as unsigned, each must fit in {@code width} bits
     * @param out modified in {@code [outOffset, outOffset + byteLength(count, width))}; undefined if a value did not fit and the
     *     call threw
     * @return the bytes written
     */
    public static int pack(int[] values, int offset, int count, int width, byte[] out, int outOffset) {
        Objects.checkFromIndexSize(offset, count, values.length);
        int bytes = byteLength(count, width);
        Objects.checkFromIndexSize(outOffset, bytes, out.length);
        int groups = count / Kernels.GROUP;
        int or = PackingKernels.PACK.at(groups * Kernels.GROUP).pack(values, offset, groups, width, out, outOffset);
        int next = outOffset + groups * Kernels.ROW_BYTES * width;
        long word = 0;
        int filled = 0;
        for (int i = offset + groups * Kernels.GROUP; i < offset + count; i++) {
            or |= values[i];
            word |= Integer.toUnsignedLong(values[i]) << filled;
            for (filled += width; filled >= 8; filled -= 8) {
                out[next++] = (byte) word;
                word >>>= 8;
            }
        }
        if (filled > 0) {
            out[next] = (byte) word;
        }
        if (width < 32 && or >>> width != 0) {
            throw tooLarge(values, offset, width);
        }
        return bytes;
    }

    /**
     * Unpacks {@code count} fields from exactly {@code inLength} bytes.
     *
     * @param in not modified
     * @param values modified in {@code [offset, offset + count)}; a 32-bit field fills its int
     * @throws MalformedInputException if {@code inLength} is not {@code byteLength(count, width)} or a padding bit is
     *     set; {@code values} is not modified then
     */
    public static void unpack(byte[] in, int inOffset, int inLength, int width, int[] values, int offset, int count) {
        Objects.checkFromIndexSize(inOffset, inLength, in.length);
        Objects.checkFromIndexSize(offset, count, values.length);
        int bytes = byteLength(count, width);
        if (inLength != bytes) {
            throw new MalformedInputException(
                    inOffset + Math.min(bytes, inLength),
                    count + " fields of " + width + " bits take " + bytes + " bytes, these are " + inLength);
        }
        requireZeroPadding(in, inOffset, count, width);
        unpackUnchecked(in, inOffset, width, values, offset, count);
    }

    /** Throws if a padding bit after the last field is set; the bytes are known to be present. */
    static void requireZeroPadding(byte[] in, int inOffset, int count, int width) {
        int used = (int) ((long) count * width & 7);
        int last = inOffset + byteLength(count, width) - 1;
        if (used != 0 && (in[last] & 0xff) >>> used != 0) {
            throw new MalformedInputException(last, "padding bits that are not zero");
        }
    }

    /** {@link #unpack} where the length and the padding were looked at before. */
    static void unpackUnchecked(byte[] in, int inOffset, int width, int[] values, int offset, int count) {
        int groups = count / Kernels.GROUP;
        PackingKernels.UNPACK.at(groups * Kernels.GROUP).unpack(in, inOffset, groups, width, values, offset);
        int next = inOffset + groups * Kernels.ROW_BYTES * width;
        int mask = -1 >>> (32 - width);
        long word = 0;
        int filled = 0;
        for (int i = offset + groups * Kernels.GROUP; i < offset + count; i++) {
            for (; filled < width; filled += 8) {
                word |= (in[next++] & 0xffL) << filled;
            }
            values[i] = (int) word & mask;
            word >>>= width;
            filled -= width;
        }
    }

    private static void requireWidth(int width) {
        if (width < 1 || width > 32) {
            throw new IllegalArgumentException("the width of a field is 1 to 32, this is " + width);
        }
    }

    private static IllegalArgumentException tooLarge(int[] values, int offset, int width) {
        int i = offset;
        while (values[i] >>> width == 0) {
            i++;
        }
        return new IllegalArgumentException("value " + Integer.toUnsignedString(values[i]) + " at index " + i
                + " does not fit in " + width + " bits (largest " + (-1 >>> (32 - width)) + ")");
    }
}
