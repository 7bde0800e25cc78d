package org.tersegrad.mpi;

import com.sun.jna.Pointer;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.tersegrad.reducers.group.LostException;
import org.tersegrad.reducers.group.Messages;
import org.tersegrad.reducers.group.PairwiseGroup;

/**
 * All processes that {@code mpirun} has started, as a group of workers on Open MPI. Without {@code mpirun} it is a group of one.
 *
 * <pre>{@code
 * try (MpiGroup group = MpiGroup.world()) {
 *     ModelReduction model = new ModelReduction(policy, tensors, Seed.of(42), group);
 *     bits += model.reduce(0, gradients.get(0));
 * }
 * }</pre>
 *
 * <p>A worker sends to all others and receives from all others at once, with messages from one to one. MPI's own collectives are
 * not used: its sums have no fixed order, and a worker that waits in one cannot be told that another has failed.
 *
 * <p><b>Failures.</b> The reason of a worker that fails reaches the others in their next call. One that is silent for longer than
 * the limit ends the group. A process that ends without closing its group is noticed by {@code mpirun}, which ends all others.
 *
 * <p><b>The end.</b> {@link #close} waits until all others close theirs or fail, for the limit of silence at most, and then finalises MPI.
 * If one of them does not come, MPI is not finalised; then {@code mpirun} ends it as soon as this process is over.
 */
public final class MpiGroup extends PairwiseGroup {
    /** Time that a failed worker tries to tell the others, and that they wait for its reason. */
    private static final Duration REASON_LIMIT = Duration.ofSeconds(2);

    private static final AtomicBoolean WORLD_IS_OPEN = new AtomicBoolean();

    private final MpiConnection[] connections;
    private final boolean[] lost;
    private final Duration silenceLimit;
    private final boolean finalises;
    private boolean hungUp;
    private boolean closed;

    /**
     * One worker of a group.
     *
     * @param size how many of the communicator's processes belong to the group, the first ones
     * @param finalises whether MPI ends with it
     */
    MpiGroup(Pointer communicator, int rank, int size, Duration silenceLimit, boolean finalises) {
        super(rank, size);
        this.silenceLimit = silenceLimit;
        this.finalises = finalises;
        lost = new boolean[size];
        connections = new MpiConnection[size];
        for (int peer = 0; peer < size; peer++) {
            if (peer != rank) {
                connections[peer] = new MpiConnection(communicator, peer);
            }
        }
    }

    /** The group of all processes, in which nothing may come for five minutes. */
    public static MpiGroup world() {
        return world(Duration.ofMinutes(5));
    }

