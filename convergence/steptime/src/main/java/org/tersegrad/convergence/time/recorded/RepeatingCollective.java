package org.tersegrad.convergence.time.recorded;

import java.nio.ByteBuffer;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.reducers.Collective;

/**
 * The group of worker 0 when all others have gone: it gets the messages of one recorded step again and again, and vectors as if all
 * workers had its own. So a step of one worker in a large group takes a core no longer than it would on a machine of its own, and
 * it waits for no worker. The means are not right, but take as long to compute.
 */
final class RepeatingCollective implements Collective {
    private final int size;
    private final List<Round> rounds;
    private int next;

    /**
     * One call that brings messages.
     *
     * @param kind which one
     * @param messages in the order of ranks
     */
    record Round(Call.Kind kind, List<ByteBuffer> messages) {
        /** Keeps a copy of the next worker's message. */
        void add(ByteBuffer message) {
            ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(message.duplicate());
            messages.add(copy.flip().asReadOnlyBuffer());
        }
    }

    /**
     * @param size of the group
     * @param rounds of one step
     */
    RepeatingCollective(int size, List<Round> rounds) {
        this.size = size;
        this.rounds = rounds;
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void allReduceSum(FloatSlice inOut) {
        for (int i = 0; i < inOut.length(); i++) {
            inOut.array()[inOut.offset() + i] *= size;
        }
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {}

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        allReduceSum(new FloatSlice(inOut.array(), inOut.offset(), partStart(inOut.length(), 1)));
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {}

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        repeat(Call.Kind.ALL_GATHER, mine.remaining(), mine, each);
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        repeat(Call.Kind.ALL_TO_ALL, lengths[0], mine, each);
    }

    /** Hands over this worker's own message as it is now, and those of others as they were. */
    private void repeat(Call.Kind kind, int ownLength, ByteBuffer mine, Receiver each) {
        if (rounds.isEmpty() || rounds.get(next).kind() != kind) {
            throw new IllegalStateException("no " + kind + " was recorded here");
        }
        ByteBuffer own = mine.asReadOnlyBuffer();
        each.accept(0, own.limit(own.position() + ownLength));
        for (int worker = 1; worker < size; worker++) {
            each.accept(worker, rounds.get(next).messages().get(worker).duplicate());
        }
        next = (next + 1) % rounds.size();
    }

    @Override
    public long bitsSent() {
        return 0;
    }

    @Override
    public long bitsReceived() {
        return 0;
    }
}
