package org.tersegrad.reducers.group;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.tersegrad.codecs.internal.SystemLog;
import org.tersegrad.reducers.group.TcpHandshake.RejectedException;

/**
 * The rendezvous of the workers of a {@link TcpGroup}: each connects to those of lower rank, retrying until they are there, and
 * accepts those of higher rank, all side by side and with one limit for the whole. A worker is ready when it is connected to all
 * others, and has joined when all others are ready, too. Until then a worker may be restarted: its new connection replaces the old.
 *
 * <p>Connections that have not proven the secret are few: the oldest is closed for a new one, and a worker that this happens to
 * connects again. A rejected connection is told how it differs, and the log of this worker is, too; the group waits on.
 */
final class TcpRendezvous {
    /** Accepted connections that have not proven the secret. */
    static final int MOST_UNPROVEN = 64;

    private static final int MOST_REPORTS = 16;
    private static final long RETRY_NANOS = 50_000_000;

    private final int rank;
    private final int size;
    private final List<InetSocketAddress> addresses;
    private final UnaryOperator<InetSocketAddress> resolver;
    private final TcpOptions options;
    private final SecureRandom random = new SecureRandom();
    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final long began = System.nanoTime();
    private final Place[] places;
    private final Deque<TcpConnection> unproven = new ArrayDeque<>();
    private final Set<String> reports = new LinkedHashSet<>();
    private final ByteBuffer dropped = ByteBuffer.allocateDirect(1 << 12);
    private final ByteBuffer readyMessage;
    private boolean listening;

    /** The place of a worker. */
    private final class Place {
        private Optional<TcpConnection> connection = Optional.empty();
        /** The connection has proven the secret. */
        private boolean proven;
        /** This worker has said that it is ready. */
        private boolean told;
        /** The other one has said so. */
        private boolean ready;

        private long nextTry = began;
        private String lastFailure = "no time was left";

        private void take(TcpConnection proof) throws IOException {
            connection = Optional.of(proof);
            proven = true;
            told = false;
            ready = false;
            proof.session().reader().begin(PairwiseGroup.HEADER_BYTES);
            proof.updateInterest();
        }

        private void lose(IOException why, long now) {
            connection.ifPresent(TcpConnection::close);
            connection = Optional.empty();
            proven = false;
            told = false;
            ready = false;
            nextTry = now + RETRY_NANOS;
            lastFailure = String.valueOf(why.getMessage());
        }
    }

    TcpRendezvous(int rank, List<InetSocketAddress> addresses, TcpOptions options) throws IOException {
        this(rank, addresses, options, address -> new InetSocketAddress(address.getHostString(), address.getPort()));
    }

    /** @param resolver looks up an unresolved address */
    TcpRendezvous(
            int rank, List<InetSocketAddress> addresses, TcpOptions options, UnaryOperator<InetSocketAddress> resolver)
            throws IOException {
        this.rank = rank;
        this.addresses = List.copyOf(addresses);
        this.resolver = resolver;
        this.options = options;
        size = addresses.size();
        places = new Place[size];
        for (int peer = 0; peer < size; peer++) {
            places[peer] = new Place();
        }
        readyMessage = ByteBuffer.allocate(PairwiseGroup.HEADER_BYTES)
                .put(GroupCall.JOIN.number)
                .put((byte) 0)
                .putInt(size)
                .flip();
    }

    /** The selector with which all connections are registered. */
    Selector selector() {
        return selector;
    }

    /** A connection to each other worker, by rank; none to this one. */
    List<Optional<TcpConnection>> join() throws IOException {
        boolean complete = false;
        try {
            while (peers().anyMatch(peer -> !isComplete(places[peer]))) {
                long now = System.nanoTime();
                requireTime(now);
                listen(now);
                connectMissing(now);
                selector.select(TcpConnection::markReady, millisToWait(now));
                accept();
                advanceUnproven();
                advancePeers();
                tellReady();
            }
            complete = true;
            return IntStream.range(0, size)
                    .mapToObj(peer -> places[peer].connection)
                    .toList();
        } finally {
            server.close();
            unproven.forEach(TcpConnection::close);
            if (!complete) {
                for (Place place : places) {
                    place.connection.ifPresent(TcpConnection::close);
                }
                selector.close();
            }
        }
    }

