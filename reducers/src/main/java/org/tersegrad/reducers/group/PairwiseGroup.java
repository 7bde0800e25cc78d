package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Slice;
import org.tersegrad.reducers.Collective;

/**
 * A {@link Collective} that is made of one thing: bytes that go from one worker to another. A transport extends it with three
 * methods, {@link #send}, {@link #receive} and {@link #close}; a native all-reduce may replace the one that is made here. One
 * that can send to all and receive from all at once overrides {@link #exchange(int[], Messages, Receiver)}, too.
 *
 * <p>Every message carries six bytes before its content, which are not counted as bits: what the sender is calling, and with which
 * length. So workers that make different calls are found out. A worker that fails sends its reason to all others and closes; who
 * waits for it gets a {@link GroupFailedException} with that reason, or with "is lost" if the reason does not arrive. A machine
 * that is switched off says nothing: to notice that, give {@code receive} a time limit.
 *
 * <p>Floats are little-endian, as in payloads; the six bytes are big-endian. Of two workers the one of lower rank sends first and then receives, and every worker turns to the others in the order of
 * ranks. So the group cannot deadlock, even on a transport without buffers.
 */
public abstract class PairwiseGroup implements Collective, AutoCloseable {
    /** The bytes before the content of a message. */
    public static final int HEADER_BYTES = 2 + Integer.BYTES;

    /** As lengths: all bytes for each worker. */
    static final int[] ALL_TO_EACH = {};

    private static final int MOST_REASON_BYTES = 1000;

    /** The longest message with a reason, which may arrive in place of any other. */
    static final int MOST_SHORT_BYTES = HEADER_BYTES + MOST_REASON_BYTES;

    /** Messages of a lost worker among which its reason is looked for: those of its last calls. */
    private static final int MOST_LAST_MESSAGES = 4;

    private static final Receiver NO_CONTENT =
            Receiver.atMost(worker -> 0, (worker, message) -> requireBytes(worker, message, 0));

    private final int rank;
    private final int size;
    private final int[] everybody;
    private ByteBuffer outgoing = ByteBuffer.allocate(0);
    private final ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    private final PairwiseSums sums;
    private long bitsSent;
    private long bitsReceived;
    private String failure = "";
    private boolean split;
    private IntConsumer arrivals = worker -> {};

    /** The first rejection among the messages of a call; all of them are read to the end. */
    private Optional<RefusedException> refusal = Optional.empty();

    /** One worker of a group. */
    protected PairwiseGroup(int rank, int size) {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("ranks are 0 to " + (size - 1) + ", this is " + rank);
        }
        this.rank = rank;
        this.size = size;
        everybody = IntStream.range(0, size).toArray();
        sums = new PairwiseSums(rank, size);
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

