package org.tersegrad.codecs.internal.integers;

import org.tersegrad.codecs.internal.Kernel;

/**
 * Looks at packed fields without unpacking them. A field above a limit, plus what the limit lacks to all ones, carries into the
 * bit above the field; every other field is masked out, so that there is room for the carry. Takes any count.
 */
public interface FieldKernels {
    Kernel<FieldKernels> CARRIES = Kernel.of(
            new ScalarFields(), (k, b) -> b.result = k.carries(b.bytes, 0, b.count, 16, 0x7fff, 0x7fff - 0x7bff));

    /**
     * The bitwise or, over all little-endian words w of 32 bits, of {@code (w & mask) + lack} and
     * {@code (w >>> shift & mask) + lack}.
     *
     * @param in not modified
     * @param words how many, from byte {@code from} on
     * @param shift from 1 to 31
     * @param mask has no bit that such a shift fills; with {@code lack} it is below 2^32
     */
    int carries(byte[] in, int from, int words, int shift, int mask, int lack);
}
