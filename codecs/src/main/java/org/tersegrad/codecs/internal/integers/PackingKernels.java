package org.tersegrad.codecs.internal.integers;

import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.Kernels;

/** Packs integers: fields of a fixed width, and base-3 digits, five to a byte. Groups are those of {@link Kernels}. */
public interface PackingKernels {
    Kernel<PackingKernels> PACK = Kernel.of(new ScalarPacking(), (k, b) -> {
        b.result = k.pack(b.fields13, 0, 1, 13, b.packed, 0);
        b.result += k.pack(b.fields8, 0, 1, 8, b.packed, 13 * Kernels.ROW_BYTES);
        k.pack(b.words, 0, 1, 32, b.packed, 0);
    });
    Kernel<PackingKernels> UNPACK =
            Kernel.of(new ScalarPacking(), (k, b) -> k.unpack(b.bytes, 0, 1, b.round % 2 == 0 ? 13 : 8, b.ints, 0));
    Kernel<PackingKernels> PACK_TRITS =
            Kernel.of(new ScalarPacking(), (k, b) -> b.result = k.packTrits(b.trits, 0, 1, b.packed, 0));
    Kernel<PackingKernels> UNPACK_TRITS =
            Kernel.of(new ScalarPacking(), (k, b) -> k.unpackTrits(b.bytes, 0, 1, b.ints, 0));

    /**
     * Packs {@code groups} groups of {@code width}-bit fields, slot 0 in the lowest bits of a lane.
     *
     * @param values not modified
     * @param out modified: {@code 64 * width} bytes a group, of no use if a value does not fit in {@code width} bits
     * @return the bitwise or of all values, which tells whether each of them fits
     */
    int pack(int[] values, int offset, int groups, int width, byte[] out, int outOffset);

    /** The inverse of {@link #pack}. */
    void unpack(byte[] in, int inOffset, int groups, int width, int[] values, int offset);

    /**
     * Packs {@code groups} groups of 320 base-3 digits, five to a byte: byte {@code b} of a lane holds slots
     * {@code 5b .. 5b+4}, the first slot with weight 1.
     *
     * @param trits not modified; −1, 0 or 1, stored as digit 0, 1 or 2
     * @param out modified: 64 bytes a group, of no use if a value is not a trit
     * @return the bitwise or of all magnitudes: above 1, or negative, if a value is not a trit
     */
    int packTrits(int[] trits, int offset, int groups, byte[] out, int outOffset);

    /** The inverse of {@link #packTrits}, for bytes that are all below 243. */
    void unpackTrits(byte[] in, int inOffset, int groups, int[] trits, int offset);
}
