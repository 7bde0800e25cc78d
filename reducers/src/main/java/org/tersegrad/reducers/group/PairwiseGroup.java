package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.IntStream;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.internal.NamedMessages;

/**
 * A {@link Collective} that is made of one thing: bytes that go from one worker to another. A transport extends it with three
 * methods, {@link #send}, {@link #receive} and {@link #close}; a native all-reduce may replace the one that is made here.
 *
 * <p>Every message carries six bytes before its content, which are not counted as bits: what the sender is calling, and with
 * which length. So workers that make different calls are found out. A worker that fails sends its reason to all others and
 * closes; who waits for it gets a {@link GroupFailedException} with that reason, or with "is lost" if the reason does not
 * arrive. A machine that is switched off says nothing: whoever wants to notice that gives {@code receive} a time limit.
 *
 * <p>Numbers are big-endian, the byte order of networks. Of two workers the one of lower rank sends first and then receives, and every worker turns to the others in the order of
 * ranks. So the group cannot deadlock, even on a transport without buffers.
 */
public abstract class PairwiseGroup implements Collective, AutoCloseable {
    /** The bytes before the content of a message. */
    public static final int HEADER_BYTES = 2 + Integer.BYTES;

    /** As lengths: all bytes for each worker. */
    private static final int[] ALL_TO_EACH = {};

    private static final int MOST_REASON_BYTES = 1000;

    /** What workers do together; its number goes before every message. */
    private enum Call {
        FAILURE(0, "failure"),
        ALL_REDUCE_SUM(1, "allReduceSum of "),
        ALL_REDUCE_MAX(2, "allReduceMax of "),
        REDUCE_SCATTER_SUM(3, "reduceScatterSum of "),
        BROADCAST(4, "broadcast of "),
        ALL_GATHER(5, "allGather"),
        ALL_TO_ALL(6, "allToAll"),
        SPLIT(7, "split"),
        BARRIER(8, "barrier");

        private static final Call[] ALL = values();

        private final byte number;
        private final String words;

        Call(int number, String words) {
            this.number = (byte) number;
            this.words = words;
        }

        static Call of(int number, int peer) {
            for (Call call : ALL) {
                if (call.number == number) {
                    return call;
                }
            }
            throw new MalformedInputException(0, "message of worker " + peer + ": a call with number " + number);
        }

        String with(int length) {
            return words.endsWith(" ") ? words + length : words;
        }
    }

    private final int rank;
    private final int size;
    private final int[] everybody;
    private ByteBuffer outgoing = ByteBuffer.allocate(0);
    private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    private ByteBuffer floats = ByteBuffer.allocate(0);
    private float[] combined = {};
    private float[] theirs = {};
    private long bitsSent;
    private long bitsReceived;
    private String failure = "";

