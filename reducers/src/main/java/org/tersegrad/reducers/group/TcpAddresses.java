package org.tersegrad.reducers.group;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The addresses of a group's workers: given by the caller, or collected by worker 0. A worker that listens tells worker 0 its host and port,
 * or the port only, and worker 0 tells all of them to all workers once it has them, and again whenever one has changed, since a worker may be
 * restarted.
 *
 * <pre>
 *   to worker 0    | header of a {@link GroupCall#JOIN}, with 1 for the reserved byte | "host:port" or ":port" |
 *   from worker 0  | the same header | one line for each worker but the first and the last |
 * </pre>
 *
 * <p>No worker connects to the last, so it has no address.
 */
final class TcpAddresses {
    private static final int MOST_ADDRESS_BYTES = 300;
    private static final Pattern ADDRESS =
            Pattern.compile("(|[A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}]):(\\d{1,5})");
    private static final byte ADDRESSES = 1;

    private final boolean given;
    private final List<Optional<InetSocketAddress>> addresses = new ArrayList<>();

    private TcpAddresses(boolean given) {
        this.given = given;
    }

    /** All that there are. */
    static TcpAddresses given(List<InetSocketAddress> all) {
        TcpAddresses addresses = new TcpAddresses(true);
        all.forEach(each -> addresses.addresses.add(Optional.of(each)));
        return addresses;
    }

    /** That of worker 0, and places for the others. */
    static TcpAddresses collected(InetSocketAddress first, int size) {
        TcpAddresses addresses = new TcpAddresses(false);
        addresses.addresses.add(Optional.of(first));
        while (addresses.addresses.size() < size) {
            addresses.addresses.add(Optional.empty());
        }
        return addresses;
    }

    boolean areGiven() {
        return given;
    }

    int size() {
        return addresses.size();
    }

    /** The address of a worker, if it is known. */
    Optional<InetSocketAddress> of(int worker) {
        return addresses.get(worker);
    }

    /** The place of a worker, in words. */
    String words(int worker) {
        return of(worker).map(address -> "at " + address).orElse("at an address that worker 0 has not told");
    }

    /** Workers that others connect to and whose address is not known. */
    List<Integer> missing() {
        List<Integer> missing = new ArrayList<>();
        for (int worker = 0; worker < size() - 1; worker++) {
            if (of(worker).isEmpty()) {
                missing.add(worker);
            }
        }
        return missing;
    }

    /** The bytes of the longest message of a worker that joins. */
    int mostBytes() {
        return PairwiseGroup.HEADER_BYTES + (given ? 1 : size()) * MOST_ADDRESS_BYTES;
    }

    /** Whether a message has addresses. */
    static boolean isAddresses(ByteBuffer message) {
        return message.get(0) == GroupCall.JOIN.number && message.get(1) == ADDRESSES;
    }

    /** A worker's message to worker 0. */
    ByteBuffer own(Optional<InetSocketAddress> advertised, int port) {
        return message(advertised.map(TcpAddresses::text).orElse(":" + port));
    }

    /** Worker 0's message to the others. */
    ByteBuffer all() {
        StringBuilder lines = new StringBuilder();
        for (int worker = 1; worker < size() - 1; worker++) {
            lines.append(text(of(worker).orElseThrow())).append('\n');
        }
        return message(lines.toString());
    }

    private ByteBuffer message(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(PairwiseGroup.HEADER_BYTES + bytes.length)
                .put(GroupCall.JOIN.number)
                .put(ADDRESSES)
                .putInt(size())
                .put(bytes)
                .flip();
    }

    /**
     * Takes a worker's message.
     *
     * @param from the host that it comes from, for a worker that has told its port only
     * @return whether its address is new
     */
    boolean takeOwn(int worker, ByteBuffer message, InetAddress from) throws IOException {
        return set(worker, address(content(message), from.getHostAddress()));
    }

    /** Takes worker 0's message and returns the workers whose address is new. */
    List<Integer> takeAll(ByteBuffer message) throws IOException {
        String[] lines = content(message).split("\n", -1);
        if (lines.length != Math.max(1, size() - 1)) {
            throw new IOException("it tells " + (lines.length - 1) + " addresses, not " + (size() - 2));
        }
        List<Integer> changed = new ArrayList<>();
        for (int worker = 1; worker < size() - 1; worker++) {
            if (set(worker, address(lines[worker - 1], ""))) {
                changed.add(worker);
            }
        }
        return changed;
    }

    private boolean set(int worker, InetSocketAddress address) {
        return !Optional.of(address).equals(addresses.set(worker, Optional.of(address)));
    }

    private static String content(ByteBuffer message) {
        return StandardCharsets.US_ASCII
                .decode(message.duplicate().position(PairwiseGroup.HEADER_BYTES))
                .toString();
    }

    private static String text(InetSocketAddress address) {
        String host = address.getHostString();
        int scope = host.indexOf('%'); // the name of an interface, which only this machine knows
        String global = scope < 0 ? host : host.substring(0, scope);
        return (global.contains(":") ? '[' + global + ']' : global) + ':' + address.getPort();
    }

    private static InetSocketAddress address(String text, String usualHost) throws IOException {
        Matcher parts = ADDRESS.matcher(text);
        if (parts.matches()) {
            String host = parts.group(1).isEmpty() ? usualHost : parts.group(1).replaceAll("[\\[\\]]", "");
            int port = Integer.parseInt(parts.group(2));
            if (!host.isEmpty() && port > 0 && port <= 0xffff) {
                return InetSocketAddress.createUnresolved(host, port);
            }
        }
        throw new IOException(
                "it tells no address: '" + PairwiseGroup.printable(StandardCharsets.UTF_8.encode(text)) + "'");
    }
}
