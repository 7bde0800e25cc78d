package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.internal.MessageChecks;

/**
 * One worker's view of a group in this process: it reads what the others have brought in place.
 *
 * <p>The sums of this worker's part are in two arrays that take turns, as the tables of the {@link Rendezvous} do. So no worker has
 * to wait until all others have read them, and once a worker has begun to write its result nothing can fail.
 */
final class LocalWorker implements Collective {
    private final int rank;
    private final Rendezvous meeting;
    /** The group that this one is a part of. */
    private final Optional<LocalWorker> whole;

    private final float[][] parts = new float[2][0];
    private int turn;
    private long bitsSent;
    private long bitsReceived;

    LocalWorker(int rank, Rendezvous meeting) {
        this(rank, meeting, Optional.empty());
    }

    private LocalWorker(int rank, Rendezvous meeting, Optional<LocalWorker> whole) {
        this.rank = rank;
        this.meeting = meeting;
        this.whole = whole;
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
        sharePart(combinePart("allReduceSum", inOut, true), inOut);
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {
        sharePart(combinePart("allReduceMax", inOut, false), inOut);
    }

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        float[] part = combinePart("reduceScatterSum", inOut, true);
        meeting.await(); // all workers have read the vectors
        int from = partStart(inOut.length(), rank);
        System.arraycopy(part, 0, inOut.array(), inOut.offset() + from, partStart(inOut.length(), rank + 1) - from);
    }

    /** Combines this worker's part over all workers, in the order of ranks. */
    private float[] combinePart(String call, FloatSlice inOut, boolean add) {
        int length = inOut.length();
        Object[] vectors = meeting.bring(rank, call + " of " + length, inOut);
        int from = partStart(length, rank);
        int count = partStart(length, rank + 1) - from;
        turn = 1 - turn;
        if (parts[turn].length < count) {
            parts[turn] = new float[count];
        }
        float[] part = parts[turn];
        boolean finite = true;
        for (int worker = 0; worker < size(); worker++) {
            FloatSlice theirs = (FloatSlice) vectors[worker];
            FloatSlice itsPart = new FloatSlice(theirs.array(), theirs.offset() + from, count);
            combine(itsPart, worker == 0, add, part);
            // A sum shows it in the end, a maximum does not.
            finite &= add || Float.isFinite(itsPart.largestMagnitude());
        }
        if (!finite || !Float.isFinite(new FloatSlice(part, 0, count).largestMagnitude())) {
            throw refusal(vectors, from, add);
        }
        count(length - count, (long) count * (size() - 1), Float.SIZE);
        return part;
    }

    private static void combine(FloatSlice theirs, boolean first, boolean add, float[] part) {
        float[] values = theirs.array();
        int at = theirs.offset();
        int count = theirs.length();
        if (first) {
            System.arraycopy(values, at, part, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            part[i] = add ? part[i] + values[at + i] : Math.max(part[i], values[at + i]);
        }
    }

    /** Ends the group, and names the first element from {@code first} on that is not finite, and who sent it. */
    private MalformedInputException refusal(Object[] vectors, int first, boolean add) {
        for (int i = first; ; i++) {
            float sum = 0;
            for (int worker = 0; worker < size(); worker++) {
                FloatSlice theirs = (FloatSlice) vectors[worker];
                float value = theirs.array()[theirs.offset() + i];
                sum += add ? value : 0;
                if (!Float.isFinite(value) || !Float.isFinite(sum)) {
                    MalformedInputException refusal = MessageChecks.notFinite(worker, i, value);
                    meeting.fail("worker " + rank + " failed", refusal);
                    return refusal;
                }
            }
        }
    }

    /** Gives this worker's part to all, and takes theirs. */
    private void sharePart(float[] part, FloatSlice inOut) {
        int length = inOut.length();
        Object[] all = meeting.bring(rank, "its second half", part);
        for (int worker = 0; worker < size(); worker++) {
            int from = partStart(length, worker);
            int count = partStart(length, worker + 1) - from;
            System.arraycopy((float[]) all[worker], 0, inOut.array(), inOut.offset() + from, count);
        }
        int mine = partStart(length, rank + 1) - partStart(length, rank);
        count((long) mine * (size() - 1), length - mine, Float.SIZE);
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {
        Refusals.requireRoot(root, size());
        Object[] vectors = meeting.bring(rank, "broadcast of " + inOut.length() + " from " + root, inOut);
        if (rank == root) {
            count((long) inOut.length() * (size() - 1), 0, Float.SIZE);
        } else {
            FloatSlice theirs = (FloatSlice) vectors[root];
            System.arraycopy(theirs.array(), theirs.offset(), inOut.array(), inOut.offset(), inOut.length());
            count(0, inOut.length(), Float.SIZE);
        }
        meeting.await();
    }

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        Object[] messages = meeting.bring(rank, "allGather", mine);
        for (int worker = 0; worker < size(); worker++) {
            ByteBuffer theirs = ((ByteBuffer) messages[worker]).asReadOnlyBuffer();
            if (worker != rank) {
                count(mine.remaining(), theirs.remaining(), Byte.SIZE);
            }
            hand(worker, theirs, each);
        }
        meeting.await(); // all workers have read the messages
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        Object[] parcels = meeting.bring(rank, "allToAll", new Parcels(mine, lengths, size()));
        for (int worker = 0; worker < size(); worker++) {
            ByteBuffer theirs = ((Parcels) parcels[worker]).forWorker(rank);
            if (worker != rank) {
                count(lengths[worker], theirs.remaining(), Byte.SIZE);
            }
            hand(worker, theirs, each);
        }
        meeting.await(); // all workers have read the messages
    }

    /** A receiver that throws has not got all messages: the group is over. */
    private void hand(int worker, ByteBuffer message, Receiver each) {
        try {
            each.accept(worker, message);
        } catch (RuntimeException | Error e) {
            meeting.fail("worker " + rank + " failed", e);
            throw e;
        }
    }

    /** Messages for all workers, one after the other. */
    private static final class Parcels {
        private final ByteBuffer messages;
        private final int[] lengths;

        Parcels(ByteBuffer messages, int[] lengths, int workers) {
            this.messages = messages;
            this.lengths = lengths;
            Refusals.requireMessages(lengths, workers, messages.remaining());
        }

        ByteBuffer forWorker(int worker) {
            int from = messages.position();
            for (int i = 0; i < worker; i++) {
                from += lengths[i];
            }
            return messages.asReadOnlyBuffer().position(from).limit(from + lengths[worker]);
        }
    }

    @Override
    public void refuse(String why) {
        if (meeting.isSplit()) {
            meeting.fail("the group was split", new RefusedException(rank, why));
        } else {
            meeting.bring(rank, "refuse", new Rendezvous.Refusal(why));
        }
    }

    @Override
    public Collective split(int color) {
        Object[] colors = meeting.bring(rank, "split", color);
        int[] ranks = IntStream.range(0, size())
                .filter(worker -> colors[worker].equals(color))
                .toArray();
        int mine = Arrays.binarySearch(ranks, rank);
        // The first of each part makes the place where it meets.
        Object[] meetings = meeting.bring(rank, "split into parts", mine == 0 ? meeting.part(ranks) : "");
        return new LocalWorker(mine, (Rendezvous) meetings[ranks[0]], Optional.of(this));
    }

    private void count(long sent, long received, int bits) {
        bitsSent += sent * bits;
        bitsReceived += received * bits;
        whole.ifPresent(group -> group.count(sent, received, bits));
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
