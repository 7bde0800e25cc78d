package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.tersegrad.reducers.group.TcpChannel.RejectedException;

/** Moves bytes between a {@link TcpChannel} and a {@link TcpProtocol}: first the handshake, then the session. */
final class TcpConnection implements AutoCloseable {
    /** Reads of {@link #leave} in a row, so that one side that sends without end does not hold up the others. */
    private static final int MOST_DROPS = 64;

    private final SocketChannel socket;
    private final TcpChannel channel;
    private final SelectionKey key;
    private final TcpHandshake handshake;
    private Optional<TcpSession> session = Optional.empty();
    private TcpProtocol protocol;
    private Optional<IOException> writeFailure = Optional.empty();
    private boolean ready;

    /** A connection over a socket that does not block and is registered with {@code key}, at the beginning of its handshake. */
    TcpConnection(SocketChannel socket, TcpChannel channel, SelectionKey key, TcpHandshake handshake) {
        this.socket = socket;
        this.channel = channel;
        this.key = key;
        this.handshake = handshake;
        protocol = handshake;
        key.attach(this);
    }

    SocketChannel socket() {
        return socket;
    }

    TcpHandshake handshake() {
        return handshake;
    }

    /** The session; begins it after the handshake. */
    TcpSession session() {
        if (session.isEmpty()) {
            TcpSession begun = handshake.session();
            session = Optional.of(begun);
            protocol = begun;
        }
        return session.get();
    }

    /** Whether all that was written is with the socket. */
    boolean isSent() {
        return !protocol.isSending() && !holds();
    }

    private boolean holds() {
        return writeFailure.isEmpty() && channel.held() > 0;
    }

    /** A key of the selector is ready: the connection that it belongs to can move bytes. */
    static void markReady(SelectionKey selected) {
        if (selected.attachment() instanceof TcpConnection connection) {
            connection.ready = true;
        }
    }

    /** Whether it can move bytes, so that there is nothing to select for. */
    boolean isReady() {
        return ready;
    }

    /** Whether it could move bytes since the last call. */
    boolean takeReady() {
        boolean was = ready;
        ready = false;
        return was;
    }

    /** The failure to send, after which only what the other side has sent before can be read. */
    Optional<IOException> writeFailure() {
        return writeFailure;
    }

    /**
     * Sends and receives what is possible without waiting.
     *
     * @return how many bytes
     * @throws IOException if the other side has ended or breaks the protocol; not for a failure to send, since the reason of it may be
     *     in the bytes to receive
     */
    long advance() throws IOException {
        long moved = 0;
        if (writeFailure.isEmpty()) {
            try {
                moved = write();
            } catch (RejectedException e) {
                throw e;
            } catch (IOException e) {
                writeFailure = Optional.of(e);
            }
        }
        moved += read();
        updateInterest();
        return moved;
    }

    private long write() throws IOException {
        long moved = channel.held();
        while (protocol.isSending() || channel.held() > 0) {
            long count = channel.write(protocol.outgoing());
            if (count == 0) {
                break;
            }
            moved += count;
            protocol.sent();
        }
        return Math.max(0, moved - channel.held());
    }

    private long read() throws IOException {
        long moved = 0;
        for (ByteBuffer space = protocol.incoming(); space.hasRemaining(); space = protocol.incoming()) {
            int count = channel.read(space);
            if (count < 0) {
                protocol.ended();
            }
            if (count == 0) {
                return moved;
            }
            moved += count;
            protocol.received();
        }
        return moved;
    }

    /** Waits for what the protocol wants to move. */
    void updateInterest() {
        int sending = writeFailure.isEmpty() && !isSent() ? SelectionKey.OP_WRITE : 0;
        int receiving = protocol.incoming().hasRemaining() ? SelectionKey.OP_READ : 0;
        setInterest(channel.interest(sending | receiving));
        ready |= receiving != 0 && channel.hasInput();
        if (session.isPresent()) {
            session.get().hold(holds()); // a read may have sent some of it, or added to it
        }
    }

    private void setInterest(int wanted) {
        if (key.isValid() && key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }

    /**
     * Sends what is left, then the end, and drops whatever arrives: a socket that is closed with unread bytes takes back what it has
     * sent.
     *
     * @return whether the other side has ended, too, or is lost
     */
    boolean leave(ByteBuffer dropped) {
        if (writeFailure.isPresent()) {
            return true;
        }
        try {
            if (protocol.isSending()) {
                write();
            }
            boolean said = !protocol.isSending() && channel.farewell();
            if (said) {
                socket.shutdownOutput();
            }
            setInterest(said ? SelectionKey.OP_READ : channel.interest(SelectionKey.OP_READ | SelectionKey.OP_WRITE));
            ReadableByteChannel rest = said ? socket : channel;
            for (int i = 0; i < MOST_DROPS; i++) {
                int count = rest.read(dropped.clear());
                if (count <= 0) {
                    return count < 0;
                }
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Closes the connection; a failure to do so is of no use to anyone. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The connection has ended either way.
        }
    }
}
