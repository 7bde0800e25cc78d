package org.tersegrad.reducers.group;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.tersegrad.reducers.group.TcpReader.LengthException;

/**
 * Workers in separate processes, on one machine or many, with a TCP connection for each pair. It is a transport: a scheduler
 * or a script starts the processes and tells each its rank and the address of worker 0.
 *
 * <pre>{@code
 * try (TcpGroup group = TcpGroup.join()) { // RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT in the environment, or those of Slurm
 *     ModelReduction model = new ModelReduction(policy, tensors, Seed.of(42), group);
 *     bits += model.reduce(0, gradients.get(0));
 * }
 * }</pre>
 *
 * <p>A worker sends to all others and receives from all others at once. If one of them fails, closes or is killed, every exchange
 * fails at once with the reason; one that is silent is given up after {@link TcpOptions#silenceLimit}. No threads are made: one
 * selector drives all connections in the thread that calls.
 *
 * <p>{@link TcpOptions#withSecret} keeps strangers out of the group and authenticates every frame, without encryption.
 * {@link TcpOptions#withChannels} encrypts: the module {@code tersegrad-tls} has channels for TLS.
 */
public final class TcpGroup extends PairwiseGroup {
    /** Time that a failed worker tries to tell the others, and that they wait for its reason. */
    private static final Duration REASON_LIMIT = Duration.ofSeconds(2);

    private final Selector selector;
    private final TcpConnection[] connections;
    private final TcpOptions options;
    private final Cancellation cancellation;

    TcpGroup(int rank, Selector selector, List<Optional<TcpConnection>> joined, TcpOptions options) {
        this(rank, selector, joined, options, new Cancellation());
    }

    private TcpGroup(
            int rank,
            Selector selector,
            List<Optional<TcpConnection>> joined,
            TcpOptions options,
            Cancellation cancellation) {
        super(rank, joined.size());
        this.selector = selector;
        this.options = options;
        this.cancellation = cancellation;
        connections = new TcpConnection[joined.size()];
        for (int peer = 0; peer < connections.length; peer++) {
            if (peer != rank) {
                connections[peer] = joined.get(peer).orElseThrow();
            }
        }
    }

    /**
     * Joins the group that the environment describes, as {@link TcpPlace#fromEnvironment} reads it, with {@link TcpOptions#usual}; the
     * secret is the variable {@code TERSEGRAD_SECRET}, if it is set.
     *
     * @throws IOException as {@link #join(TcpPlace, TcpOptions)}
     */
    public static TcpGroup join() throws IOException {
        String secret = System.getenv().getOrDefault("TERSEGRAD_SECRET", "");
        return join(
                TcpPlace.fromEnvironment(System.getenv()), TcpOptions.usual().withSecret(secret));
    }

    /**
     * Joins a group of which only worker 0's address is known, as {@link #join(int, List, TcpOptions)} does where all are.
     *
     * @throws IOException if a worker cannot be reached or does not come in time, or belongs to another group, version or secret
     */
    public static TcpGroup join(TcpPlace place, TcpOptions options) throws IOException {
        return join(place, options, new Cancellation());
    }

    /** The same, until another thread cancels that, as {@link #join(int, List, TcpOptions, Cancellation)}. */
    public static TcpGroup join(TcpPlace place, TcpOptions options, Cancellation cancellation) throws IOException {
        return join(place.rank(), new TcpRendezvous(place, options), options, cancellation);
    }

    /** Joins a group with {@link TcpOptions#usual}. */
    public static TcpGroup join(int rank, List<InetSocketAddress> addresses) throws IOException {
        return join(rank, addresses, TcpOptions.usual());
    }

    /**
     * Joins a group: listens on this worker's address, and waits until all workers are connected to all others. A worker that is
     * restarted meanwhile joins again.
     *
     * @param rank of this worker
     * @param addresses of all workers, in the order of ranks, the same list for all
     * @throws IOException if a worker cannot be reached or does not come in time, or belongs to another group, version or secret
     */
    public static TcpGroup join(int rank, List<InetSocketAddress> addresses, TcpOptions options) throws IOException {
        return join(rank, addresses, options, new Cancellation());
    }

    /**
     * Joins a group, until another thread cancels that.
     *
     * @param cancellation of the join, and later of exchanges, which fail at once with a {@link GroupFailedException}
     * @throws IOException if it was cancelled, or as {@link #join(int, List, TcpOptions)}
     */
    public static TcpGroup join(
            int rank, List<InetSocketAddress> addresses, TcpOptions options, Cancellation cancellation)
            throws IOException {
        if (rank < 0 || rank >= addresses.size()) {
            throw new IllegalArgumentException("ranks are 0 to " + (addresses.size() - 1) + ", this is " + rank);
        }
        return join(rank, new TcpRendezvous(rank, addresses, options), options, cancellation);
    }

    private static TcpGroup join(int rank, TcpRendezvous rendezvous, TcpOptions options, Cancellation cancellation)
            throws IOException {
        return new TcpGroup(rank, rendezvous.selector(), rendezvous.joinUntil(cancellation), options, cancellation);
    }

    /** Sends to all and receives from all at once; hands over what came in the order of ranks as soon as that is possible. */
    @Override
    protected void exchange(int[] ranks, Messages messages, Receiver each) throws LostException {
        begin(ranks, messages);
        int taken = 0;
        while (true) {
            while (taken < ranks.length
                    && (ranks[taken] == rank() || session(ranks[taken]).reader().isRead())) {
                each.accept(
                        taken,
                        ranks[taken] == rank()
                                ? messages.content(taken)
                                : session(ranks[taken]).reader().message().asReadOnlyBuffer());
                taken++;
            }
            if (isComplete(ranks)) {
                return;
            }
            select(ranks);
            for (int peer : ranks) {
                if (peer != rank()) {
                    advance(peer, messages);
                }
            }
        }
    }

