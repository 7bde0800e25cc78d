package org.tersegrad.reducers.group;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;

/**
 * Workers in processes of their own, on one machine or many, with a TCP connection for each pair. It is a transport: the caller
 * starts the processes and tells each its rank and all addresses.
 *
 * <pre>{@code
 * List<InetSocketAddress> addresses = List.of(new InetSocketAddress("node0", 4711), new InetSocketAddress("node1", 4711));
 * try (TcpGroup group = TcpGroup.join(rank, addresses)) {
 *     ModelReduction model = new ModelReduction(policy, tensors, Seed.of(42), group);
 *     bits += model.reduce(0, gradients.get(0));
 * }
 * }</pre>
 *
 * <p>A worker sends to all others and receives from all others at once. If one of them fails, closes or is killed, every exchange
 * fails at once with the reason; one that is silent is given up after {@link TcpOptions#silenceLimit}. No threads are made.
 *
 * <p>{@link TcpOptions#withSecret} keeps strangers out of the group. Nothing is encrypted: on a network that others can read or
 * change, run it through a tunnel.
 */
public final class TcpGroup extends PairwiseGroup {
    /** Time that a failed worker tries to tell the others, and that they wait for its reason. */
    private static final Duration REASON_LIMIT = Duration.ofSeconds(2);

    private static final ByteBuffer NO_HEADER = ByteBuffer.allocate(0);

    private final Selector selector;
    private final TcpConnection[] connections;
    private final Duration silenceLimit;

    private TcpGroup(int rank, SocketChannel[] channels, TcpOptions options) throws IOException {
        super(rank, channels.length);
        selector = Selector.open();
        silenceLimit = options.silenceLimit();
        connections = new TcpConnection[channels.length];
        for (int peer = 0; peer < channels.length; peer++) {
            if (peer != rank) {
                channels[peer].configureBlocking(false);
                SelectionKey key = channels[peer].register(selector, 0);
                connections[peer] = new TcpConnection(channels[peer], key, options.mostMessageBytes());
            }
        }
    }

    /** Joins a group with {@link TcpOptions#usual}. */
    public static TcpGroup join(int rank, List<InetSocketAddress> addresses) throws IOException {
        return join(rank, addresses, TcpOptions.usual());
    }

    /**
     * Joins a group: listens on this worker's address, and waits until all workers are connected.
     *
     * @param rank of this worker
     * @param addresses of all workers, in the order of ranks, the same list for all
     * @throws IOException if a worker cannot be reached or does not come in time, or belongs to another group, version or secret
     */
    public static TcpGroup join(int rank, List<InetSocketAddress> addresses, TcpOptions options) throws IOException {
        if (rank < 0 || rank >= addresses.size()) {
            throw new IllegalArgumentException("ranks are 0 to " + (addresses.size() - 1) + ", this is " + rank);
        }
        return new TcpGroup(rank, new TcpRendezvous(rank, addresses, options).join(), options);
    }

    /** Sends to all and receives from all at once; hands over what came in the order of ranks as soon as that is possible. */
    @Override
    protected void exchange(int[] ranks, Messages messages, Receiver each) throws LostException {
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] != rank()) {
                connections[ranks[i]].beginWrite(messages.header(), messages.content(i));
                connections[ranks[i]].beginRead();
            }
        }
        int taken = 0;
        long heard = System.nanoTime();
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
            if (advance(ranks, silenceLimit)) {
                heard = System.nanoTime();
            } else if (System.nanoTime() - heard >= silenceLimit.toNanos()) {
                throw new LostException(
                        waitingFor,
                        new SocketTimeoutException("nothing has moved for " + silenceLimit.toMillis() + " ms"));
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

    /** Waits until something can be sent or has come, and does that; returns whether anything moved. */
    private boolean advance(int[] ranks, Duration limit) throws LostException {
        select(limit);
        boolean moved = false;
        for (int peer : ranks) {
            if (peer == rank()) {
                continue;
            }
            boolean read = connections[peer].isRead();
            try {
                moved |= connections[peer].advance();
            } catch (IOException e) {
                throw new LostException(peer, e);
            }
            if (!read && connections[peer].isRead() && isFailure(connections[peer].message())) {
                throw reasonIn(connections[peer].message());
            }
        }
        return moved;
    }

    private void select(Duration limit) throws LostException {
        try {
            selector.select(Math.max(1, limit.toMillis()));
            selector.selectedKeys().clear();
        } catch (IOException e) {
            throw new LostException(rank(), e);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new GroupFailedException(
                    "worker " + rank() + " was interrupted",
                    new InterruptedException("while it waited for the others"));
        }
    }

    /** The reason of a failure, which may have to wait for a message that was half sent. */
    @Override
    protected void send(int peer, ByteBuffer message) throws IOException {
        connections[peer].abandonUnsent();
        finish(peer);
        connections[peer].beginWrite(NO_HEADER, message);
        finish(peer);
    }

    private void finish(int peer) throws IOException {
        long began = System.nanoTime();
        while (!connections[peer].isWritten()) {
            connections[peer].advance();
            waitShortly(peer, began);
        }
    }

    /** Waits for what a worker may have said before it went. */
    @Override
    protected ByteBuffer receive(int peer) throws IOException {
        if (connections[peer].isRead()) {
            connections[peer].beginRead();
        }
        long began = System.nanoTime();
        while (!connections[peer].isRead()) {
            connections[peer].advance();
            waitShortly(peer, began);
        }
        return connections[peer].message();
    }

    private void waitShortly(int peer, long began) throws IOException {
        if (connections[peer].isRead() && connections[peer].isWritten()) {
            return;
        }
        if (System.nanoTime() - began >= REASON_LIMIT.toNanos()) {
            throw new SocketTimeoutException("nothing has moved for " + REASON_LIMIT.toMillis() + " ms");
        }
        selector.select(10);
        selector.selectedKeys().clear();
    }

    @Override
    public void close() {
        try {
            for (TcpConnection connection : connections) {
                if (connection != null) {
                    connection.close();
                }
            }
            selector.close();
        } catch (IOException e) {
            // The group has ended: there is no use for a close that failed.
        }
    }
}
