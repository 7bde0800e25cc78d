package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Collective.Receiver;

/**
 * The exchange between workers of what is not part of training: losses, counts of bits, residuals, gradients, states. It crosses
 * the same group as the gradients do, and its bits are not counted.
 */
final class Meeting {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Collective group;
    private long sent;
    private long received;

    Meeting(Collective group) {
        this.group = group;
        sent = group.bitsSent(); // of another run before
        received = group.bitsReceived();
    }

    /** Bits that this worker has sent for its training so far. */
    long bitsSent() {
        return group.bitsSent() - sent;
    }

    /** Bits that this worker has received for its training so far. */
    long bitsReceived() {
        return group.bitsReceived() - received;
    }

    /**
     * The mean of a vector over all workers.
     *
     * @param values finite; modified: this worker's before, the mean afterwards
     */
    void average(float[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] /= group.size(); // first, so that no sum overflows
        }
        uncounted(() -> group.allReduceSum(FloatSlice.of(values)));
    }

    /** Calls the group, and does not count what that sends. */
    void uncounted(Runnable calls) {
        long sentBefore = group.bitsSent();
        long receivedBefore = group.bitsReceived();
        calls.run();
        sent += group.bitsSent() - sentBefore;
        received += group.bitsReceived() - receivedBefore;
    }

    /**
     * Gives every worker's report to worker 0, and its answer to all.
     *
     * @param mostBytes of any worker's report
     * @param answer called by worker 0 only, with all reports in the order of ranks
     * @return the answer
     */
    ByteBuffer hold(WorkerReport mine, int mostBytes, Function<List<WorkerReport>, ByteBuffer> answer) {
        ByteBuffer[] got = {NOTHING};
        uncounted(() -> got[0] = exchange(mine, mostBytes, answer));
        return got[0];
    }

    private ByteBuffer exchange(WorkerReport mine, int mostBytes, Function<List<WorkerReport>, ByteBuffer> answer) {
        ByteBuffer message = mine.toBytes();
        int[] lengths = new int[group.size()];
        lengths[0] = message.remaining();
        List<WorkerReport> reports = new ArrayList<>();
        Receiver reading = (rank, theirs) -> {
            if (group.rank() == 0) {
                reports.add(WorkerReport.read(theirs));
            }
        };
        group.allToAll(message, lengths, Receiver.atMost(rank -> group.rank() == 0 ? mostBytes : 0, reading));
        ByteBuffer[] got = {NOTHING};
        Receiver copying = (rank, theirs) -> {
            if (rank == 0) {
                got[0] = ByteBuffer.allocate(theirs.remaining()).put(theirs).flip();
            }
        };
        group.allGather(
                group.rank() == 0 ? answer.apply(reports) : NOTHING,
                Receiver.atMost(rank -> rank == 0 ? Standing.BYTES : 0, copying));
        return got[0];
    }
}
