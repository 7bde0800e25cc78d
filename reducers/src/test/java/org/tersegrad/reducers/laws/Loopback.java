package org.tersegrad.reducers.laws;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Addresses on this machine for the workers of a group. */
public final class Loopback {
    /** Below the ports that systems give to whoever connects, so that nobody gets one of them by chance. */
    private static final int FIRST_PORT = 18_000;

    private static final int PORTS = 14_000;
    private static final Random RANDOM = new Random();

    private Loopback() {}

    /** One for each worker, on which nobody listens. */
    public static List<InetSocketAddress> addresses(int workers) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        List<InetSocketAddress> addresses = new ArrayList<>();
        List<ServerSocket> held = new ArrayList<>();
        try {
            while (addresses.size() < workers) {
                InetSocketAddress address = new InetSocketAddress(loopback, FIRST_PORT + RANDOM.nextInt(PORTS));
                ServerSocket socket = new ServerSocket();
                held.add(socket);
                try {
                    socket.bind(address);
                    addresses.add(address);
                } catch (IOException e) {
                    // Somebody listens there; another one, then.
                }
            }
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
        return addresses;
    }
}
