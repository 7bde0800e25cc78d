package org.tersegrad.testkit.simulation;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/**
 * One end of a simulated connection. As in TCP, bytes arrive in order or not at all; a socket that is closed with unread bytes, or gets more
 * after its end, resets the connection, and the other end loses what it has not read.
 */
final class SimulatedSocket extends SocketChannel implements SimulatedSockets.Waitable {
    private enum State {
        NEW,
        PENDING,
        REJECTED,
        CONNECTED
    }

    private static final int END = -1;

    private final SimulatedProcess process;
    /** The segments under way; whatever their delays, they arrive in this order. */
    private final Deque<Runnable> sent = new ArrayDeque<>();

    private final Deque<ByteBuffer> arrived = new ArrayDeque<>();
    private State state = State.NEW;
    private Optional<SimulatedSocket> peer = Optional.empty();
    private Optional<InetSocketAddress> local = Optional.empty();
    private Optional<InetSocketAddress> remote = Optional.empty();
    private int readable;
    /** Bytes that were sent and that the other end has not read. */
    private int unread;

    private boolean ended;
    private boolean shutDown;
    private boolean reset;

    SimulatedSocket(SimulatedSockets provider, SimulatedProcess process) {
        super(provider);
        this.process = process;
    }

    SimulatedProcess owner() {
        return process;
    }

    private Simulation simulation() {
        return process.simulation();
    }

    boolean connects(String one, String other) {
        return peer.isPresent()
                && process.name().equals(one)
                && peer.get().process.name().equals(other);
    }

    @Override
    public int ready() {
        return switch (state) {
            case NEW, PENDING -> 0;
            case REJECTED -> SelectionKey.OP_CONNECT;
            case CONNECTED ->
                SelectionKey.OP_CONNECT
                        | (reset || ended || readable > 0 ? SelectionKey.OP_READ : 0)
                        | (reset || space() > 0 ? SelectionKey.OP_WRITE : 0);
        };
    }

    private int space() {
        return simulation().weather().window() - unread;
    }

    // Connections.

    @Override
    public boolean connect(SocketAddress to) throws IOException {
        process.requireAlive();
        InetSocketAddress address = (InetSocketAddress) to;
        local = Optional.of(process.address(process.freePort()));
        remote = Optional.of(address);
        state = State.PENDING;
        if (simulation().named(address.getHostString()).isEmpty()) {
            throw new ConnectException("No route to host");
        }
        knock(address);
        return false;
    }

    /** Asks the process that has the address by then, again and again while it does not answer. */
    private void knock(InetSocketAddress address) {
        simulation().knock(process, address.getHostString(), other -> meet(other, address));
    }

    /** Has arrived at the other host. */
    private void meet(SimulatedProcess other, InetSocketAddress address) {
        Optional<SimulatedServer> server =
                Optional.ofNullable(simulation().servers().get(address));
        if (server.isEmpty()) {
            simulation().send(other, process, () -> settle(State.REJECTED));
            return;
        }
        SimulatedSocket theirs = new SimulatedSocket((SimulatedSockets) other.sockets(), other);
        theirs.peer = Optional.of(this);
        theirs.local = Optional.of(address);
        theirs.remote = local;
        theirs.state = State.CONNECTED;
        peer = Optional.of(theirs);
        simulation().sockets().add(theirs);
        simulation().sockets().add(this);
        server.get().offer(theirs);
        theirs.send(ByteBuffer.allocate(0), () -> settle(State.CONNECTED));
    }

    private void settle(State result) {
        if (isOpen()) {
            state = result;
            process.changed();
        } else {
            peer.ifPresent(theirs -> send(ByteBuffer.allocate(0), theirs::loseAll));
        }
    }

    @Override
    public boolean finishConnect() throws IOException {
        process.requireAlive();
        requireOpen();
        if (state == State.REJECTED) {
            close();
            throw new ConnectException("Connection refused");
        }
        return state == State.CONNECTED;
    }

    private void requireOpen() throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    // Bytes.

    private void send(ByteBuffer bytes, Runnable arrival) {
        SimulatedSocket other = peer.orElseThrow();
        unread += bytes.remaining();
        sent.add(arrival);
        simulation().send(process, other.process, () -> sent.remove().run());
    }

