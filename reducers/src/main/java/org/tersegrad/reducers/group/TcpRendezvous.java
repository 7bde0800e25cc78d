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
import java.util.stream.IntStream;
import org.tersegrad.codecs.internal.SystemLog;
import org.tersegrad.reducers.group.TcpChannel.RejectedException;

/**
 * The rendezvous of the workers of a {@link TcpGroup}: each connects to those of lower rank, retrying until they are there, and
 * accepts those of higher rank, all side by side and with one limit for the whole. A worker is ready when it is connected to all
 * others, and has joined when all others are ready, too. Until then a worker may be restarted: its new connection replaces the old.
 *
 * <p>Where only the address of worker 0 is known, the others tell it where they listen, and it hands that out ({@link TcpAddresses}). It is
 * ready last, so that it can tell a new address as long as any worker waits.
 *
 * <p>Connections that have not proven the secret are few: the oldest is closed for a new one, and a worker that this happens to
 * connects again. A rejected connection is told how it differs, and the log of this worker is, too; the group waits on.
 */
final class TcpRendezvous {
    /** Accepted connections that have not proven the secret. */
    static final int MOST_UNPROVEN = 64;

    private static final int MOST_REPORTS = 16;

    private final int rank;
    private final int size;
    private final TcpAddresses addresses;
    private final Optional<InetSocketAddress> listeningOn;
    private final Optional<InetSocketAddress> advertised;
    private final TcpOptions options;
    private final TcpHost host;
    private final SecureRandom random;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final long began;
    private final TcpPeer[] places;
    private final Deque<TcpConnection> unproven = new ArrayDeque<>();
    private final Set<String> reports = new LinkedHashSet<>();
    private final ByteBuffer dropped = ByteBuffer.allocateDirect(1 << 12);
    private final ByteBuffer readyMessage;
    private boolean listening;

    TcpRendezvous(int rank, List<InetSocketAddress> addresses, TcpOptions options) throws IOException {
        this(rank, TcpAddresses.given(addresses), Optional.empty(), Optional.empty(), options);
    }

    TcpRendezvous(TcpPlace place, TcpOptions options) throws IOException {
        this(
                place.rank(),
                TcpAddresses.collected(place.first(), place.size()),
                place.listening(),
                place.advertised(),
                options);
    }

    private TcpRendezvous(
            int rank,
            TcpAddresses addresses,
            Optional<InetSocketAddress> listeningOn,
            Optional<InetSocketAddress> advertised,
            TcpOptions options)
            throws IOException {
        this.rank = rank;
        this.addresses = addresses;
        this.listeningOn = listeningOn;
        this.advertised = advertised;
        this.options = options;
        host = options.host();
        random = host.random();
        began = host.nanoTime();
        selector = host.sockets().openSelector();
        server = host.sockets().openServerSocketChannel();
        size = addresses.size();
        places = new TcpPeer[size];
        for (int peer = 0; peer < size; peer++) {
            places[peer] = new TcpPeer(began, addresses.mostBytes());
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
        return joinUntil(new Cancellation());
    }

    /** The same, until another thread cancels it. */
    List<Optional<TcpConnection>> joinUntil(Cancellation cancellation) throws IOException {
        boolean complete = false;
        cancellation.onCancel(selector::wakeup);
        try {
            while (peers().anyMatch(peer -> !places[peer].isComplete())) {
                long now = host.nanoTime();
                requireTime(now);
                requireNot(cancellation);
                listen(now);
                connectMissing(now);
                introduce();
                tellReady();
                peers().filter(peer -> places[peer].proven).forEach(peer -> places[peer].write());
                select(now);
                accept();
                advanceUnproven();
                advancePeers();
            }
            complete = true;
            return IntStream.range(0, size)
                    .mapToObj(peer -> places[peer].connection)
                    .toList();
        } finally {
            server.close();
            unproven.forEach(TcpConnection::close);
            if (!complete) {
                for (TcpPeer place : places) {
                    place.connection.ifPresent(TcpConnection::close);
                }
                selector.close();
            }
        }
    }

    private IntStream peers() {
        return IntStream.range(0, size).filter(peer -> peer != rank);
    }

    private List<Integer> workers(IntPredicate which) {
        return peers().filter(which).boxed().toList();
    }

    private static void requireNot(Cancellation cancellation) throws IOException {
        Optional<String> why = cancellation.reason();
        if (why.isPresent()) {
            throw new IOException("joining a group was cancelled: " + why.get());
        }
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
            throw new SocketTimeoutException("worker " + peer + ' ' + addresses.words(peer) + " cannot be reached"
                    + within + ": " + places[peer].lastFailure + said);
        }
        List<Integer> missing = workers(peer -> !places[peer].proven);
        if (missing.isEmpty() && !addresses.missing().isEmpty()) {
            throw new SocketTimeoutException(
                    "workers " + addresses.missing() + " have not told their addresses" + within + said);
        }
        throw new SocketTimeoutException(
                missing.isEmpty()
                        ? "workers " + workers(peer -> !places[peer].ready) + " have not met all others" + within + said
                        : "workers " + missing + " have not joined" + within + said);
    }

