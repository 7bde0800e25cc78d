package org.tersegrad.reducers.group;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.reducers.group.TcpHandshake.RefusedException;

/**
 * The rendezvous of the workers of a {@link TcpGroup}: each connects to those of lower rank, retrying while they are not there yet,
 * and then accepts those of higher rank. Any other connection gets a reason and is closed, and the group is not affected.
 */
final class TcpRendezvous {
    private static final int RETRY_MILLIS = 50;
    /** A stranger that connects and says nothing holds up the others for so long at most. */
    private static final int HANDSHAKE_MILLIS = 5000;

    private final int rank;
    private final List<InetSocketAddress> addresses;
    private final TcpOptions options;
    private final TcpHandshake handshake;
    private final SocketChannel[] channels;
    private final long began = System.nanoTime();

    TcpRendezvous(int rank, List<InetSocketAddress> addresses, TcpOptions options) {
        this.rank = rank;
        this.addresses = List.copyOf(addresses);
        this.options = options;
        handshake = new TcpHandshake(rank, addresses.size(), options);
        channels = new SocketChannel[addresses.size()];
    }

    /** A connection to each other worker, by rank. */
    SocketChannel[] join() throws IOException {
        boolean complete = false;
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            if (rank < channels.length - 1) {
                server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                bind(server);
            }
            for (int peer = 0; peer < rank; peer++) {
                channels[peer] = connect(peer);
            }
            for (int i = rank + 1; i < channels.length; i++) {
                accept(server);
            }
            complete = true;
            return channels;
        } finally {
            if (!complete) {
                for (SocketChannel channel : channels) {
                    if (channel != null) {
                        channel.close();
                    }
                }
            }
        }
    }

    private void bind(ServerSocketChannel server) throws IOException {
        try {
            server.bind(address(rank));
        } catch (IOException e) {
            throw new IOException(
                    "worker " + rank + " cannot listen on " + addresses.get(rank) + ": " + e.getMessage(), e);
        }
    }

    private InetSocketAddress address(int worker) throws UnknownHostException {
        InetSocketAddress address = addresses.get(worker);
        InetSocketAddress resolved =
                address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort()) : address;
        if (resolved.isUnresolved()) {
            throw new UnknownHostException("the host of worker " + worker + ", " + address + ", is not known");
        }
        return resolved;
    }

    private SocketChannel connect(int peer) throws IOException {
        IOException last = new SocketTimeoutException("no time was left");
        while (millisLeft() > 0) {
            SocketChannel channel = SocketChannel.open();
            boolean connected = false;
            try {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                Socket socket = channel.socket();
                socket.connect(address(peer), millisLeft());
                socket.setSoTimeout(millisLeft());
                handshake.connect(socket, peer);
                connected = true;
                return channel;
            } catch (RefusedException | UnknownHostException e) {
                throw e;
            } catch (IOException e) {
                last = e;
            } finally {
                if (!connected) {
                    channel.close();
                }
            }
            pause();
        }
        throw new IOException(
                "worker " + peer + " at " + addresses.get(peer) + " cannot be reached within "
                        + options.joinLimit().toMillis() + " ms: " + last.getMessage(),
                last);
    }

    /** Takes one more worker. */
    private void accept(ServerSocketChannel server) throws IOException {
        String refused = "";
        while (true) {
            server.socket().setSoTimeout(Math.max(1, millisLeft()));
            Socket socket;
            try {
                socket = server.socket().accept();
            } catch (SocketTimeoutException e) {
                throw new SocketTimeoutException("workers " + missing() + " have not joined within "
                        + options.joinLimit().toMillis() + " ms" + refused);
            }
            boolean taken = false;
            try {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(Math.max(1, Math.min(millisLeft(), HANDSHAKE_MILLIS)));
                int peer = handshake.accept(socket);
                if (channels[peer] == null) {
                    channels[peer] = socket.getChannel();
                    taken = true;
                    return;
                }
                refused = "; worker " + peer + " came twice";
            } catch (IOException e) {
                refused = "; " + e.getMessage();
            } finally {
                if (!taken) {
                    socket.close();
                }
            }
        }
    }

    private List<Integer> missing() {
        List<Integer> missing = new ArrayList<>();
        for (int worker = rank + 1; worker < channels.length; worker++) {
            if (channels[worker] == null) {
                missing.add(worker);
            }
        }
        return missing;
    }

    private int millisLeft() {
        long left = options.joinLimit().toMillis() - (System.nanoTime() - began) / 1_000_000;
        return (int) Math.max(0, Math.min(left, Integer.MAX_VALUE));
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while joining a group", e);
        }
    }
}