    private void take(ByteBuffer bytes) {
        if (!isOpen()) {
            peer.ifPresent(other -> send(ByteBuffer.allocate(0), other::loseAll));
            return;
        }
        arrived.add(bytes);
        readable += bytes.remaining();
        process.changed();
    }

    private void takeEnd() {
        ended = true;
        process.changed();
    }

    private void loseAll() {
        if (isOpen()) {
            reset = true;
            arrived.clear();
            readable = 0;
            process.changed();
        }
    }

    /** The network resets the connection, on both sides. */
    void reset() {
        loseAll();
        peer.ifPresent(SimulatedSocket::loseAll);
    }

    private void requireConnected() throws IOException {
        process.requireAlive();
        requireOpen();
        if (state != State.CONNECTED) {
            throw new NotYetConnectedException();
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        requireConnected();
        if (reset) {
            throw new SocketException("Connection reset");
        }
        if (readable == 0) {
            return ended ? END : 0;
        }
        int count = simulation().some(Math.min(readable, target.remaining()));
        int left = count;
        while (left > 0) {
            ByteBuffer first = arrived.element();
            int part = Math.min(left, first.remaining());
            target.put(first.duplicate().limit(first.position() + part));
            first.position(first.position() + part);
            left -= part;
            if (!first.hasRemaining()) {
                arrived.remove();
            }
        }
        readable -= count;
        SimulatedSocket sender = peer.orElseThrow();
        sender.unread -= count;
        sender.process.changed();
        return count;
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        throw new UnsupportedOperationException("scattering reads are not simulated");
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return (int) write(new ByteBuffer[] {source}, 0, 1);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        requireConnected();
        if (shutDown) {
            throw new ClosedChannelException();
        }
        if (reset) {
            throw new IOException("Broken pipe");
        }
        int remaining = 0;
        for (int i = offset; i < offset + length; i++) {
            remaining += sources[i].remaining();
        }
        int count = simulation().some(Math.min(remaining, space()));
        if (count <= 0) {
            return 0;
        }
        ByteBuffer segment = ByteBuffer.allocate(count);
        for (int i = offset; i < offset + length; i++) {
            int part = Math.min(segment.remaining(), sources[i].remaining());
            int limit = sources[i].limit();
            segment.put(sources[i].limit(sources[i].position() + part));
            sources[i].limit(limit);
        }
        segment.flip();
        SimulatedSocket other = peer.orElseThrow();
        send(segment, () -> other.take(segment));
        simulation().log(() -> process + " sends " + count + " bytes to " + other.process);
        return count;
    }

    @Override
    public SocketChannel shutdownOutput() throws IOException {
        requireConnected();
        if (!shutDown) {
            shutDown = true;
            SimulatedSocket other = peer.orElseThrow();
            send(ByteBuffer.allocate(0), other::takeEnd);
        }
        return this;
    }

    void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected void implCloseSelectableChannel() {
        simulation().sockets().remove(this);
        if (state == State.CONNECTED && !reset) {
            SimulatedSocket other = peer.orElseThrow();
            send(ByteBuffer.allocate(0), readable > 0 ? other::loseAll : other::takeEnd);
        }
    }

    // The rest of a channel.

    @Override
    public SocketChannel shutdownInput() {
        throw new UnsupportedOperationException("only output is shut down");
    }

    @Override
    public boolean isConnected() {
        return state == State.CONNECTED;
    }

    @Override
    public boolean isConnectionPending() {
        return state == State.PENDING;
    }

    @Override
    @SuppressWarnings("NullAway") // the JDK says so
    public SocketAddress getLocalAddress() {
        return local.orElse(null);
    }

    @Override
    @SuppressWarnings("NullAway") // the JDK says so
    public SocketAddress getRemoteAddress() {
        return remote.orElse(null);
    }

    @Override
    public SocketChannel bind(SocketAddress address) {
        throw new UnsupportedOperationException("only servers are bound");
    }

    @Override
    protected void implConfigureBlocking(boolean block) {}

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw new UnsupportedOperationException(name.toString());
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public Socket socket() {
        throw new UnsupportedOperationException("there is no blocking socket behind a simulated one");
    }
}
