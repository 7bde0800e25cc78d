package org.tersegrad.bench.codecs;

import me.lemire.integercompression.IntWrapper;
import me.lemire.integercompression.differential.IntegratedBinaryPacking;
import me.lemire.integercompression.differential.IntegratedComposition;
import me.lemire.integercompression.differential.IntegratedVariableByte;

/** A set of indices in what JavaFastPFOR proposes for sorted numbers: differences, packed 32 at a time, the rest as bytes. */
final class FastPforIndices {
    private final IntegratedComposition codec =
            new IntegratedComposition(new IntegratedBinaryPacking(), new IntegratedVariableByte());
    private final IntWrapper from = new IntWrapper();
    private final IntWrapper to = new IntWrapper();
    private int[] message = {};
    private int words;

    /**
     * Writes a set.
     *
     * @param indices not modified; ascending
     * @return the bytes of the message
     */
    int encode(int[] indices) {
        int most = 2 * indices.length + 1024; // more than any of its parts can need
        if (message.length < most) {
            message = new int[most];
        }
        from.set(0);
        to.set(0);
        codec.compress(indices, from, indices.length, message, to);
        words = to.get();
        return Integer.BYTES * words;
    }

    /**
     * Reads the set that was written.
     *
     * @param indices modified: all of it
     */
    void decode(int[] indices) {
        from.set(0);
        to.set(0);
        codec.uncompress(message, from, words, indices, to);
    }
}
