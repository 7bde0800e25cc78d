package org.tersegrad.fuzz;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.MalformedInputException;

/** Two bytes say how many indices there are, four below what, the rest is an index set. */
public final class IndexSetTarget {
    private static final int FIELDS = 6;

    private IndexSetTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length < FIELDS) {
            return;
        }
        ByteBuffer fields = ByteBuffer.wrap(data);
        int count = fields.getShort() & 0xffff;
        int universe = Math.max(count, fields.getInt() & Integer.MAX_VALUE);
        int[] indices = new int[IndexSetReader.BLOCK];
        IndexSetReader reader = new IndexSetReader();
        long last = -1;
        int read = 0;
        try {
            reader.open(data, FIELDS, data.length - FIELDS, count, universe);
            for (int got = reader.next(indices, 0); got > 0; got = reader.next(indices, 0)) {
                for (int i = 0; i < got; i++) {
                    Accepted.require(indices[i] > last && indices[i] < universe, "indices that do not increase");
                    last = indices[i];
                }
                read += got;
            }
        } catch (MalformedInputException e) {
            return;
        }
        Accepted.require(read == count, "another number of indices");
    }
}