    /**
     * Begins MPI and waits until all processes have done so. A process can do it once.
     *
     * @param silenceLimit how long no message at all may be finished while this worker waits for one; then the group fails
     * @throws IllegalStateException if Open MPI is not there, has been finalised, or this process has its group already
     */
    public static MpiGroup world(Duration silenceLimit) {
        if (silenceLimit.isZero() || silenceLimit.isNegative()) {
            throw new IllegalArgumentException("a limit of silence is above 0, this is " + silenceLimit);
        }
        try {
            boolean begun = OpenMpi.begin();
            if (WORLD_IS_OPEN.getAndSet(true)) {
                throw new IllegalStateException("this process has its group already: MPI has one world");
            }
            Pointer communicator = OpenMpi.duplicateWorld();
            MpiGroup group = new MpiGroup(
                    communicator, OpenMpi.rank(communicator), OpenMpi.size(communicator), silenceLimit, begun);
            group.barrier(); // all pairs are connected from now on, so a reason for a failure finds its way
            return group;
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "Open MPI's " + OpenMpi.FILE
                            + " was not found: install it (Debian: openmpi-bin), or add its folder with"
                            + " -Djna.library.path=FOLDER",
                    e);
        }
    }

    /** Sends to all and receives from all at once; hands over what came in the order of ranks as soon as that is possible. */
    @Override
    protected void exchange(int[] ranks, Messages messages, Receiver each) throws LostException {
        if (hungUp) {
            throw new IllegalStateException("this group is closed");
        }
        begin(ranks, messages);
        int taken = 0;
        Waiting waiting = new Waiting(silenceLimit);
        while (true) {
            while (taken < ranks.length && (ranks[taken] == rank() || connections[ranks[taken]].isRead())) {
                each.accept(
                        taken,
                        ranks[taken] == rank()
                                ? messages.content(taken)
                                : connections[ranks[taken]].message().asReadOnlyBuffer());
                taken++;
            }
            int waitingFor = unfinished(ranks);
            if (waitingFor < 0) {
                return;
            }
            if (advance(ranks, messages)) {
                waiting.somethingMoved();
            } else if (!waiting.goesOn()) {
                lost[waitingFor] = true;
                throw new LostException(waitingFor, new SocketTimeoutException(waiting.toString()));
            }
            requireNotInterrupted();
        }
    }

    /** Each connection receives into memory of its own. */
    @Override
    protected boolean keepsMessages() {
        return true;
    }

    private void begin(int[] ranks, Messages messages) throws LostException {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] != rank()) {
                try {
                    connections[ranks[i]].beginWrite(messages, i);
                } catch (IOException e) {
                    throw new LostException(ranks[i], e);
                }
                connections[ranks[i]].beginRead(messages.mostBytes(i));
            }
        }
    }

    /** One of these to which something is still to be sent, or from which something is to come; −1 if there is none. */
    private int unfinished(int[] ranks) {
        for (int peer : ranks) {
            if (peer != rank() && !(connections[peer].isRead() && connections[peer].isWritten())) {
                return peer;
            }
        }
        return -1;
    }

    /** Does what can be done without waiting; returns whether anything was finished. */
    private boolean advance(int[] ranks, Messages messages) throws LostException {
        boolean moved = false;
        for (int peer : ranks) {
            if (peer == rank()) {
                continue;
            }
            boolean read = connections[peer].isRead();
            try {
                moved |= connections[peer].advance();
            } catch (IOException e) {
                if (connections[peer].isRead() && connections[peer].isTooLong()) {
                    requireSameCall(
                            peer, connections[peer].message().duplicate().limit(HEADER_BYTES), messages);
                }
                throw new LostException(peer, e);
            }
            if (!read && connections[peer].isRead() && isFailure(connections[peer].message())) {
                throw reasonIn(connections[peer].message());
            }
        }
        return moved;
    }

    private static void requireNotInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("interrupted while it waited for the others");
        }
    }

    /** The reason of a failure. */
    @Override
    protected void send(int peer, ByteBuffer message) throws IOException {
        if (hungUp) {
            throw new EOFException("this group is closed");
        }
        connections[peer].beginWriteReason(message);
    }

    /** Waits for what a worker may have said before it went. */
    @Override
    protected ByteBuffer receive(int peer) throws IOException {
        MpiConnection connection = connections[peer];
        connection.beginRead(MpiConnection.MOST_REASON_BYTES);
        Waiting waiting = new Waiting(REASON_LIMIT);
        while (!connection.isRead()) {
            if (!advanceOrCut(connection) && !waiting.goesOn()) {
                throw new SocketTimeoutException(waiting.toString());
            }
        }
        return connection.message();
    }

    /** Sends nothing more but the end; the reasons are given the time to leave. */
    @Override
    protected void hangUp() {
        hungUp = true;
        Waiting waiting = new Waiting(REASON_LIMIT);
        for (MpiConnection connection : connections) {
            try {
                while (connection != null
                        && !connection.isReasonWritten()
                        && (connection.advance() || waiting.goesOn())) {
                    // It needs no consent: a short message waits on the other side.
                }
            } catch (IOException e) {
                // The group has ended: there is no use for a close that failed.
            }
        }
    }

    /** Says the end to all others, waits for theirs, and ends MPI. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        hungUp = true;
        try {
            for (MpiConnection connection : connections) {
                if (connection != null) {
                    connection.beginWriteEnd();
                }
            }
            if (allHaveEnded() && finalises) {
                OpenMpi.end();
            }
        } catch (IOException e) {
            // There is no more use of MPI in this process, however it went.
        }
    }

    /** Takes whatever still comes until the others have said their end. */
    private boolean allHaveEnded() throws IOException {
        Waiting waiting = new Waiting(silenceLimit);
        while (true) {
            boolean moved = false;
            boolean all = true;
            boolean allThatCome = true;
            for (int peer = 0; peer < size(); peer++) {
                if (peer != rank()) {
                    moved |= advanceToEnd(connections[peer]);
                    boolean ended = connections[peer].isEnded() && connections[peer].isEndWritten();
                    all &= ended;
                    allThatCome &= ended || lost[peer];
                }
            }
            if (allThatCome) {
                return all;
            }
            if (moved) {
                waiting.somethingMoved();
            } else if (!waiting.goesOn()) {
                return false;
            }
        }
    }

    private static boolean advanceToEnd(MpiConnection connection) throws IOException {
        try {
            if (!connection.isEnded()) {
                connection.beginRead(MpiConnection.MOST_REASON_BYTES);
            }
            return advanceOrCut(connection);
        } catch (EOFException e) {
            return true;
        }
    }

    /** The same as {@link MpiConnection#advance} where a long message is nothing but one before the last. */
    private static boolean advanceOrCut(MpiConnection connection) throws IOException {
        try {
            return connection.advance();
        } catch (IOException e) {
            if (connection.isRead() && connection.isTooLong()) {
                return true;
            }
            throw e;
        }
    }
}
