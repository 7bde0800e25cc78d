package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the messages of one connection from frames, free of I/O. {@link TcpWriter} has the layout.
 *
 * <p>Messages are read into a buffer outside the Java heap that is made once, since a channel copies everything else. It grows with
 * the bytes that have arrived, not with the length that was announced; a length above the expected one is rejected before.
 */
final class TcpReader {
    private final TcpMac mac;
    private final ByteBuffer head = ByteBuffer.allocateDirect(Integer.BYTES + PairwiseGroup.HEADER_BYTES);
    private final ByteBuffer code;
    private ByteBuffer message = ByteBuffer.allocateDirect(1 << 12);
    private int total;
    private int frameStart;
    private int frameEnd;
    private int most;
    private boolean headTaken;
    private boolean reading;
    private boolean listening;
    private boolean failure;

    TcpReader(TcpMac mac) {
        this.mac = mac;
        code = ByteBuffer.allocateDirect(mac.bytes());
    }

    /** Begins to read the first bytes of the next message, and no more of it until {@link #begin}. */
    void listen() {
        openFrame(head.capacity());
        total = 0;
        message.clear();
        listening = true;
    }

    /**
     * Begins to read a message.
     *
     * @param mostBytes a longer one is rejected
     */
    void begin(int mostBytes) throws IOException {
        if (!listening) {
            listen();
        }
        listening = false;
        most = mostBytes;
        reading = true;
        received();
    }

    /** Whether a whole message is there. */
    boolean isRead() {
        return !reading && !listening;
    }

    /** Whether the message is the reason of the sender's failure. */
    boolean isFailure() {
        return failure && isRead();
    }

    /** The message that was read. */
    ByteBuffer message() {
        return message;
    }

    private void openFrame(int headBytes) {
        head.clear().limit(headBytes);
        code.clear();
        headTaken = false;
        frameStart = message.position();
        frameEnd = Integer.MAX_VALUE;
    }

    /** Space for the next bytes. */
    ByteBuffer incoming() {
        if (!reading) {
            return listening && head.hasRemaining() ? head : TcpProtocol.NOTHING;
        }
        if (head.hasRemaining()) {
            return head;
        }
        return message.position() < frameEnd ? space() : code;
    }

    /** Space for more of the message, at most twice what has arrived. */
    private ByteBuffer space() {
        if (message.position() == message.capacity()) {
            int larger = (int) Math.min(total, 2L * message.capacity());
            message = ByteBuffer.allocateDirect(larger).put(message.flip());
        }
        return message.limit(Math.min(frameEnd, message.capacity()));
    }

    /** Bytes have been put where they were expected. */
    void received() throws IOException {
        if (listening && head.position() >= Integer.BYTES && head.getInt(0) < 0) {
            begin(most); // a reason is read at any time
        }
        if (reading && !headTaken && head.position() >= Integer.BYTES) {
            checkLength(head.getInt(0));
            if (!head.hasRemaining()) {
                takeHead(head.getInt(0));
            }
        }
        if (reading && headTaken && message.position() == frameEnd && !code.hasRemaining()) {
            endFrame();
        }
    }

    private void checkLength(int announced) throws IOException {
        int bytes = announced & Integer.MAX_VALUE;
        boolean first = announced < 0 || total == 0;
        int least = first ? PairwiseGroup.HEADER_BYTES : total - message.position();
        int limit = announced < 0 ? PairwiseGroup.MOST_SHORT_BYTES : first ? most : least;
        if (bytes < least || bytes > limit) {
            throw new LengthException(bytes, least, limit, head);
        }
    }

    private void takeHead(int announced) {
        if (announced < 0) { // what came before of another message is worth nothing now
            failure = true;
            total = announced & Integer.MAX_VALUE;
            message.clear();
            frameStart = 0;
        } else if (total == 0) {
            failure = false;
            total = announced;
        }
        frameEnd = (int) Math.min(total, (long) frameStart + TcpWriter.FRAME_BYTES);
        message.limit(message.capacity()).put(head.duplicate().flip().position(Integer.BYTES));
        headTaken = true;
    }

    private void endFrame() throws IOException {
        int body = frameStart + head.limit() - Integer.BYTES;
        if (!mac.matches(
                head.duplicate().rewind(), message.duplicate().position(body).limit(frameEnd), code.flip())) {
            throw new IOException(
                    "the authentication code of a frame is wrong: its bytes were changed, or are not its");
        }
        if (message.position() < total) {
            openFrame(Integer.BYTES);
        } else {
            message.flip();
            reading = false;
        }
    }

    /** An announced length that is not expected. */
    static final class LengthException extends IOException {
        private static final long serialVersionUID = 1;

        /** The first bytes of the message, as many as have arrived. */
        private final transient ByteBuffer header;

        private LengthException(int bytes, int least, int most, ByteBuffer head) {
            super("it announces a message of " + bytes + " bytes, " + least + " to " + most + " are possible");
            header = ByteBuffer.allocate(head.position() - Integer.BYTES)
                    .put(head.duplicate().flip().position(Integer.BYTES))
                    .flip();
        }

        ByteBuffer header() {
            return header;
        }
    }
}
