package org.tersegrad.reducers.group;

import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.security.SecureRandom;

/**
 * The services of a machine that a {@link TcpGroup} uses: sockets, a clock, random bytes and names. A test may replace them, so that the
 * group runs unchanged on a simulated network.
 */
public interface TcpHost {
    /** The machine that this process runs on. */
    TcpHost THIS_MACHINE = new TcpHost() {
        @Override
        public String toString() {
            return "this machine";
        }
    };

    /** The sockets of this host and their selectors. */
    default SelectorProvider sockets() {
        return SelectorProvider.provider();
    }

    /** The time in nanoseconds since any moment, as {@link System#nanoTime}. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /** A source of the random bytes in handshakes. */
    default SecureRandom random() {
        return new SecureRandom();
    }

    /** Looks up the host of an address; the result is unresolved if the name is not known. */
    default InetSocketAddress resolve(InetSocketAddress address) {
        return new InetSocketAddress(address.getHostString(), address.getPort());
    }
}
