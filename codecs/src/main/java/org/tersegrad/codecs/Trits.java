package org.tersegrad.codecs;

import java.util.Objects;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.integers.FieldKernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;

/**
 * Values −1, 0, 1 packed five to a byte (3<sup>5</sup> = 243 of 256): 1.6 bits each, where the entropy of three equally
 * likely values is 1.585.
 *
 * <pre>
 *   | group 0 | group 1 | ... | rest |      ceil(count / 5) bytes
 *
 *   group   320 trits in 64 bytes: byte 4 j + b holds elements 16 (5 b + d) + j for d = 0..4
 *   rest    byte i holds elements 5 i + d of the rest; digits past the end are 0
 *   byte    sum over d of 3^d (trit + 1)
 * </pre>
 */
public final class Trits {
    private static final int PER_BYTE = 5;
    private static final int BYTE_VALUES = 243;

    private Trits() {}

    /** The bytes that {@code count} trits take. */
    public static int byteLength(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a count is not negative, this is " + count);
        }
        return (int) ((count + 4L) / PER_BYTE);
    }

    /**
     * Packs {@code trits[offset .. offset + count)}.
     *
     * @param trits not modified; each is −1, 0 or 1
     * @param out modified in {@code [outOffset, outOffset + byteLength(count))}; undefined if a value was not a trit and the call
     *     threw
     * @return the bytes written
     */
    public static int pack(int[] trits, int offset, int count, byte[] out, int outOffset) {
        Objects.checkFromIndexSize(offset, count, trits.length);
        int bytes = byteLength(count);
        Objects.checkFromIndexSize(outOffset, bytes, out.length);
        int groups = count / Kernels.TRIT_GROUP;
        int or = PackingKernels.PACK_TRITS
                .at(groups * Kernels.TRIT_GROUP)
                .packTrits(trits, offset, groups, out, outOffset);
        int end = offset + count;
        int next = outOffset + groups * Kernels.ROW_BYTES;
        for (int i = offset + groups * Kernels.TRIT_GROUP; i < end; i += PER_BYTE) {
            int digits = 0;
            for (int j = Math.min(i + PER_BYTE, end) - 1; j >= i; j--) {
                or |= Math.abs(trits[j]);
                digits = 3 * digits + trits[j] + 1;
            }
            out[next++] = (byte) digits;
        }
        if (or < 0 || or > 1) {
            throw notATrit(trits, offset);
        }
        return bytes;
    }

    /**
     * Unpacks {@code count} trits from exactly {@code inLength} bytes.
     *
     * @param in not modified
     * @param trits modified in {@code [offset, offset + count)}
     * @throws MalformedInputException if {@code inLength} is not {@code byteLength(count)}, a byte is above 242 or a
     *     digit past the end is not 0; {@code trits} is not modified then
     */
    public static void unpack(byte[] in, int inOffset, int inLength, int[] trits, int offset, int count) {
        Objects.checkFromIndexSize(inOffset, inLength, in.length);
        Objects.checkFromIndexSize(offset, count, trits.length);
        check(in, inOffset, inLength, count);
        int groups = count / Kernels.TRIT_GROUP;
        PackingKernels.UNPACK_TRITS.at(groups * Kernels.TRIT_GROUP).unpackTrits(in, inOffset, groups, trits, offset);
        int end = offset + count;
        int next = inOffset + groups * Kernels.ROW_BYTES;
        for (int i = offset + groups * Kernels.TRIT_GROUP; i < end; i += PER_BYTE) {
            int digits = in[next++] & 0xff;
            for (int j = i; j < Math.min(i + PER_BYTE, end); j++) {
                trits[j] = digits % 3 - 1;
                digits /= 3;
            }
        }
    }

    private static IllegalArgumentException notATrit(int[] trits, int offset) {
        int i = offset;
        while (trits[i] >= -1 && trits[i] <= 1) {
            i++;
        }
        return new IllegalArgumentException("a trit is -1, 0 or 1, the value at index " + i + " is " + trits[i]);
    }

    /**
     * Rejects the bytes that {@link #unpack} rejects, but faster.
     *
     * @param in not modified
     * @throws MalformedInputException if {@code inLength} is not {@code byteLength(count)}, a byte is above 242 or a
     *     digit past the end is not 0
     */
    public static void check(byte[] in, int inOffset, int inLength, int count) {
        Objects.checkFromIndexSize(inOffset, inLength, in.length);
        int bytes = byteLength(count);
        if (inLength != bytes) {
            throw new MalformedInputException(
                    inOffset + Math.min(bytes, inLength),
                    count + " trits take " + bytes + " bytes, these are " + inLength);
        }
        int words = bytes / Integer.BYTES;
        int carries = FieldKernels.CARRIES
                .at(words)
                .carries(in, inOffset, words, 8, 0x00ff00ff, (256 - BYTE_VALUES) * 0x00010001);
        boolean inWords = (carries & 0x01000100) != 0;
        for (int i = inWords ? inOffset : inOffset + words * Integer.BYTES; i < inOffset + bytes; i++) {
            if ((in[i] & 0xff) >= BYTE_VALUES) {
                throw new MalformedInputException(i, "byte " + (in[i] & 0xff) + ", five trits make at most 242");
            }
        }
        int inLast = count % PER_BYTE;
        if (inLast != 0) {
            int last = inOffset + bytes - 1;
            int limit = 1;
            for (int d = 0; d < inLast; d++) {
                limit *= 3;
            }
            if ((in[last] & 0xff) >= limit) {
                throw new MalformedInputException(
                        last,
                        "byte " + (in[last] & 0xff) + ", the last " + inLast + " trits make at most " + (limit - 1));
            }
        }
    }
}
