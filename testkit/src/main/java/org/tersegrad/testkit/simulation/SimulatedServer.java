package org.tersegrad.testkit.simulation;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;

/** A port that a {@link SimulatedProcess} listens on. */
final class SimulatedServer extends ServerSocketChannel implements SimulatedSockets.Waitable {
    private final SimulatedProcess process;
    private final Deque<SimulatedSocket> backlog = new ArrayDeque<>();
    private Optional<InetSocketAddress> address = Optional.empty();

    SimulatedServer(SimulatedSockets provider, SimulatedProcess process) {
        super(provider);
        this.process = process;
    }

    SimulatedProcess owner() {
        return process;
    }

    /** A connection has been made. */
    void offer(SimulatedSocket socket) {
        backlog.add(socket);
        process.changed();
    }

    @Override
    public int ready() {
        return backlog.isEmpty() ? 0 : SelectionKey.OP_ACCEPT;
    }

    @Override
    public ServerSocketChannel bind(SocketAddress local, int most) throws IOException {
        InetSocketAddress wanted = (InetSocketAddress) local;
        InetSocketAddress its = process.address(wanted.getPort() == 0 ? process.freePort() : wanted.getPort());
        if (process.simulation().servers().putIfAbsent(its, this) != null) {
            throw new BindException("Address already in use");
        }
        address = Optional.of(its);
        return this;
    }

    @Override
    @SuppressWarnings("NullAway") // the JDK says so
    public SocketChannel accept() throws IOException {
        process.requireAlive();
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        return backlog.poll();
    }

    @Override
    @SuppressWarnings("NullAway") // the JDK says so
    public SocketAddress getLocalAddress() {
        return address.orElse(null);
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
        address.ifPresent(its -> process.simulation().servers().remove(its, this));
        backlog.forEach(SimulatedSocket::closeQuietly);
        backlog.clear();
    }

    @Override
    protected void implConfigureBlocking(boolean block) {}

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) {
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
    public ServerSocket socket() {
        throw new UnsupportedOperationException("there is no blocking socket behind a simulated one");
    }
}
