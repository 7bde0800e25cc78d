package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Another worker of a {@link TcpRendezvous}: its connection, and what both sides have said. */
final class TcpPeer {
    private static final long RETRY_NANOS = 50_000_000;

    private final int mostBytes;
    Optional<TcpConnection> connection = Optional.empty();
    /** The connection has proven the secret. */
    boolean proven;
    /** This worker has said that it is ready. */
    boolean told;
    /** The other one has said so. */
    boolean ready;
    /** This worker has told the other one the addresses that it knows. */
    boolean introduced;
    /** Messages to send, one after the other. */
    final Deque<ByteBuffer> outbox = new ArrayDeque<>();

    long nextTry;
    String lastFailure = "no time was left";

    /**
     * A worker that has not been met.
     *
     * @param now the time from which it can be tried
     * @param mostBytes of its longest message
     */
    TcpPeer(long now, int mostBytes) {
        nextTry = now;
        this.mostBytes = mostBytes;
    }

    void take(TcpConnection proof) throws IOException {
        reset();
        connection = Optional.of(proof);
        proven = true;
        read();
    }

    /** Reads the next message. */
    void read() throws IOException {
        TcpConnection open = connection.orElseThrow();
        open.session().reader().begin(mostBytes);
        open.updateInterest();
    }

    /** Sends the next message when the one before is sent. */
    void write() {
        TcpConnection open = connection.orElseThrow();
        TcpWriter writer = open.session().writer();
        if (!outbox.isEmpty() && writer.isWritten()) {
            ByteBuffer message = outbox.remove();
            ByteBuffer header = message.duplicate().limit(PairwiseGroup.HEADER_BYTES);
            writer.begin(header, message.position(PairwiseGroup.HEADER_BYTES));
            open.updateInterest();
        }
    }

    boolean isComplete() {
        return ready
                && told
                && outbox.isEmpty()
                && connection.orElseThrow().session().writer().isWritten()
                && connection.orElseThrow().isSent();
    }

    private void reset() {
        connection = Optional.empty();
        proven = false;
        told = false;
        ready = false;
        introduced = false;
        outbox.clear();
    }

    void lose(IOException why, long now) {
        connection.ifPresent(TcpConnection::close);
        reset();
        nextTry = now + RETRY_NANOS;
        lastFailure = String.valueOf(why.getMessage());
    }
}
