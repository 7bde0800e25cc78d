package org.tersegrad.bench.codecs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.RoaringBitmap;

/** A set of indices as RoaringBitmap sends it: its portable format, runs included. */
final class RoaringIndices {
    private ByteBuffer message = ByteBuffer.allocate(0);

    /**
     * Builds the set and writes it.
     *
     * @param indices not modified; ascending, for which {@code bitmapOf} is made
     * @return the bytes of the message
     */
    int encode(int[] indices) {
        RoaringBitmap set = RoaringBitmap.bitmapOf(indices);
        set.runOptimize();
        int bytes = set.serializedSizeInBytes();
        if (message.capacity() < bytes) {
            message = ByteBuffer.allocate(bytes);
        }
        set.serialize(message.clear());
        message.flip();
        return bytes;
    }

    /** The set that was written, ready to be read. */
    BatchIterator decode() {
        RoaringBitmap set = new RoaringBitmap();
        try {
            set.deserialize(message.rewind());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return set.getBatchIterator();
    }
}