    /** Each connection reads into memory of its own. */
    @Override
    protected boolean keepsMessages() {
        return true;
    }

    private TcpSession session(int peer) {
        return connections[peer].session();
    }

    private void begin(int[] ranks, Messages messages) throws LostException {
        long now = options.host().nanoTime();
        for (int i = 0; i < ranks.length; i++) {
            int peer = ranks[i];
            if (peer != rank()) {
                int most = Math.min(messages.mostBytes(i), options.mostMessageBytes());
                try {
                    session(peer).begin(messages.header(), messages.content(i), most, now);
                } catch (IOException e) {
                    throw lost(peer, messages, e);
                }
                requireNoReason(peer);
                connections[peer].updateInterest();
            }
        }
    }

    private boolean isComplete(int[] ranks) {
        for (int peer : ranks) {
            if (peer != rank() && !session(peer).isComplete()) {
                return false;
            }
        }
        return true;
    }

    /** Waits until bytes can be moved, or until the next worker is silent for too long. */
    private void select(int[] ranks) throws LostException {
        long now = options.host().nanoTime();
        long nanos = Long.MAX_VALUE;
        for (int peer : ranks) {
            if (peer != rank()) {
                nanos = Math.min(nanos, session(peer).patience(limit(peer), now));
            }
        }
        try {
            if (anyReady(ranks)) {
                selector.selectNow(TcpConnection::markReady);
            } else {
                selector.select(TcpConnection::markReady, Math.max(1, nanos / 1_000_000));
            }
        } catch (IOException e) {
            throw new LostException(rank(), e);
        }
        Optional<String> cancelled = cancellation.reason();
        if (cancelled.isPresent()) {
            String why = "worker " + rank() + " was cancelled: " + cancelled.get();
            throw new GroupFailedException(why, new CancellationException(why));
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new GroupFailedException(
                    "worker " + rank() + " was interrupted",
                    new InterruptedException("while it waited for the others"));
        }
    }

    /** Whether a channel has bytes that no selector sees. */
    private boolean anyReady(int[] ranks) {
        for (int peer : ranks) {
            if (peer != rank() && connections[peer].isReady()) {
                return true;
            }
        }
        return false;
    }

    private void advance(int peer, Messages messages) throws LostException {
        TcpConnection connection = connections[peer];
        TcpSession session = connection.session();
        long now = options.host().nanoTime();
        try {
            if (connection.takeReady()) {
                boolean sending = connection.writeFailure().isEmpty();
                session.moved(connection.advance(), now);
                requireNoReason(peer);
                if (sending && connection.writeFailure().isPresent()) {
                    session.beginReason(now);
                    connection.updateInterest();
                }
            }
            session.requireProgress(limit(peer), now);
        } catch (IOException e) {
            throw lost(peer, messages, connection.writeFailure().orElse(e));
        }
    }

    /** A worker to which no byte can be sent has a short time to say why. */
    private Duration limit(int peer) {
        return connections[peer].writeFailure().isPresent() ? REASON_LIMIT : options.silenceLimit();
    }

    private void requireNoReason(int peer) {
        TcpReader reader = session(peer).reader();
        if (reader.isFailure()) {
            throw reasonIn(reader.message());
        }
    }

    /** A message of unexpected length may be due to another call. */
    private LostException lost(int peer, Messages messages, IOException cause) {
        if (cause instanceof LengthException length) {
            requireSameCall(peer, length.header(), messages);
        }
        return new LostException(peer, cause);
    }

    /** The reason of a failure; {@link #hangUp} sends it. */
    @Override
    protected void send(int peer, ByteBuffer message) {
        session(peer).writer().abort(message.duplicate());
    }

    /** A reason of another worker has ended the exchange in which it arrived, so there is none. */
    @Override
    protected ByteBuffer receive(int peer) throws IOException {
        throw new EOFException("worker " + peer + " has given no reason");
    }

    /**
     * Sends what is left and waits until the others have read it and end, too. An interrupted worker does the same; one that was cancelled
     * waits for none.
     */
    @Override
    protected void hangUp() {
        boolean interrupted = Thread.interrupted(); // or no selector would wait
        long began = options.host().nanoTime();
        ByteBuffer dropped = ByteBuffer.allocateDirect(1 << 16);
        try {
            while (leaveAll(dropped) && cancellation.reason().isEmpty()) {
                long left = REASON_LIMIT.toNanos() - (options.host().nanoTime() - began);
                if (left <= 0) {
                    break;
                }
                selector.select(TcpConnection::markReady, Math.max(1, left / 1_000_000));
            }
        } catch (IOException e) {
            // The group has ended: all that could be said was said.
        } finally {
            close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether there is a worker that has not ended yet. */
    private boolean leaveAll(ByteBuffer dropped) {
        boolean waits = false;
        for (TcpConnection connection : connections) {
            if (connection != null && connection.socket().isOpen()) {
                if (connection.leave(dropped)) {
                    connection.close();
                } else {
                    waits = true;
                }
            }
        }
        return waits;
    }

    @Override
    public void close() {
        for (TcpConnection connection : connections) {
            if (connection != null) {
                connection.close();
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            // The group has ended: there is no use for a close that failed.
        }
    }
}
