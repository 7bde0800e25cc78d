package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One end of a connection, free of I/O: it says which bytes to send next and where received bytes go. A {@link TcpConnection}
 * moves them between here and a socket, a test moves them one at a time.
 */
interface TcpProtocol {
    /** No bytes to send, or none expected. */
    ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    /** The next bytes to send, in this order; the sender consumes them and then calls {@link #sent}. */
    ByteBuffer[] outgoing();

    /** Some outgoing bytes have been sent. */
    void sent();

    /** Space for the next bytes; without space nothing is expected now. The receiver fills it and then calls {@link #received}. */
    ByteBuffer incoming();

    /**
     * Some bytes have been received.
     *
     * @throws IOException if they break the protocol
     */
    void received() throws IOException;

    /**
     * The other side sends no more.
     *
     * @throws IOException always: with the meaning of that
     */
    void ended() throws IOException;

    /** Whether there are bytes to send. */
    default boolean isSending() {
        for (ByteBuffer each : outgoing()) {
            if (each.hasRemaining()) {
                return true;
            }
        }
        return false;
    }
}
