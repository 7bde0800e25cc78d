package org.tersegrad.reducers.model;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;

/**
 * A group of which a worker knows its own rank and the number of workers, and that cannot be called: messages travel between the
 * worker and a switch, outside any reduction.
 */
record RoundGroup(int rank, int size) implements Collective {
    RoundGroup {
        if (size < 1) {
            throw new IllegalArgumentException("at least 1 worker, not " + size);
        }
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("a rank is from 0 to " + (size - 1) + ", this is " + rank);
        }
    }

    @Override
    public void allReduceSum(FloatSlice inOut) {
        throw called();
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {
        throw called();
    }

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        throw called();
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {
        throw called();
    }

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        throw called();
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        throw called();
    }

    @Override
    public Collective split(int color) {
        throw new UnsupportedOperationException("workers behind a switch are one group");
    }

    @Override
    public long bitsSent() {
        throw called();
    }

    @Override
    public long bitsReceived() {
        throw called();
    }

    private static IllegalStateException called() {
        return new IllegalStateException("a reduction in rounds hands out its exchanges and calls no group itself");
    }
}
