package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;

/**
 * Writes messages to one connection as frames, free of I/O.
 *
 * <pre>
 *   frame    | bytes of the message from here on, 4 | the next of them, at most 2^20 | authentication code, 16, with a secret |
 *   reason   | the same with bit 31                 | the reason of a failure        | code                                  |
 * </pre>
 *
 * <p>A reason may follow any frame, and what is left of a message is not sent then: so it arrives at once, however long the message
 * is. Content outside the Java heap is sent from where it is, other content through one buffer, which grows to
 * 256 KiB: a channel that is given an array copies all of it each time.
 */
final class TcpWriter {
    /** Bytes of a message in one frame. */
    static final int FRAME_BYTES = 1 << 20;

    private static final int STAGE_BYTES = 1 << 18;
    private static final int FIRST_STAGE_BYTES = 1 << 10;
    private static final int FAILURE = Integer.MIN_VALUE;

    private final TcpMac mac;
    private ByteBuffer stage = ByteBuffer.allocateDirect(FIRST_STAGE_BYTES).limit(0);
    private final ByteBuffer code;
    private final ByteBuffer[] outgoing;
    private ByteBuffer content = TcpProtocol.NOTHING;
    private ByteBuffer body = TcpProtocol.NOTHING;
    private ByteBuffer reason = TcpProtocol.NOTHING;

    TcpWriter(TcpMac mac) {
        this.mac = mac;
        code = ByteBuffer.allocateDirect(mac.bytes()).limit(0);
        outgoing = new ByteBuffer[] {stage, TcpProtocol.NOTHING, code};
    }

    /** Begins to write a message, once the one before is written. */
    void begin(ByteBuffer header, ByteBuffer itsContent) {
        content = itsContent;
        frame(header.remaining() + content.remaining(), header, content);
    }

    /** Gives up what is left of the message after this frame, and writes the reason of a failure. */
    void abort(ByteBuffer why) {
        content = TcpProtocol.NOTHING;
        reason = why;
        sent();
    }

    boolean isWritten() {
        return !outgoing[0].hasRemaining()
                && !outgoing[1].hasRemaining()
                && !outgoing[2].hasRemaining()
                && !body.hasRemaining()
                && !content.hasRemaining()
                && !reason.hasRemaining();
    }

    ByteBuffer[] outgoing() {
        return outgoing;
    }

    /** Prepares the next bytes when those before are sent. */
    void sent() {
        if (outgoing[0].hasRemaining() || outgoing[1].hasRemaining() || outgoing[2].hasRemaining()) {
            return;
        }
        if (body.hasRemaining()) {
            stage.clear();
            fill();
        } else if (reason.hasRemaining()) {
            frame(FAILURE | reason.remaining(), TcpProtocol.NOTHING, reason);
        } else if (content.hasRemaining()) {
            frame(content.remaining(), TcpProtocol.NOTHING, content);
        }
    }

    /** Begins a frame with the next bytes of {@code from}. */
    private void frame(int announced, ByteBuffer header, ByteBuffer from) {
        int count = Math.min(FRAME_BYTES - header.remaining(), from.remaining());
        body = from.duplicate().limit(from.position() + count);
        from.position(body.limit());
        makeRoom(Integer.BYTES + header.remaining() + (body.isDirect() ? 0 : count));
        stage.clear().putInt(announced).put(header);
        mac.write(stage.duplicate().flip(), body, code.clear());
        if (body.isDirect()) {
            outgoing[1] = body;
            outgoing[2] = code.flip();
            body = TcpProtocol.NOTHING;
            stage.flip();
        } else {
            outgoing[1] = TcpProtocol.NOTHING;
            fill();
        }
    }

    private void makeRoom(int wanted) {
        if (stage.capacity() < Math.min(wanted, STAGE_BYTES)) {
            stage = ByteBuffer.allocateDirect(Math.min(Integer.highestOneBit(wanted) << 1, STAGE_BYTES));
            outgoing[0] = stage;
        }
    }

    /** Copies what fits of a body in the Java heap; its code comes after the last of it. */
    private void fill() {
        int count = Math.min(stage.remaining(), body.remaining());
        stage.put(body.duplicate().limit(body.position() + count)).flip();
        body.position(body.position() + count);
        outgoing[2] = body.hasRemaining() ? TcpProtocol.NOTHING : code.flip();
    }
}