    /**
     * Whether all messages of an exchange stay as they are until the next one begins: then they are not copied. By default they
     * need not.
     */
    protected boolean keepsMessages() {
        return false;
    }

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
        exchange(GroupCall.SPLIT, 0, mine, ALL_TO_EACH, Receiver.atMost(worker -> Integer.BYTES, (worker, message) -> {
            requireBytes(worker, message, Integer.BYTES);
            colors[worker] = message.getInt();
        }));
        int[] ranks = IntStream.range(0, size)
                .filter(worker -> colors[worker] == color)
                .toArray();
        split = true;
        return new SplitGroup(this, ranks);
    }

    /** Has a listener told whose message has arrived. */
    void tell(IntConsumer listener) {
        arrivals = listener;
    }

    /** Counts bytes that went to others and came from them. */
    void count(long sent, long received) {
        bitsSent += Byte.SIZE * sent;
        bitsReceived += Byte.SIZE * received;
    }

    /** The reason why the group has ended; empty if it has not. */
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
        exchange(GroupCall.BARRIER, 0, ByteBuffer.allocate(0), ALL_TO_EACH, NO_CONTENT);
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        Refusals.requireMessages(lengths, size, mine.remaining());
        exchange(GroupCall.ALL_TO_ALL, 0, mine, lengths, each);
    }

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        exchange(GroupCall.ALL_GATHER, 0, mine, ALL_TO_EACH, each);
    }

    @Override
    public void allReduceSum(FloatSlice inOut) {
        allReduceSum(inOut, 1f);
    }

    @Override
    public void allReduceSum(Slice inOut, float weight) {
        sums.allReduce(this, GroupCall.ALL_REDUCE_SUM, inOut.requireWritable(), weight);
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {
        sums.allReduce(this, GroupCall.ALL_REDUCE_MAX, inOut, 1f);
    }

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        sums.reduceScatter(this, GroupCall.REDUCE_SCATTER_SUM, inOut);
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {
        Refusals.requireRoot(root, size);
        sums.broadcast(this, root, inOut);
    }

    @Override
    public void refuse(String why) {
        if (split) {
            fail(new RefusedException(rank, why));
        } else {
            exchange(GroupCall.REFUSAL, 0, reason(why).position(HEADER_BYTES), ALL_TO_EACH, (worker, message) -> {});
        }
    }

    static void requireBytes(int worker, ByteBuffer message, int bytes) {
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
     * @param lengths of the messages for each worker, which follow one after another; empty: all of {@code mine} for each
     */
    void exchange(GroupCall call, int length, ByteBuffer mine, int[] lengths, Receiver each) {
        exchange(call, length, mine, lengths, 0, each);
    }

    /** @param headroom bytes before each message that a transport may overwrite */
    void exchange(GroupCall call, int length, ByteBuffer mine, int[] lengths, int headroom, Receiver each) {
        if (!failure().isEmpty()) {
            throw new GroupFailedException(failure(), new IllegalStateException("the group has failed before"));
        }
        header.clear().put(call.number).put((byte) 0).putInt(length).flip();
        Messages messages = new Messages(header, mine, lengths, headroom, each);
        refusal = Optional.empty();
        try {
            exchange(messages, (worker, received) -> {
                if (worker != rank) {
                    arrivals.accept(worker);
                    requireSameCall(worker, received, call, length);
                    count(messages.bytes(worker), received.remaining());
                }
                if (refusal.isEmpty()) {
                    each.accept(worker, received);
                }
            });
        } catch (LostException e) {
            GroupFailedException failed = lost(e.peer(), e);
            fail(failed);
            throw failed;
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        }
        if (call != GroupCall.REFUSAL && refusal.isPresent()) {
            throw refusal.get();
        }
    }

    /** The same over the connections of this group. */
    void exchange(Messages messages, Receiver each) throws LostException {
        exchange(everybody, messages, each);
    }

    /**
     * Exchanges a message with some workers, this one among them, one after the other. A transport that can do so with all at
     * once overrides it, and throws {@link #reasonIn} for a message that {@link #isFailure}.
     *
     * @param ranks of the workers, ascending; message i is for {@code ranks[i]}
     * @param each called with i and the whole message of that worker, in that order; with its own content for this worker
     * @throws LostException if one of them has ended or is lost
     */
    protected void exchange(int[] ranks, Messages messages, Receiver each) throws LostException {
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
    protected static boolean isFailure(ByteBuffer message) {
        return message.remaining() >= HEADER_BYTES && message.get(message.position()) == GroupCall.FAILURE.number;
    }

    private void requireSameCall(int peer, ByteBuffer received, GroupCall call, int length) {
        if (received.remaining() < HEADER_BYTES) {
            throw new MalformedInputException(0, "message of worker " + peer + ": " + received.remaining() + " bytes");
        }
        GroupCall theirs = GroupCall.of(received.get(), peer);
        if (received.get() != 0) {
            throw new MalformedInputException(1, "message of worker " + peer + ": a reserved byte is not 0");
        }
        int theirLength = received.getInt();
        if (theirs == GroupCall.FAILURE) {
            throw failed(printable(received));
        }
        if (theirs == GroupCall.REFUSAL) {
            if (refusal.isEmpty()) {
                refusal = Optional.of(new RefusedException(peer, printable(received)));
            }
            return;
        }
        if (call != GroupCall.REFUSAL && (theirs != call || theirLength != length)) {
            throw failed("worker " + rank + " calls " + call.with(length) + " while worker " + peer + " calls "
                    + theirs.with(theirLength) + ": workers make different calls");
        }
    }

    /** Throws if the first bytes of a message, as many as have arrived, belong to another call than these messages. */
    protected final void requireSameCall(int peer, ByteBuffer received, Messages messages) {
        if (received.remaining() == HEADER_BYTES) {
            ByteBuffer mine = messages.header();
            requireSameCall(peer, received, GroupCall.of(mine.get(0), rank), mine.getInt(2));
        }
    }

    /** The message of a worker that fails, with the reason cut to its longest. */
    static ByteBuffer reason(String why) {
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(HEADER_BYTES + Math.min(text.length, MOST_REASON_BYTES))
                .put(new byte[HEADER_BYTES])
                .put(text, 0, Math.min(text.length, MOST_REASON_BYTES))
                .flip();
    }

    /** A text of another worker, bounded and without characters that change lines, colours or the direction of a log. */
    static String printable(ByteBuffer text) {
        ByteBuffer bytes = text.duplicate().limit(text.position() + Math.min(text.remaining(), MOST_REASON_BYTES));
        return StandardCharsets.UTF_8.decode(bytes).toString().replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", " ");
    }

    /** The reason that a worker gave before it left. */
    protected static GroupFailedException reasonIn(ByteBuffer failure) {
        return failed(printable(failure.duplicate().position(failure.position() + HEADER_BYTES)));
    }

    private static GroupFailedException failed(String why) {
        return new GroupFailedException(why, new IllegalStateException(why));
    }

    /** Perhaps the other one has said why before it went. */
    GroupFailedException lost(int peer, IOException cause) {
        try {
            for (int i = 0; i < MOST_LAST_MESSAGES; i++) {
                ByteBuffer last = receive(peer);
                if (isFailure(last)) {
                    return reasonIn(last);
                }
            }
        } catch (IOException e) {
            // It has gone without a word.
        }
        return new GroupFailedException("worker " + peer + " is lost: " + cause.getMessage(), cause);
    }

    /**
     * Ends the group: tells all others why, and closes. For a worker that fails outside a call, too, which else would leave the
     * others waiting. After the first time it does nothing.
     */
    public void fail(Throwable cause) {
        if (!failure.isEmpty()) {
            return;
        }
        String why = Objects.requireNonNullElse(cause.getMessage(), cause.toString());
        failure = cause instanceof GroupFailedException ? why : "worker " + rank + " failed: " + why;
        ByteBuffer message = reason(failure);
        for (int peer = 0; peer < size; peer++) {
            try {
                if (peer != rank) {
                    send(peer, message.rewind());
                }
            } catch (IOException e) {
                // That one is lost already.
            }
        }
        hangUp();
    }

    /** Ends all connections after a failure of which the others have been told. It must not wait for them, as a close may. */
    protected void hangUp() {
        close();
    }
}
