package org.tersegrad.reducers.group;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * The messages of one connection after the handshake, in both directions at once, free of I/O and of clocks: the time is an
 * argument.
 */
final class TcpSession implements TcpProtocol {
    /** Bytes that count as progress, if they do not complete a message. */
    private static final int PROGRESS_BYTES = 1 << 12;

    private final TcpReader reader;
    private final TcpWriter writer;
    private boolean held;
    private long moved;
    private long progressAt;

    TcpSession(TcpMac sending, TcpMac receiving) {
        reader = new TcpReader(receiving);
        writer = new TcpWriter(sending);
    }

    /**
     * Begins to exchange a message for another.
     *
     * @param most the bytes of the longest message that is expected, its header included
     * @param now the time in nanoseconds, from which progress is expected
     */
    void begin(ByteBuffer header, ByteBuffer content, int most, long now) throws IOException {
        moved = 0;
        progressAt = now;
        writer.begin(header, content);
        reader.begin(most);
    }

    /** Begins to wait for the reason of the other side, which no longer receives. */
    void beginReason(long now) {
        moved = 0;
        progressAt = now;
        if (reader.isRead()) {
            reader.listen();
        }
    }

    TcpReader reader() {
        return reader;
    }

    TcpWriter writer() {
        return writer;
    }

    /** Whether the exchange that was begun is complete. */
    boolean isComplete() {
        return reader.isRead() && writer.isWritten() && !held;
    }

    /** Whether the channel holds bytes of this session that it has not sent. */
    void hold(boolean some) {
        held = some;
    }

    /** Counts bytes that were sent or received. Fewer than {@link #PROGRESS_BYTES} are progress only if nothing is left to come. */
    void moved(long bytes, long now) {
        moved += bytes;
        if (moved >= PROGRESS_BYTES || isComplete()) {
            moved = 0;
            progressAt = now;
        }
    }

    /**
     * Requires progress on the exchange that was begun.
     *
     * @throws SocketTimeoutException if there was none for as long as the limit
     */
    void requireProgress(Duration limit, long now) throws SocketTimeoutException {
        if (!isComplete() && now - progressAt >= limit.toNanos()) {
            throw new SocketTimeoutException("it has moved " + moved + " bytes within " + limit.toMillis() + " ms");
        }
    }

    /** Nanoseconds until {@link #requireProgress} throws. */
    long patience(Duration limit, long now) {
        return isComplete() ? Long.MAX_VALUE : limit.toNanos() - (now - progressAt);
    }

    @Override
    public ByteBuffer[] outgoing() {
        return writer.outgoing();
    }

    @Override
    public void sent() {
        writer.sent();
    }

    @Override
    public ByteBuffer incoming() {
        return reader.incoming();
    }

    @Override
    public void received() throws IOException {
        reader.received();
    }

    @Override
    public void ended() throws IOException {
        throw new EOFException("it has closed the connection");
    }
}
