package org.tersegrad.reducers.group;

import java.time.Duration;

/**
 * The options of a {@link TcpGroup}: identity, secret, time limits and message size.
 *
 * @param group a name that all workers of a group have in common, so that two groups with overlapping addresses do not mix
 * @param secret what only workers of the group know, 128 random bits; each proves that it knows it without sending it, and
 *     authenticates what it sends. A short one can be guessed from an overheard handshake. Empty: nothing to prove. It does not encrypt
 * @param joinLimit how long to wait until all workers have come
 * @param silenceLimit how long a worker in an exchange may make no progress: 4 KiB, or the end of its message; then the group fails
 * @param mostMessageBytes a longer message of another worker is rejected
 * @param host the sockets, clock and names that are used; a simulated one in tests
 * @param channels the connections over these sockets, encrypted or not; the same kind for all workers
 */
public record TcpOptions(
        String group,
        String secret,
        Duration joinLimit,
        Duration silenceLimit,
        int mostMessageBytes,
        TcpHost host,
        TcpChannels channels) {
    public TcpOptions {
        requirePositive("join limit", joinLimit);
        requirePositive("limit of silence", silenceLimit);
        if (mostMessageBytes < PairwiseGroup.HEADER_BYTES) {
            throw new IllegalArgumentException("messages have " + PairwiseGroup.HEADER_BYTES
                    + " bytes or more, the largest cannot have " + mostMessageBytes);
        }
    }

    /** Options on this machine, without encryption. */
    public TcpOptions(String group, String secret, Duration joinLimit, Duration silenceLimit, int mostMessageBytes) {
        this(group, secret, joinLimit, silenceLimit, mostMessageBytes, TcpHost.THIS_MACHINE, TcpChannels.PLAIN);
    }

    private static void requirePositive(String what, Duration time) {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("a " + what + " is above 0, this is " + time);
        }
    }

    /** No name, no secret and no encryption, a minute to join, five minutes of silence, messages of up to 2 GB. */
    public static TcpOptions usual() {
        return new TcpOptions("", "", Duration.ofMinutes(1), Duration.ofMinutes(5), Integer.MAX_VALUE);
    }

    /** The same with this name of the group. */
    public TcpOptions withGroup(String other) {
        return new TcpOptions(other, secret, joinLimit, silenceLimit, mostMessageBytes, host, channels);
    }

    /** The same with this secret. */
    public TcpOptions withSecret(String other) {
        return new TcpOptions(group, other, joinLimit, silenceLimit, mostMessageBytes, host, channels);
    }

    /** The same with this time to join. */
    public TcpOptions withJoinLimit(Duration other) {
        return new TcpOptions(group, secret, other, silenceLimit, mostMessageBytes, host, channels);
    }

    /** The same with this time of silence. */
    public TcpOptions withSilenceLimit(Duration other) {
        return new TcpOptions(group, secret, joinLimit, other, mostMessageBytes, host, channels);
    }

    /** The same with messages of at most {@code other} bytes. */
    public TcpOptions withMostMessageBytes(int other) {
        return new TcpOptions(group, secret, joinLimit, silenceLimit, other, host, channels);
    }

    /** The same on this host. */
    public TcpOptions withHost(TcpHost other) {
        return new TcpOptions(group, secret, joinLimit, silenceLimit, mostMessageBytes, other, channels);
    }

    /** The same with these connections. */
    public TcpOptions withChannels(TcpChannels other) {
        return new TcpOptions(group, secret, joinLimit, silenceLimit, mostMessageBytes, host, other);
    }

    /** Never the secret. */
    @Override
    public String toString() {
        return "group '" + group + "', " + (secret.isEmpty() ? "no secret" : "a secret") + ", " + joinLimit
                + " to join, " + silenceLimit + " of silence, messages of up to " + mostMessageBytes + " bytes, "
                + channels;
    }
}
