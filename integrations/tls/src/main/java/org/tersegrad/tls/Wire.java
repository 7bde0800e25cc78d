package org.tersegrad.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * The encrypted bytes of a connection, in large pieces: a record of TLS has at most 16 KiB, a call of the system moves up to 256 KiB.
 *
 * <p>Writes take everything and {@link #flush} sends it, so that a read of the connection never waits for a write: two workers whose keys are
 * updated while both send would wait for each other. Failures to send appear in {@link #failure} and end no read.
 */
final class Wire implements ByteChannel {
    /** The plain bytes of a record. */
    static final int PLAIN_BYTES = 1 << 14;

    private static final int RECORD_BYTES = PLAIN_BYTES + 1024;
    private static final int FIRST_BYTES = 1 << 15;
    private static final int MOST_BYTES = 1 << 18;
    /** More than the answers to records of a peer that reads. */
    private static final int LIMIT_BYTES = 1 << 20;

    private final SocketChannel socket;
    private ByteBuffer in = ByteBuffer.allocateDirect(FIRST_BYTES).limit(0);
    private ByteBuffer out = ByteBuffer.allocateDirect(FIRST_BYTES);
    private Optional<IOException> failure = Optional.empty();
    private int firstByte = -1;
    private boolean ended;

    Wire(SocketChannel socket) {
        this.socket = socket;
    }

    /** The first byte of the other side; −1 before it has come. */
    int firstByte() {
        return firstByte;
    }

    /** Whether the other side has closed its output. */
    boolean hasEnded() {
        return ended;
    }

    /** The failure to send. */
    Optional<IOException> failure() {
        return failure;
    }

    /** Bytes that are not sent yet. */
    int held() {
        return out.position();
    }

    /** Plain bytes whose records have a place. */
    int room() {
        return Math.max(0, (MOST_BYTES - out.position()) / RECORD_BYTES) * PLAIN_BYTES;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        if (!in.hasRemaining() && receive() <= 0) {
            return ended ? -1 : 0;
        }
        int count = Math.min(to.remaining(), in.remaining());
        to.put(in.duplicate().limit(in.position() + count));
        in.position(in.position() + count);
        return count;
    }

    private int receive() throws IOException {
        if (in.limit() == in.capacity() && in.capacity() < MOST_BYTES) {
            in = ByteBuffer.allocateDirect(2 * in.capacity());
        }
        int count;
        try {
            count = socket.read(in.clear());
        } finally {
            in.flip();
        }
        ended |= count < 0;
        if (firstByte < 0 && count > 0) {
            firstByte = in.get(0) & 0xff;
        }
        return count;
    }

    @Override
    public int write(ByteBuffer from) {
        int count = from.remaining();
        if (out.position() + count > LIMIT_BYTES) {
            return 0;
        }
        if (out.remaining() < count) {
            int larger = Math.max(2 * out.capacity(), out.position() + count);
            out = ByteBuffer.allocateDirect(larger).put(out.flip());
        }
        out.put(from);
        return count;
    }

    /** Sends what the socket takes. */
    void flush() {
        if (out.position() == 0) {
            return;
        }
        try {
            out.flip();
            if (failure.isEmpty()) {
                socket.write(out);
                out.compact();
            } else {
                out.clear();
            }
        } catch (IOException e) {
            failure = Optional.of(e);
            out.clear();
        }
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
