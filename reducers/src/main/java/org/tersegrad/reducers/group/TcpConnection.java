package org.tersegrad.reducers.group;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * The connection to one worker, in both directions at once. A message is its length, four bytes, and that many bytes.
 *
 * <p>All bytes go through buffers outside the Java heap that are made once: a channel that is given an array copies all of it into
 * such a buffer of its own first. A buffer outside the heap is sent from there. Room for a message grows with the bytes that have
 * come, not with the length that was announced.
 */
final class TcpConnection implements AutoCloseable {
    private static final int STAGE_BYTES = 1 << 18;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SelectionKey key;
    private final int mostMessageBytes;

    private final ByteBuffer stage = ByteBuffer.allocateDirect(STAGE_BYTES).limit(0);
    private ByteBuffer content = NOTHING;
    private boolean begun;

    private final ByteBuffer length = ByteBuffer.allocateDirect(Integer.BYTES);
    private ByteBuffer received = ByteBuffer.allocateDirect(1 << 12);
    private boolean reading;

    TcpConnection(SocketChannel channel, SelectionKey key, int mostMessageBytes) {
        this.channel = channel;
        this.key = key;
        this.mostMessageBytes = mostMessageBytes;
    }

    /** Begins to send a message, once the one before is sent. */
    void beginWrite(ByteBuffer header, ByteBuffer itsContent) {
        content = itsContent;
        begun = false;
        stage.clear().putInt(header.remaining() + content.remaining()).put(header);
        fillStage();
        updateInterest();
    }

    /** Begins to wait for a message. */
    void beginRead() {
        length.clear();
        received.clear();
        reading = true;
        updateInterest();
    }

    private void fillStage() {
        if (!content.isDirect()) {
            int count = Math.min(stage.remaining(), content.remaining());
            stage.put(content.duplicate().limit(content.position() + count));
            content.position(content.position() + count);
        }
        stage.flip();
    }

    boolean isWritten() {
        return !stage.hasRemaining() && !content.hasRemaining();
    }

    boolean isRead() {
        return !reading;
    }

    /** The message that was read. */
    ByteBuffer message() {
        return received;
    }

    /** Does what can be done without waiting; returns whether there was anything. */
    boolean advance() throws IOException {
        boolean moved = write();
        moved |= read();
        updateInterest();
        return moved;
    }

    private boolean write() throws IOException {
        boolean moved = false;
        while (!isWritten()) {
            if (!stage.hasRemaining() && !content.isDirect()) {
                stage.clear();
                fillStage();
            }
            if (channel.write(stage.hasRemaining() ? stage : content) == 0) {
                return moved;
            }
            begun = true;
            moved = true;
        }
        return moved;
    }

    private boolean read() throws IOException {
        boolean moved = false;
        while (reading) {
            ByteBuffer target = length.hasRemaining() ? length : room();
            int count = channel.read(target);
            if (count < 0) {
                throw new EOFException("it has closed the connection");
            }
            if (count == 0) {
                return moved;
            }
            moved = true;
            if (!length.hasRemaining() && received.position() == messageBytes()) {
                received.flip();
                reading = false;
            }
        }
        return moved;
    }

    private int messageBytes() throws IOException {
        int bytes = length.getInt(0);
        if (bytes < PairwiseGroup.HEADER_BYTES || bytes > mostMessageBytes) {
            throw new IOException("it announces a message of " + Integer.toUnsignedString(bytes) + " bytes, "
                    + PairwiseGroup.HEADER_BYTES + " to " + mostMessageBytes + " are possible");
        }
        return bytes;
    }

    /** Room for more of the message, at most twice what has come. */
    private ByteBuffer room() throws IOException {
        int bytes = messageBytes();
        if (received.position() == received.capacity()) {
            int larger = (int) Math.min(bytes, 2L * received.capacity());
            received = ByteBuffer.allocateDirect(larger).put(received.flip());
        }
        return received.limit(Math.min(bytes, received.capacity()));
    }

    private void updateInterest() {
        int wanted = (isWritten() ? 0 : SelectionKey.OP_WRITE) | (reading ? SelectionKey.OP_READ : 0);
        if (key.isValid() && key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }

    /** Leaves unsent what has not begun to be sent; what has begun must be ended, or nothing behind it could be read. */
    void abandonUnsent() {
        if (!begun) {
            stage.limit(0);
            content = NOTHING;
        }
        reading = false;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