    private void select(long now) throws IOException {
        boolean ready = unproven.stream().anyMatch(TcpConnection::isReady)
                || peers().anyMatch(peer ->
                        places[peer].connection.filter(TcpConnection::isReady).isPresent());
        if (ready) {
            selector.selectNow(TcpConnection::markReady);
        } else {
            selector.select(TcpConnection::markReady, millisToWait(now));
        }
    }

    private long millisToWait(long now) {
        long nanos = options.joinLimit().toNanos() - (now - began);
        for (int peer = 0; peer <= rank; peer++) {
            boolean waits = peer == rank ? isToListen() : isToConnect(peer);
            nanos = waits ? Math.min(nanos, places[peer].nextTry - now) : nanos;
        }
        return Math.max(1, nanos / 1_000_000);
    }

    private InetSocketAddress resolved(InetSocketAddress address, int worker) throws UnknownHostException {
        InetSocketAddress resolved = address.isUnresolved() ? host.resolve(address) : address;
        if (resolved.isUnresolved()) {
            throw new UnknownHostException("the host of worker " + worker + ", " + address + ", is not known");
        }
        return resolved;
    }

    /** The last worker has no others to wait for. Where to listen may be known from the connection to worker 0 only. */
    private boolean isToListen() {
        return !listening
                && rank < size - 1
                && (rank == 0 || addresses.areGiven() || listeningOn.isPresent() || places[0].proven);
    }

    private boolean isToConnect(int peer) {
        return places[peer].connection.isEmpty() && addresses.of(peer).isPresent();
    }

    /** Listens for workers of higher rank, once the name of this one is known. */
    private void listen(long now) throws IOException {
        if (!isToListen() || now - places[rank].nextTry < 0) {
            return;
        }
        String where = addresses.words(rank);
        try {
            InetSocketAddress own = listeningAddress();
            where = "at " + own;
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(own);
            server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            listening = true;
        } catch (UnknownHostException e) {
            report(String.valueOf(e.getMessage()));
            places[rank].lose(e, now);
        } catch (IOException e) {
            throw new IOException("worker " + rank + " cannot listen " + where + ": " + e.getMessage(), e);
        }
    }

    private InetSocketAddress listeningAddress() throws IOException {
        Optional<InetSocketAddress> known = listeningOn.or(() -> addresses.of(rank));
        if (known.isPresent()) {
            return resolved(known.get(), rank);
        }
        SocketChannel first = places[0].connection.orElseThrow().socket();
        return new InetSocketAddress(((InetSocketAddress) first.getLocalAddress()).getAddress(), 0);
    }

    private void connectMissing(long now) throws IOException {
        for (int peer = 0; peer < rank; peer++) {
            if (isToConnect(peer) && now - places[peer].nextTry >= 0) {
                connect(peer, now);
            }
        }
    }

    private void connect(int peer, long now) throws IOException {
        InetSocketAddress to = addresses.of(peer).orElseThrow();
        SocketChannel socket = host.sockets().openSocketChannel();
        places[peer].connection = Optional.of(connection(
                socket,
                options.channels().connecting(socket, to),
                TcpHandshake.connecting(rank, size, peer, options, random),
                SelectionKey.OP_CONNECT));
        try {
            socket.connect(resolved(to, peer));
        } catch (IOException e) {
            places[peer].lose(e, now);
        }
    }

    private TcpConnection connection(SocketChannel socket, TcpChannel channel, TcpHandshake handshake, int interest)
            throws IOException {
        socket.configureBlocking(false);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new TcpConnection(socket, channel, socket.register(selector, interest), handshake);
    }

