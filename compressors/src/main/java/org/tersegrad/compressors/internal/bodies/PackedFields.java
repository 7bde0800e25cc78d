package org.tersegrad.compressors.internal.bodies;

import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;

/**
 * Looks at fixed-width fields while they are packed, a word of 64 bits at a time, which costs a quarter of unpacking them.
 *
 * <p>A field above the limit, plus what the limit lacks to all ones, carries into the bit above the field. Every other field is
 * masked out, so that there is room for the carry.
 */
public final class PackedFields {
    private PackedFields() {}

    /**
     * Whether all fields are known to be at most a limit.
     *
     * @param bytes not modified: fields as {@link org.tersegrad.codecs.FixedWidth} packs them
     * @param count of fields
     * @param limit at most {@code 2^width - 1}
     * @return false if a field is above the limit, and also for those that have to be unpacked to know: a rest of less than a
     *     group, and widths other than 2, 4 and 8
     */
    public static boolean areAtMost(int limit, byte[] bytes, int offset, int count, int width) {
        if (count % Kernels.GROUP != 0 || (width != 2 && width != 4 && width != 8)) {
            return false;
        }
        long ones = (1L << width) - 1;
        long one = Long.divideUnsigned(-1L, (1L << (2 * width)) - 1); // in every other field
        long everyOther = one * ones;
        long lack = one * (ones - limit);
        long carries = 0;
        int end = offset + count / 8 * width;
        for (int i = offset; i < end; i += Long.BYTES) {
            long word = LittleEndian.getLong(bytes, i);
            carries |= ((word & everyOther) + lack) | (((word >>> width) & everyOther) + lack);
        }
        return (carries & (one << width)) == 0;
    }
}
