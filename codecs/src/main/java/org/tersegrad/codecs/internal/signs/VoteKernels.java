package org.tersegrad.codecs.internal.signs;

import org.tersegrad.codecs.internal.Kernel;

/** Counts votes, a bit each: many signs to the sign of most. */
public interface VoteKernels {
    Kernel<VoteKernels> ADD_EIGHT_VOTES = Kernel.of(
            new ScalarVotes(), (k, b) -> k.addEightVotes(b.bytes, 0, 256, b.packed, 256, 0, 256, 512, 768, 1536));
    Kernel<VoteKernels> ADD_TWO_CARRIES = Kernel.of(new ScalarVotes(), (k, b) -> {
        System.arraycopy(b.bytes, 0, b.packed, 0, b.bytes.length);
        k.addTwoCarries(b.packed, 256, 0, 256, 512, 768, 1024);
    });

    /**
     * Adds eight rows of votes, a bit each, to numbers whose bits lie in planes: bit i of the planes of 1, 2 and 4 belongs to
     * place i of the rows, and what does not fit into them goes into a carry of weight 8. Lengths and offsets of planes are
     * multiples of 64.
     *
     * @param votes not modified: rows of {@code length} bytes, {@code stride} apart, from {@code at} on
     * @param planes modified: {@code length} bytes at {@code sums}, at {@code sums + length} and at {@code sums + 2 * length},
     *     the planes afterwards, and at {@code carry}
     * @param one where the planes are that are added to, which may be those that are written
     */
    void addEightVotes(
            byte[] votes,
            int at,
            int stride,
            byte[] planes,
            int length,
            int one,
            int two,
            int four,
            int sums,
            int carry);

    /**
     * Adds two carries of the same weight to the plane of that weight.
     *
     * @param planes modified: {@code length} bytes at {@code sum}, which may be {@code plane}, and at {@code carry}
     */
    void addTwoCarries(byte[] planes, int length, int plane, int first, int second, int sum, int carry);
}