    /** One worker of a group. */
    protected PairwiseGroup(int rank, int size) {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("ranks are 0 to " + (size - 1) + ", this is " + rank);
        }
        this.rank = rank;
        this.size = size;
        everybody = IntStream.range(0, size).toArray();
    }

    /**
     * Sends a message to another worker. It may block until that one receives; a message of 1 KB, such as the reason of a
     * failure, should not.
     *
     * @param message not used after the call: from its position to its limit
     */
    protected abstract void send(int peer, ByteBuffer message) throws IOException;

    /**
     * Waits for the next message of another worker.
     *
     * @return the whole message; contents are undefined after the next call
     * @throws IOException if the other one has ended or is lost
     */
    protected abstract ByteBuffer receive(int peer) throws IOException;

    /** Ends all connections: others that wait for this worker get an {@link IOException}, after what was sent to them. */
    @Override
    public abstract void close();

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public Collective split(int color) {
        int[] colors = new int[size];
        ByteBuffer mine = ByteBuffer.allocate(Integer.BYTES).putInt(color).flip();
        exchange(Call.SPLIT, 0, mine, ALL_TO_EACH, (worker, message) -> {
            requireBytes(worker, message, Integer.BYTES);
            colors[worker] = message.getInt();
        });
        int[] ranks = IntStream.range(0, size)
                .filter(worker -> colors[worker] == color)
                .toArray();
        return new SplitGroup(this, ranks);
    }

    /** Counts bytes that went to others and came from them. */
    void count(long sent, long received) {
        bitsSent += Byte.SIZE * sent;
        bitsReceived += Byte.SIZE * received;
    }

    /** Why the group has ended; empty if it has not. */
    String failure() {
        return failure;
    }

    @Override
    public final long bitsSent() {
        return bitsSent;
    }

    @Override
    public final long bitsReceived() {
        return bitsReceived;
    }

    @Override
    public void barrier() {
        exchange(Call.BARRIER, 0, ByteBuffer.allocate(0), ALL_TO_EACH, (worker, message) -> {});
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        Refusals.requireMessages(lengths, size, mine.remaining());
        exchange(Call.ALL_TO_ALL, 0, mine, lengths, each);
    }

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        exchange(Call.ALL_GATHER, 0, mine, ALL_TO_EACH, each);
    }

    @Override
    public void allReduceSum(FloatSlice inOut) {
        reduce(Call.ALL_REDUCE_SUM, inOut, true);
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {
        reduce(Call.ALL_REDUCE_MAX, inOut, false);
    }

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        combinePart(Call.REDUCE_SCATTER_SUM, inOut, true);
        int from = partStart(inOut.length(), rank);
        int count = partStart(inOut.length(), rank + 1) - from;
        System.arraycopy(combined, from, inOut.array(), inOut.offset() + from, count);
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {
        Refusals.requireRoot(root, size);
        ByteBuffer mine = bytes(inOut, 0, rank == root ? inOut.length() : 0);
        exchange(Call.BROADCAST, inOut.length(), mine, ALL_TO_EACH, (worker, message) -> {
            if (worker == root && worker != rank) {
                take(worker, message, inOut.array(), inOut.offset(), inOut.length());
            }
        });
    }

    /** Combines all parts and writes them in the end only: if a worker fails in between, nothing has changed. */
    private void reduce(Call call, FloatSlice inOut, boolean add) {
        int length = inOut.length();
        combinePart(call, inOut, add);
        int from = partStart(length, rank);
        int count = partStart(length, rank + 1) - from;
        ByteBuffer part = bytes(new FloatSlice(combined, 0, length), from, count);
        exchange(call, length, part, ALL_TO_EACH, (worker, message) -> {
            int start = partStart(length, worker);
            take(worker, message, combined, start, partStart(length, worker + 1) - start);
        });
        System.arraycopy(combined, 0, inOut.array(), inOut.offset(), length);
    }

    /** Sends each part to its owner, and combines what comes for this worker's own in the order of ranks. */
    private void combinePart(Call call, FloatSlice inOut, boolean add) {
        int length = inOut.length();
        if (combined.length < length) {
            combined = new float[length];
        }
        int[] lengths = new int[size];
        for (int worker = 0; worker < size; worker++) {
            lengths[worker] = Float.BYTES * (partStart(length, worker + 1) - partStart(length, worker));
        }
        int from = partStart(length, rank);
        int count = lengths[rank] / Float.BYTES;
        if (theirs.length < count) {
            theirs = new float[count];
        }
        exchange(call, length, bytes(inOut, 0, length), lengths, (worker, message) -> {
            take(worker, message, theirs, 0, count);
            if (worker == 0) {
                System.arraycopy(theirs, 0, combined, from, count);
            } else if (add) {
                for (int i = 0; i < count; i++) {
                    combined[from + i] += theirs[i];
                }
            } else {
                for (int i = 0; i < count; i++) {
                    combined[from + i] = Math.max(combined[from + i], theirs[i]);
                }
            }
            requireFinite(worker, from, count);
        });
    }

    /** Refuses what a worker has sent, or made of the sum, if it is not finite. */
    private void requireFinite(int worker, int from, int count) {
        if (isFinite(theirs, 0, count) && isFinite(combined, from, count)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (!Float.isFinite(theirs[i]) || !Float.isFinite(combined[from + i])) {
                throw NamedMessages.notFinite(worker, from + i, theirs[i]);
            }
        }
    }

    private static boolean isFinite(float[] values, int offset, int count) {
        return ActiveKernels.REDUCTIONS.largestKey(values, offset, count) < ReductionKernels.NON_FINITE;
    }

    /** Floats as a message. There is one at a time. */
    private ByteBuffer bytes(FloatSlice values, int from, int count) {
        if (floats.capacity() < Float.BYTES * count) {
            floats = ByteBuffer.allocate(Float.BYTES * count);
        }
        floats.clear().limit(Float.BYTES * count);
        floats.asFloatBuffer().put(values.array(), values.offset() + from, count);
        return floats;
    }

    private static void take(int worker, ByteBuffer message, float[] target, int at, int count) {
        requireBytes(worker, message, Float.BYTES * count);
        message.asFloatBuffer().get(target, at, count);
    }

    private static void requireBytes(int worker, ByteBuffer message, int bytes) {
        if (message.remaining() != bytes) {
            throw new MalformedInputException(
                    Math.min(message.remaining(), bytes),
                    "message of worker " + worker + ": " + bytes + " bytes are expected, these are "
                            + message.remaining());
        }
    }

    /**
     * Exchanges a message with each worker and hands over what came, in the order of ranks.
     *
     * @param lengths of the messages for each worker, which stand one behind the other; empty: all of {@code mine} for each
     */
    private void exchange(Call call, int length, ByteBuffer mine, int[] lengths, Receiver each) {
        if (!failure().isEmpty()) {
            throw new GroupFailedException(failure(), new IllegalStateException("the group has failed before"));
        }
        header.clear().put(call.number).put((byte) 0).putInt(length).flip();
        Messages messages = new Messages(header, mine, lengths);
        try {
            exchange(messages, (worker, received) -> {
                if (worker != rank) {
                    requireSameCall(worker, received, call, length);
                    count(messages.bytes(worker), received.remaining());
                }
                each.accept(worker, received);
            });
        } catch (LostException e) {
            GroupFailedException failed = lost(e.peer(), e);
            fail(failed);
            throw failed;
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        }
    }

    /** The same over the connections of this group. */
    void exchange(Messages messages, Receiver each) throws LostException {
        exchange(everybody, messages, each);
    }

    /**
     * Exchanges a message with some workers, this one among them, one after the other. A transport that can do so with all at
     * once overrides it.
     *
     * @param ranks of the workers, ascending; message i is for {@code ranks[i]}
     * @param each called with i and the whole message of that worker, in that order; with its own content for this worker
     */
    void exchange(int[] ranks, Messages messages, Receiver each) throws LostException {
        for (int i = 0; i < ranks.length; i++) {
            each.accept(i, ranks[i] == rank ? messages.content(i) : exchange(ranks[i], messages, i));
        }
    }

    private ByteBuffer exchange(int peer, Messages messages, int i) throws LostException {
        if (outgoing.capacity() < HEADER_BYTES + messages.bytes(i)) {
            outgoing = ByteBuffer.allocate(HEADER_BYTES + messages.bytes(i));
        }
        outgoing.clear().put(messages.header()).put(messages.content(i)).flip();
        try {
            if (rank < peer) {
                send(peer, outgoing);
                return receive(peer).asReadOnlyBuffer();
            }
            ByteBuffer received = receive(peer);
            if (!isFailure(received)) {
                send(peer, outgoing);
            }
            return received.asReadOnlyBuffer();
        } catch (IOException e) {
            throw new LostException(peer, e);
        }
    }

    /** Whether a whole message is the reason of a failure. */
    static boolean isFailure(ByteBuffer message) {
        return message.remaining() >= HEADER_BYTES && message.get(message.position()) == Call.FAILURE.number;
    }

    private void requireSameCall(int peer, ByteBuffer received, Call call, int length) {
        if (received.remaining() < HEADER_BYTES) {
            throw new MalformedInputException(0, "message of worker " + peer + ": " + received.remaining() + " bytes");
        }
        Call theirs = Call.of(received.get(), peer);
        if (received.get() != 0) {
            throw new MalformedInputException(1, "message of worker " + peer + ": a reserved byte is not 0");
        }
        int theirLength = received.getInt();
        if (theirs == Call.FAILURE) {
            throw failed(StandardCharsets.UTF_8.decode(received).toString());
        }
        if (theirs != call || theirLength != length) {
            throw failed("worker " + rank + " calls " + call.with(length) + " while worker " + peer + " calls "
                    + theirs.with(theirLength) + ": workers make different calls");
        }
    }

    /** What a worker said before it went. */
    static GroupFailedException reasonIn(ByteBuffer failure) {
        ByteBuffer reason = failure.duplicate().position(failure.position() + HEADER_BYTES);
        return failed(StandardCharsets.UTF_8.decode(reason).toString());
    }

    private static GroupFailedException failed(String why) {
        return new GroupFailedException(why, new IllegalStateException(why));
    }

    /** Perhaps the other one has said why before it went. */
    GroupFailedException lost(int peer, IOException cause) {
        try {
            while (true) {
                ByteBuffer last = receive(peer);
                if (isFailure(last)) {
                    return reasonIn(last);
                }
            }
        } catch (IOException e) {
            return new GroupFailedException("worker " + peer + " is lost: " + cause.getMessage(), cause);
        }
    }

    /**
     * Ends the group: tells all others why, and closes. For a worker that fails outside of a call, too, which else would leave
     * the others waiting. After the first time it does nothing.
     */
    public void fail(Throwable cause) {
        if (!failure.isEmpty()) {
            return;
        }
        String why = Objects.requireNonNullElse(cause.getMessage(), cause.toString());
        failure = cause instanceof GroupFailedException ? why : "worker " + rank + " failed: " + why;
        byte[] reason = failure.getBytes(StandardCharsets.UTF_8);
        ByteBuffer message = ByteBuffer.allocate(HEADER_BYTES + Math.min(reason.length, MOST_REASON_BYTES));
        message.putInt(0).putShort((short) 0).put(reason, 0, message.remaining());
        for (int peer = 0; peer < size; peer++) {
            try {
                if (peer != rank) {
                    send(peer, message.rewind());
                }
            } catch (IOException e) {
                // That one is lost already.
            }
        }
        close();
    }
}
