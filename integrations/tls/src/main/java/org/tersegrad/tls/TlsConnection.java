package org.tersegrad.tls;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.tersegrad.reducers.group.TcpChannel;
import tlschannel.DirectBufferAllocator;
import tlschannel.TlsChannel;
import tlschannel.TlsChannelBuilder;
import tlschannel.TlsChannelFlowControlException;

/** A {@link TlsChannel} by the rules of a {@link TcpChannel}. It encrypts as many records as the {@link Wire} sends at once. */
final class TlsConnection implements TcpChannel {
    private static final int MOST_ALERTS = 4;
    private static final int ALERT_BYTES = 1 << 15;

    private final SSLEngine engine;
    private final Wire wire;
    private final TlsChannel tls;
    private Optional<IOException> failure = Optional.empty();
    private boolean established;
    private boolean input;
    private boolean said;

    /**
     * A connection before its handshake.
     *
     * @param builder of the channel with this engine over a wire
     * @param build the builder's last call
     */
    <B extends TlsChannelBuilder<B>> TlsConnection(
            SocketChannel socket, SSLEngine engine, Function<Wire, B> builder, Function<B, TlsChannel> build) {
        this.engine = engine;
        wire = new Wire(socket);
        tls = build.apply(builder.apply(wire)
                .withEncryptedBufferAllocator(new DirectBufferAllocator())
                .withReleaseBuffers(false)
                .withSessionInitCallback(session -> established = true));
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        requireNoFailure();
        int count = 0;
        try {
            count = tls.read(to);
        } catch (TlsChannelFlowControlException e) {
            // It waits for the socket.
        } catch (ClosedChannelException e) {
            if (!wire.hasEnded()) {
                throw e;
            }
            count = -1;
        } catch (SSLException | RuntimeException e) {
            throw fail(e);
        } finally {
            wire.flush();
        }
        input = count > 0;
        return count;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        requireNoFailure();
        long taken = 0;
        try {
            long count = 1;
            while (count > 0) {
                wire.flush();
                requireSending();
                count = encrypt(from, offset, length, wire.room());
                taken += count;
            }
            if (taken == 0 && tls.shutdownReceived() && wire.room() > 0) {
                throw new EOFException("it has closed the connection");
            }
        } catch (TlsChannelFlowControlException e) {
            wire.flush(); // of the handshake, which waits for the other side
        } catch (SSLException | RuntimeException e) {
            throw fail(e);
        }
        return taken;
    }

    /** Encrypts bytes of these buffers, at most {@code most}. */
    private long encrypt(ByteBuffer[] from, int offset, int length, int most) throws IOException {
        int[] limits = new int[length];
        int left = most;
        for (int i = 0; i < length; i++) {
            ByteBuffer each = from[offset + i];
            limits[i] = each.limit();
            int count = Math.min(left, each.remaining());
            each.limit(each.position() + count);
            left -= count;
        }
        try {
            return left == most ? 0 : tls.write(from, offset, length);
        } finally {
            for (int i = 0; i < length; i++) {
                from[offset + i].limit(limits[i]);
            }
        }
    }

    private void requireSending() throws IOException {
        if (wire.failure().isPresent()) {
            throw wire.failure().get();
        }
        if (wire.hasEnded() && !established) {
            throw new ClosedChannelException();
        }
    }

    private void requireNoFailure() throws IOException {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** Tells the other side by an alert, if the engine has one. */
    private IOException fail(Exception cause) {
        IOException why = TlsFailures.of(cause, wire.firstByte(), established);
        failure = Optional.of(why);
        try {
            ByteBuffer alert = ByteBuffer.allocate(ALERT_BYTES);
            for (int i = 0; i < MOST_ALERTS && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP; i++) {
                engine.wrap(ByteBuffer.allocate(0), alert);
            }
            wire.write(alert.flip());
            wire.flush();
        } catch (SSLException e) {
            // The other side sees the end of the connection.
        }
        return why;
    }

    @Override
    public int interest(int wanted) {
        boolean writes = (wanted & SelectionKey.OP_WRITE) != 0;
        int writing = writes && established ? SelectionKey.OP_WRITE : 0;
        int reading = writes && !established ? SelectionKey.OP_READ : wanted & SelectionKey.OP_READ;
        return reading | (wire.held() > 0 ? SelectionKey.OP_WRITE : writing);
    }

    @Override
    public boolean hasInput() {
        return input;
    }

    @Override
    public int held() {
        return wire.held();
    }

    @Override
    public boolean farewell() {
        if (established && failure.isEmpty() && !said) {
            said = true;
            try {
                tls.shutdown();
            } catch (IOException | RuntimeException e) {
                // The end of the socket's output says the same.
            }
        }
        wire.flush();
        return wire.held() == 0;
    }

    @Override
    public boolean isOpen() {
        return wire.isOpen();
    }

    @Override
    public void close() throws IOException {
        if (wire.isOpen()) {
            farewell();
        }
        wire.close();
    }
}
