package org.tersegrad.codecs.internal.integers;

import org.tersegrad.codecs.internal.LittleEndian;

/** The specification of {@link FieldKernels}, two words at a time: no carry leaves its word, and the mask hides what a shift brings in. */
public final class ScalarFields implements FieldKernels {
    @Override
    public int carries(byte[] in, int from, int words, int shift, int mask, int lack) {
        long masks = twice(mask);
        long lacks = twice(lack);
        long carries = 0;
        int pairs = words / 2;
        for (int i = 0; i < pairs; i++) {
            long pair = LittleEndian.getLong(in, from + Long.BYTES * i);
            carries |= ((pair & masks) + lacks) | ((pair >>> shift & masks) + lacks);
        }
        int result = (int) (carries | carries >>> 32);
        if (words % 2 != 0) {
            int word = LittleEndian.getInt(in, from + Long.BYTES * pairs);
            result |= ((word & mask) + lack) | ((word >>> shift & mask) + lack);
        }
        return result;
    }

    private static long twice(int word) {
        long lower = Integer.toUnsignedLong(word);
        return lower << 32 | lower;
    }
}
