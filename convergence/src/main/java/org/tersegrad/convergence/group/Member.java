package org.tersegrad.convergence.group;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Collective;
import org.tersegrad.compressors.FloatSlice;

/** One worker's view of a group in this process: it reads what the others have brought where it stands. */
final class Member implements Collective {
    private final int rank;
    private final Meeting meeting;
    private float[] part = {};
    private long bitsSent;
    private long bitsReceived;

    Member(int rank, Meeting meeting) {
        this.rank = rank;
        this.meeting = meeting;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return meeting.size();
    }

    @Override
    public void allReduceSum(FloatSlice inOut) {
        meeting.bring(rank, "allReduceSum of " + inOut.length(), inOut);
        combinePart(inOut, true);
        sharePart(inOut);
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {
        meeting.bring(rank, "allReduceMax of " + inOut.length(), inOut);
        combinePart(inOut, false);
        sharePart(inOut);
    }

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        meeting.bring(rank, "reduceScatterSum of " + inOut.length(), inOut);
        combinePart(inOut, true);
        meeting.await(); // nobody reads the vectors any more
        int from = partStart(inOut.length(), rank);
        System.arraycopy(part, 0, inOut.array(), inOut.offset() + from, partStart(inOut.length(), rank + 1) - from);
    }

    /** Combines this worker's part over all workers, in the order of ranks. */
    private void combinePart(FloatSlice inOut, boolean add) {
        int length = inOut.length();
        int from = partStart(length, rank);
        int count = partStart(length, rank + 1) - from;
        if (part.length < count) {
            part = new float[count];
        }
        for (int worker = 0; worker < size(); worker++) {
            FloatSlice theirs = meeting.of(worker, FloatSlice.class);
            combine(theirs.array(), theirs.offset() + from, count, worker == 0, add);
        }
        count(length - count, (long) count * (size() - 1), Float.SIZE);
    }

    private void combine(float[] theirs, int at, int count, boolean first, boolean add) {
        if (first) {
            System.arraycopy(theirs, at, part, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            part[i] = add ? part[i] + theirs[at + i] : Math.max(part[i], theirs[at + i]);
        }
    }

    /** Gives this worker's part to all, and takes theirs. */
    private void sharePart(FloatSlice inOut) {
        int length = inOut.length();
        meeting.await(); // nobody reads the vectors any more
        meeting.bring(rank, "its second half", part);
        for (int worker = 0; worker < size(); worker++) {
            int from = partStart(length, worker);
            int count = partStart(length, worker + 1) - from;
            System.arraycopy(meeting.of(worker, float[].class), 0, inOut.array(), inOut.offset() + from, count);
        }
        int mine = partStart(length, rank + 1) - partStart(length, rank);
        count((long) mine * (size() - 1), length - mine, Float.SIZE);
        meeting.await(); // nobody reads the parts any more
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {
        if (root < 0 || root >= size()) {
            throw new IllegalArgumentException("a root is from 0 to " + (size() - 1) + ", this is " + root);
        }
        meeting.bring(rank, "broadcast of " + inOut.length() + " from " + root, inOut);
        if (rank == root) {
            count((long) inOut.length() * (size() - 1), 0, Float.SIZE);
        } else {
            FloatSlice theirs = meeting.of(root, FloatSlice.class);
            System.arraycopy(theirs.array(), theirs.offset(), inOut.array(), inOut.offset(), inOut.length());
            count(0, inOut.length(), Float.SIZE);
        }
        meeting.await();
    }

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        meeting.bring(rank, "allGather", mine);
        for (int worker = 0; worker < size(); worker++) {
            ByteBuffer theirs = meeting.of(worker, ByteBuffer.class).asReadOnlyBuffer();
            if (worker != rank) {
                count(mine.remaining(), theirs.remaining(), Byte.SIZE);
            }
            each.accept(worker, theirs);
        }
        meeting.await();
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        Parcels parcels = new Parcels(mine, lengths, size());
        meeting.bring(rank, "allToAll", parcels);
        for (int worker = 0; worker < size(); worker++) {
            ByteBuffer theirs = meeting.of(worker, Parcels.class).forWorker(rank);
            if (worker != rank) {
                count(lengths[worker], theirs.remaining(), Byte.SIZE);
            }
            each.accept(worker, theirs);
        }
        meeting.await();
    }

    /** Messages for all workers, one after the other. */
    private static final class Parcels {
        private final ByteBuffer messages;
        private final int[] lengths;

        Parcels(ByteBuffer messages, int[] lengths, int workers) {
            this.messages = messages;
            this.lengths = lengths;
            long sum = 0;
            for (int length : lengths) {
                sum += length;
            }
            if (lengths.length != workers || sum > messages.remaining()) {
                throw new IllegalArgumentException("messages for " + lengths.length + " of " + workers
                        + " workers with " + sum + " bytes, of which " + messages.remaining() + " are there");
            }
        }

        ByteBuffer forWorker(int worker) {
            int from = messages.position();
            for (int i = 0; i < worker; i++) {
                from += lengths[i];
            }
            return messages.asReadOnlyBuffer().position(from).limit(from + lengths[worker]);
        }
    }

    private void count(long sent, long received, int bits) {
        bitsSent += sent * bits;
        bitsReceived += received * bits;
    }

    @Override
    public long bitsSent() {
        return bitsSent;
    }

    @Override
    public long bitsReceived() {
        return bitsReceived;
    }
}
