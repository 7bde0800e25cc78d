package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.reducers.sync.Downlink;
import org.tersegrad.reducers.sync.Uplink;

/** A worker of a server: its examples, its way to the server, and what has crossed between them. */
final class ServedWorker {
    final Uplink up;
    private final Batches batches;
    private int steps;
    private long seen;
    private long sentBefore;
    private long received;

    ServedWorker(Uplink up, Batches batches) {
        this.up = up;
        this.batches = batches;
    }

    /** Gets the server's newest model. */
    float[] fetch(Downlink down) {
        received += down.bits(seen);
        seen = down.total();
        return down.model();
    }

    int steps() {
        return steps;
    }

    /** The examples of its next step. */
    int[] nextBatch() {
        return batches.of(steps++);
    }

    long bitsSent() {
        return sentBefore + up.bitsSent();
    }

    long bitsReceived() {
        return received;
    }

    int bytes() {
        return Integer.BYTES + Long.BYTES;
    }

    void save(ByteBuffer out) {
        out.putInt(steps).putLong(seen);
    }

    void restore(ByteBuffer in, long bitsSent, long bitsReceived) {
        steps = in.getInt();
        seen = in.getLong();
        if (steps < 0) {
            throw new DamagedCheckpointException("a worker has made " + steps + " steps");
        }
        sentBefore = bitsSent;
        received = bitsReceived;
    }
}
