package org.tersegrad.reducers.group;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Ports of this machine that are free. */
final class FreePorts {
    /** Below the ports that systems give to clients, so that no client gets one of them by chance. */
    private static final int FIRST_PORT = 18_000;

    private static final int PORTS = 14_000;
    private static final Random RANDOM = new Random();

    private FreePorts() {}

    /** Free addresses, one for each worker. */
    static List<InetSocketAddress> addresses(int workers) throws IOException {
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
                    // The port is in use; try another one.
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
