package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of one connection of a {@link TcpGroup}, over a socket that does not block: the socket itself, or one that changes them, as an
 * encrypted connection does. Such a channel does not follow its socket: a read may have to write first, bytes wait inside where no selector
 * sees them, and what was written is not yet sent. The group keeps to these rules, and calls from one thread:
 *
 * <ul>
 *   <li>{@link #read} and {@link #write(ByteBuffer[], int, int)} return 0 where they would wait. The group then selects for {@link #interest},
 *       and after that tries both again.
 *   <li>{@link #hasInput} tells of bytes inside: the group reads again before it selects, also in a later exchange.
 *   <li>{@link #held} tells of bytes that were written and not sent: an exchange ends when there are none. A write of nothing sends them.
 *   <li>A failure to send is thrown by writes only, as long as bytes can be received: they may tell the reason of it.
 *   <li>{@link #farewell} is called until it returns true. After that the group reads the rest from the socket and drops it.
 * </ul>
 *
 * <p>After a failure the methods throw it again. Only {@link #farewell} still sends the bytes that tell the other side.
 */
public interface TcpChannel extends ByteChannel, GatheringByteChannel {
    /**
     * Takes as much as is possible without waiting.
     *
     * @return how many bytes it has taken, those that it holds included
     * @throws RejectedException if the other side does not belong to this group
     */
    @Override
    long write(ByteBuffer[] from, int offset, int length) throws IOException;

    @Override
    default long write(ByteBuffer[] from) throws IOException {
        return write(from, 0, from.length);
    }

    @Override
    default int write(ByteBuffer from) throws IOException {
        return (int) write(new ByteBuffer[] {from}, 0, 1);
    }

    /**
     * The operations of the socket to select for. What cannot make progress is left out, or a selector would not sleep.
     *
     * @param wanted those that the group wants: {@link SelectionKey#OP_READ}, {@link SelectionKey#OP_WRITE}, both or 0
     */
    int interest(int wanted);

    /** Whether a read may return bytes without the socket being ready; false after a read has returned 0. */
    boolean hasInput();

    /** Bytes that a write has taken and that the socket has not. Zero if the connection can send no more. */
    int held();

    /**
     * Sends what it holds, and whatever tells the other side that no more will come; not the end of the socket's output, which the group
     * sends.
     *
     * @return whether all of it is sent; else the socket takes no more for now
     */
    boolean farewell() throws IOException;

    /** Closes the socket; sends a farewell before, as far as that is possible without waiting. */
    @Override
    void close() throws IOException;

    /** The other side is there, and does not belong to this group or not to this place in it: no second attempt is made. */
    final class RejectedException extends IOException {
        private static final long serialVersionUID = 1;

        /**
         * A rejection, by either side.
         *
         * @param why the end of a sentence, such as "it speaks no TLS"; cut, and without characters that change a log
         */
        public RejectedException(String why) {
            super(PairwiseGroup.printable(StandardCharsets.UTF_8.encode(why)));
        }
    }
}
