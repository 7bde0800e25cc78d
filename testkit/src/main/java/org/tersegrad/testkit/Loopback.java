package org.tersegrad.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.group.TcpOptions;

/** Groups on TCP whose workers are threads of this process. */
public final class Loopback {
    /** Below the ports that systems give to clients, so that no client gets one of them by chance. */
    private static final int FIRST_PORT = 18_000;

    private static final int PORTS = 14_000;
    private static final Random RANDOM = new Random();

    private Loopback() {}

    /**
     * Runs a group whose workers are connected by TCP.
     *
     * @return the result of each worker, in the order of ranks
     */
    public static <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception {
        List<InetSocketAddress> addresses = addresses(workers);
        TcpOptions patient = TcpOptions.usual().withJoinLimit(Duration.ofMinutes(10)); // a busy machine is no failure
        return GroupRunner.threads(workers, rank -> TcpGroup.join(rank, addresses, patient), worker);
    }

    /** Free addresses, one for each worker. */
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