    private void accept() {
        for (int i = 0; listening && i < MOST_UNPROVEN; i++) {
            try {
                SocketChannel socket = server.accept();
                if (socket == null) {
                    return;
                }
                if (unproven.size() == MOST_UNPROVEN) {
                    unproven.removeFirst().close();
                }
                TcpConnection connection = connection(
                        socket,
                        options.channels().accepted(socket),
                        TcpHandshake.accepting(rank, size, options, random),
                        0);
                unproven.addLast(connection);
                connection.updateInterest();
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
        } catch (RejectedException e) {
            connection.handshake().reject(e);
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Gives a worker of higher rank its place, and closes the connection that it had before. */
    private void seat(TcpConnection connection) throws IOException {
        int peer = connection.handshake().peer();
        TcpPeer place = places[peer];
        if (place.connection.isPresent()) {
            TcpConnection old = place.connection.get();
            String why = "another process has joined as worker " + peer;
            report(why);
            turnAway(old, why);
        }
        place.take(connection);
    }

    private void turnAway(TcpConnection connection, String why) {
        connection.session().writer().abort(PairwiseGroup.reason(why));
        connection.leave(dropped);
        connection.close();
    }

    private void advancePeers() throws IOException {
        for (int peer = 0; peer < size; peer++) {
            Optional<TcpConnection> connection = places[peer].connection;
            if (connection.isPresent() && connection.get().takeReady()) {
                try {
                    advance(peer, connection.get());
                } catch (RejectedException e) {
                    throw new IOException(
                            "worker " + rank + " cannot join worker " + peer + ' ' + addresses.words(peer) + ": "
                                    + e.getMessage(),
                            e);
                } catch (IOException e) {
                    places[peer].lose(e, host.nanoTime());
                }
            }
        }
    }

    private void advance(int peer, TcpConnection connection) throws IOException {
        SocketChannel socket = connection.socket();
        if (!socket.finishConnect()) {
            return;
        }
        if (socket.getLocalAddress().equals(socket.getRemoteAddress())) {
            throw new IOException("no process listens there"); // a port of this machine can be connected to itself
        }
        connection.advance();
        TcpPeer place = places[peer];
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
        if (TcpAddresses.isAddresses(reader.message())) {
            takeAddresses(peer, connection);
            place.read();
            return;
        }
        if (!reader.message().equals(readyMessage)) {
            throw new IOException("it does not say that it is ready");
        }
        place.ready = true; // whatever it sends next, or that it leaves, is for the first exchange to find
    }

    private void takeAddresses(int peer, TcpConnection connection) throws IOException {
        ByteBuffer message = connection.session().reader().message();
        if (addresses.areGiven()) {
            String why =
                    "it asks for addresses, and this worker was given a list of all: workers join in different ways";
            turnAway(connection, "worker " + rank + ": " + why);
            throw new RejectedException(why);
        }
        if (rank == 0) {
            InetSocketAddress from = (InetSocketAddress) connection.socket().getRemoteAddress();
            if (addresses.takeOwn(peer, message, from.getAddress())) {
                peers().forEach(each -> places[each].introduced = false);
            }
        } else if (peer == 0) {
            for (int changed : addresses.takeAll(message)) {
                if (changed < rank && places[changed].connection.isPresent()) {
                    places[changed].lose(new IOException("it has another address now"), host.nanoTime());
                }
            }
        }
    }

    /** Tells worker 0 where this worker listens, and the others all that worker 0 knows. */
    private void introduce() throws IOException {
        if (addresses.areGiven()) {
            return;
        }
        if (rank > 0 && listening && places[0].proven && !places[0].introduced) {
            int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
            places[0].outbox.add(addresses.own(advertised, port));
            places[0].introduced = true;
        }
        if (rank == 0 && addresses.missing().isEmpty()) {
            peers().filter(peer -> peer > 1 && places[peer].proven && !places[peer].introduced)
                    .forEach(peer -> {
                        places[peer].outbox.add(addresses.all());
                        places[peer].introduced = true;
                    });
        }
    }

    private void tellReady() {
        boolean waitsForOthers = rank == 0 && !addresses.areGiven();
        if (peers().anyMatch(peer -> !places[peer].proven || (waitsForOthers && !places[peer].ready))) {
            return;
        }
        peers().filter(peer -> !places[peer].told).forEach(peer -> {
            places[peer].outbox.add(readyMessage.duplicate());
            places[peer].told = true;
        });
    }

    private void report(TcpConnection rejected) throws IOException {
        InetSocketAddress from = (InetSocketAddress) rejected.socket().getRemoteAddress();
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
