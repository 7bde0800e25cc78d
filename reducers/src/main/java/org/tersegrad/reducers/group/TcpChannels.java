package org.tersegrad.reducers.group;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

/**
 * Makes the channels of a {@link TcpGroup}'s connections from sockets. Both ends of a connection use the same kind: of two workers the one
 * of higher rank connects and the other accepts. No method does any I/O, or waits.
 */
public interface TcpChannels {
    /** The sockets themselves, without encryption. */
    TcpChannels PLAIN = new TcpChannels() {
        @Override
        public TcpChannel connecting(SocketChannel socket, InetSocketAddress to) {
            return new TcpPlainChannel(socket);
        }

        @Override
        public TcpChannel accepted(SocketChannel socket) {
            return new TcpPlainChannel(socket);
        }

        @Override
        public String toString() {
            return "not encrypted";
        }
    };

    /**
     * A connection to a worker of lower rank.
     *
     * @param socket not connected yet; it does not block when it is
     * @param to the address as this worker knows it, with a host name or a number
     */
    TcpChannel connecting(SocketChannel socket, InetSocketAddress to) throws IOException;

    /**
     * A connection from a worker of higher rank, or from a stranger.
     *
     * @param socket connected; it does not block when bytes are moved
     */
    TcpChannel accepted(SocketChannel socket) throws IOException;
}