    private IntStream peers() {
        return IntStream.range(0, size).filter(peer -> peer != rank);
    }

    private static boolean isComplete(Place place) {
        return place.ready
                && place.told
                && place.connection.orElseThrow().session().writer().isWritten();
    }

    private List<Integer> workers(IntPredicate which) {
        return peers().filter(which).boxed().toList();
    }

    private void requireTime(long now) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new IOException("interrupted while joining a group", new InterruptedException());
        }
        if (now - began < options.joinLimit().toNanos()) {
            return;
        }
        String within = " within " + options.joinLimit().toMillis() + " ms";
        String said = reports.isEmpty() ? "" : "; " + String.join("; ", reports);
        List<Integer> unreached = workers(peer -> peer < rank && !places[peer].proven);
        if (!unreached.isEmpty()) {
            int peer = unreached.get(0);
            throw new SocketTimeoutException("worker " + peer + " at " + addresses.get(peer) + " cannot be reached"
                    + within + ": " + places[peer].lastFailure + said);
        }
        List<Integer> missing = workers(peer -> !places[peer].proven);
        throw new SocketTimeoutException(
                missing.isEmpty()
                        ? "workers " + workers(peer -> !places[peer].ready) + " have not met all others" + within + said
                        : "workers " + missing + " have not joined" + within + said);
    }

    private long millisToWait(long now) {
        long nanos = options.joinLimit().toNanos() - (now - began);
        for (int peer = 0; peer <= rank; peer++) {
            boolean waits = peer == rank ? !listening && rank < size - 1 : places[peer].connection.isEmpty();
            nanos = waits ? Math.min(nanos, places[peer].nextTry - now) : nanos;
        }
        return Math.max(1, nanos / 1_000_000);
    }

    private InetSocketAddress address(int worker) throws UnknownHostException {
        InetSocketAddress address = addresses.get(worker);
        InetSocketAddress resolved = address.isUnresolved() ? resolver.apply(address) : address;
        if (resolved.isUnresolved()) {
            throw new UnknownHostException("the host of worker " + worker + ", " + address + ", is not known");
        }
        return resolved;
    }

    /** Listens for workers of higher rank, once the name of this one is known. */
    private void listen(long now) throws IOException {
        if (listening || rank == size - 1 || now - places[rank].nextTry < 0) {
            return;
        }
        try {
            InetSocketAddress own = address(rank);
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(own);
            server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            listening = true;
        } catch (UnknownHostException e) {
            report(String.valueOf(e.getMessage()));
            places[rank].lose(e, now);
        } catch (IOException e) {
            throw new IOException(
                    "worker " + rank + " cannot listen on " + addresses.get(rank) + ": " + e.getMessage(), e);
        }
    }

    private void connectMissing(long now) throws IOException {
        for (int peer = 0; peer < rank; peer++) {
            if (places[peer].connection.isEmpty() && now - places[peer].nextTry >= 0) {
                connect(peer, now);
            }
        }
    }

    private void connect(int peer, long now) throws IOException {
        SocketChannel channel = SocketChannel.open();
        TcpConnection connection = connection(
                channel, TcpHandshake.connecting(rank, size, peer, options, random), SelectionKey.OP_CONNECT);
        places[peer].connection = Optional.of(connection);
        try {
            channel.connect(address(peer));
        } catch (IOException e) {
            places[peer].lose(e, now);
        }
    }

    private TcpConnection connection(SocketChannel channel, TcpHandshake handshake, int interest) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new TcpConnection(channel, channel.register(selector, interest), handshake);
    }

    private void accept() {
        for (int i = 0; listening && i < MOST_UNPROVEN; i++) {
            try {
                SocketChannel channel = server.accept();
                if (channel == null) {
                    return;
                }
                if (unproven.size() == MOST_UNPROVEN) {
                    unproven.removeFirst().close();
                }
                unproven.addLast(
                        connection(channel, TcpHandshake.accepting(rank, size, options, random), SelectionKey.OP_READ));
            } catch (IOException e) {
                report("a connection was not accepted: " + e.getMessage());
            }
        }
    }

    private void advanceUnproven() throws IOException {
        for (Iterator<TcpConnection> each = unproven.iterator(); each.hasNext(); ) {
            TcpConnection connection = each.next();
            if (!connection.takeReady()) {
                continue;
            }
            boolean known = isRejected(connection);
            boolean ended = !known && hasEnded(connection);
            if (!known && isRejected(connection)) {
                report(connection);
            }
            if (ended || (isRejected(connection) && connection.leave(dropped))) {
                connection.close();
                each.remove();
            } else if (connection.handshake().isProven()) {
                each.remove();
                seat(connection);
            }
        }
    }

    private static boolean isRejected(TcpConnection connection) {
        return !connection.handshake().difference().isEmpty();
    }

    private static boolean hasEnded(TcpConnection connection) {
        try {
            connection.advance();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Gives a worker of higher rank its place, and closes the connection that it had before. */
    private void seat(TcpConnection connection) throws IOException {
        int peer = connection.handshake().peer();
        Place place = places[peer];
        if (place.connection.isPresent()) {
            TcpConnection old = place.connection.get();
            String why = "another process has joined as worker " + peer;
            report(why);
            old.session().writer().abort(PairwiseGroup.reason(why));
            old.leave(dropped);
            old.close();
        }
        place.take(connection);
    }

    private void advancePeers() throws IOException {
        for (int peer = 0; peer < size; peer++) {
            Optional<TcpConnection> connection = places[peer].connection;
            if (connection.isPresent() && connection.get().takeReady()) {
                try {
                    advance(peer, connection.get());
                } catch (RejectedException e) {
                    throw new IOException(
                            "worker " + rank + " cannot join worker " + peer + " at " + addresses.get(peer) + ": "
                                    + e.getMessage(),
                            e);
                } catch (IOException e) {
                    places[peer].lose(e, System.nanoTime());
                }
            }
        }
    }

    private void advance(int peer, TcpConnection connection) throws IOException {
        SocketChannel channel = connection.channel();
        if (!channel.finishConnect()) {
            return;
        }
        if (channel.getLocalAddress().equals(channel.getRemoteAddress())) {
            throw new IOException("no process listens there"); // a port of this machine can be connected to itself
        }
        connection.advance();
        Place place = places[peer];
        if (!place.proven && connection.handshake().isProven()) {
            place.take(connection);
        }
        if (!place.proven || place.ready || !connection.session().reader().isRead()) {
            return;
        }
        TcpReader reader = connection.session().reader();
        if (reader.isFailure()) {
            throw new RejectedException(
                    String.valueOf(PairwiseGroup.reasonIn(reader.message()).getMessage()));
        }
        if (!reader.message().equals(readyMessage)) {
            throw new IOException("it does not say that it is ready");
        }
        place.ready = true; // whatever it sends next, or that it leaves, is for the first exchange to find
    }

    private void tellReady() {
        if (peers().anyMatch(peer -> !places[peer].proven)) {
            return;
        }
        peers().filter(peer -> !places[peer].told).forEach(peer -> {
            TcpConnection connection = places[peer].connection.orElseThrow();
            connection.session().writer().begin(readyMessage.duplicate(), TcpProtocol.NOTHING.duplicate());
            connection.updateInterest();
            places[peer].told = true;
        });
    }

    private void report(TcpConnection rejected) throws IOException {
        InetSocketAddress from = (InetSocketAddress) rejected.channel().getRemoteAddress();
        int peer = rejected.handshake().peer();
        report((peer < 0 ? "a connection" : "worker " + peer) + " from "
                + from.getAddress().getHostAddress() + " was rejected: "
                + rejected.handshake().difference());
    }

    /** At once to the log, and to the caller if the time runs out. A stranger cannot fill either. */
    private void report(String what) {
        if (reports.size() < MOST_REPORTS && reports.add(what)) {
            SystemLog.warn("worker " + rank + " waits for its group: " + what);
        }
    }
}
