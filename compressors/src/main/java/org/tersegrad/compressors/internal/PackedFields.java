package org.tersegrad.compressors.internal;

import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.integers.FieldKernels;

/** Looks at fields while they are packed, which costs a fraction of unpacking them: see {@link FieldKernels}. */
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
        int ones = (1 << width) - 1;
        int one = Integer.divideUnsigned(-1, (1 << (2 * width)) - 1); // in every other field
        int words = count / Integer.SIZE * width;
        int carries =
                FieldKernels.CARRIES.at(words).carries(bytes, offset, words, width, one * ones, one * (ones - limit));
        return (carries & one << width) == 0;
    }

    /**
     * Whether of pairs of 16-bit numbers the lower 15 bits are at most a limit.
     *
     * @param bytes not modified
     */
    public static boolean magnitudesAreAtMost(int limit, byte[] bytes, int offset, int pairs) {
        return (FieldKernels.CARRIES.at(pairs).carries(bytes, offset, pairs, 16, 0x7fff, 0x7fff - limit) & 0x8000) == 0;
    }
}
